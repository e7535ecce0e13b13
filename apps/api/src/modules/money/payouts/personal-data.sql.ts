import type { WorkspaceId } from '@marquee/contracts';
import type { Db } from '../../../db/schema.ts';

/** Returns the creator's payouts that banks sent back, and the changes of the payout account. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const returnedPayouts = await db
    .selectFrom('returnedPayout')
    .select(['amount', 'currency', 'failureCode', 'foundAt', 'resolvedAt'])
    .where('creatorId', '=', workspaceId)
    .orderBy('foundAt')
    .execute();
  const payoutChanges = await db
    .selectFrom('payoutChange')
    .select(['kind', 'detail', 'at'])
    .where('creatorId', '=', workspaceId)
    .orderBy('at')
    .execute();
  return { returnedPayouts, payoutChanges };
}
