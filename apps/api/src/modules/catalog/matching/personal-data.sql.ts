import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const savedBriefs = await db
    .selectFrom('savedBrief')
    .select(['name', 'brief', 'createdAt', 'updatedAt'])
    .where('brandId', '=', workspaceId)
    .orderBy('place')
    .execute();
  return { savedBriefs };
}

export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.deleteFrom('savedBrief').where('brandId', '=', workspaceId).execute();
}
