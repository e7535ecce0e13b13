import type { WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Returns whether a consent of the creator is in force, with `agencyId` if it is given. The consent cannot end before
 * the transaction does.
 */
export const lockConsentInForce = async (
  db: Transaction<Database>,
  { agencyId, creatorId }: { agencyId?: string; creatorId: WorkspaceId },
): Promise<boolean> =>
  (await db
    .selectFrom('agencyConsent')
    .select('id')
    .where('creatorId', '=', creatorId)
    .$if(agencyId !== undefined, (query) => query.where('agencyId', '=', agencyId ?? ''))
    .where('agreedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .forShare()
    .executeTakeFirst()) !== undefined;
