import type { Db } from '../../db/schema.ts';

/** Returns the creator's payouts that banks sent back. */
export async function exportPersonalData(db: Db, userId: string) {
  const returnedPayouts = await db
    .selectFrom('returnedPayout')
    .select(['amount', 'currency', 'failureCode', 'foundAt', 'resolvedAt'])
    .where('creatorId', '=', userId)
    .orderBy('foundAt')
    .execute();
  return { returnedPayouts };
}
