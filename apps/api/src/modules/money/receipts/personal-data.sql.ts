import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [billing, workRecords] = await Promise.all([
    db
      .selectFrom('billingDetails')
      .select(['legalName', 'address', 'country', 'taxId', 'updatedAt'])
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst(),
    db
      .selectFrom('workRecord')
      .select(['day', 'createdAt', 'code', 'facts'])
      .where('creatorId', '=', workspaceId)
      .execute(),
  ]);
  return { billing: billing ?? null, workRecords };
}

/**
 * Deletes the user's billing details and work records. Issued documents keep their details, because the law requires
 * it.
 */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.deleteFrom('billingDetails').where('workspaceId', '=', workspaceId).execute();
  await tx.db.deleteFrom('workRecord').where('creatorId', '=', workspaceId).execute();
}
