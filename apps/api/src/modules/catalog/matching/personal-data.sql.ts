import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: string) {
  const savedBriefs = await db
    .selectFrom('savedBrief')
    .select(['name', 'brief', 'createdAt', 'updatedAt'])
    .where('brandId', '=', workspaceId)
    .orderBy('place')
    .execute();
  return { savedBriefs };
}

export async function erasePersonalData(tx: Transaction<Database>, workspaceId: string): Promise<void> {
  await tx.deleteFrom('savedBrief').where('brandId', '=', workspaceId).execute();
}
