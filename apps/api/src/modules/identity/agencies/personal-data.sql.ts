import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the agency consents and invitations to which the user is a party. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const agencyConsents = await db
    .selectFrom('agencyConsent')
    .select(['creatorId', 'agencyId', 'shareBps', 'requestedAt', 'agreedAt', 'endedAt', 'sunsetAt'])
    .where((eb) => eb.or([eb('creatorId', '=', workspaceId), eb('agencyId', '=', workspaceId)]))
    .orderBy('requestedAt')
    .execute();
  return { agencyConsents };
}

/** Ends the user's consents and invitations at once. No later booking has a share of a deleted agency. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  await tx.db
    .updateTable('agencyConsent')
    .set({
      endedAt: sql<Date>`coalesce(ended_at, ${at})`,
      sunsetAt: sql<Date | null>`case when agreed_at is null then null else least(sunset_at, ${at}) end`,
    })
    .where((eb) => eb.or([eb('creatorId', '=', workspaceId), eb('agencyId', '=', workspaceId)]))
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('sunsetAt', '>', at)]))
    .execute();
}
