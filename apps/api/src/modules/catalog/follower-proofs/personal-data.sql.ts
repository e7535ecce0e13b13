import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const followerProofs = await db
    .selectFrom('followerProof')
    .select(['platform', 'handle', 'followers', 'pictureUrl', 'state', 'reason', 'sentAt', 'decidedAt'])
    .where('creatorId', '=', workspaceId)
    .orderBy('sentAt')
    .execute();
  return { followerProofs };
}

export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.deleteFrom('followerProof').where('creatorId', '=', workspaceId).execute();
}
