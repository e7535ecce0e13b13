import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: string) {
  const clients = await db
    .selectFrom('client')
    .select(['name', 'legalName', 'address', 'country', 'taxId', 'logoUrl', 'createdAt', 'archivedAt'])
    .where('brandId', '=', workspaceId)
    .execute();
  return { clients };
}

/** Erases the details of clients. The rows stay, because bookings refer to them. Issued documents keep their details. */
export async function erasePersonalData(tx: Transaction<Database>, workspaceId: string, at: Date): Promise<void> {
  await tx
    .updateTable('client')
    .set({ name: 'Deleted client', legalName: '', address: '', country: '', taxId: '', logoUrl: null, archivedAt: at })
    .where('brandId', '=', workspaceId)
    .execute();
}
