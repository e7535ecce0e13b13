import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { clientDetailColumns, NO_CLIENT_DETAILS } from './clients.sql.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const clients = await db
    .selectFrom('client')
    .select(['name', ...clientDetailColumns, 'logoUrl', 'createdAt', 'archivedAt'])
    .where('brandId', '=', workspaceId)
    .execute();
  return { clients };
}

/** Erases the details of clients. The rows stay, because bookings refer to them. Issued documents keep their details. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  await tx.db
    .updateTable('client')
    .set({ ...NO_CLIENT_DETAILS, name: 'Deleted client', logoUrl: null, archivedAt: at })
    .where('brandId', '=', workspaceId)
    .execute();
}
