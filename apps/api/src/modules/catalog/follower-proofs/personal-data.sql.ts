import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: string) {
  const followerProofs = await db
    .selectFrom('followerProof')
    .select(['platform', 'handle', 'followers', 'pictureUrl', 'state', 'reason', 'sentAt', 'decidedAt'])
    .where('creatorId', '=', workspaceId)
    .orderBy('sentAt')
    .execute();
  return { followerProofs };
}

export async function erasePersonalData(tx: Transaction<Database>, workspaceId: string): Promise<void> {
  await tx.deleteFrom('followerProof').where('creatorId', '=', workspaceId).execute();
}
