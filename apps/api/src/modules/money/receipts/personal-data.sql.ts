import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: string) {
  const [billing, workRecords] = await Promise.all([
    db
      .selectFrom('billingDetails')
      .select(['legalName', 'address', 'country', 'taxId', 'updatedAt'])
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst(),
    db
      .selectFrom('workRecord')
      .select(['day', 'madeAt', 'code', 'facts'])
      .where('creatorId', '=', workspaceId)
      .execute(),
  ]);
  return { billing: billing ?? null, workRecords };
}

/**
 * Deletes the user's billing details and work records. Issued documents keep their details, because the law requires
 * it.
 */
export async function erasePersonalData(tx: Transaction<Database>, workspaceId: string): Promise<void> {
  await tx.deleteFrom('billingDetails').where('workspaceId', '=', workspaceId).execute();
  await tx.deleteFrom('workRecord').where('creatorId', '=', workspaceId).execute();
}
