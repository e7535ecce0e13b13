import type { Db } from '../../db/schema.ts';

/** Returns payouts to the creator that the bank sent back. */
export async function exportPersonalData(db: Db, userId: string) {
  const returnedPayouts = await db
    .selectFrom('returnedPayout')
    .select(['amount', 'currency', 'failureCode', 'foundAt', 'resolvedAt'])
    .where('creatorId', '=', userId)
    .orderBy('foundAt')
    .execute();
  return { returnedPayouts };
}
