import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { CsvFormat } from '@marquee/money';
import type { Insertable, Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export const findBillingDetails = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('billingDetails')
    .select(['legalName', 'address', 'country', 'taxId'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();

/** Locks a workspace and returns its billing details, or undefined if it has none. */
export async function lockBillingDetails(db: Transaction<Database>, workspaceId: WorkspaceId) {
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
  return findBillingDetails(db, workspaceId);
}

export const upsertBillingDetails = (db: Db, { workspaceId, ...fields }: Insertable<Database['billingDetails']>) =>
  db
    .insertInto('billingDetails')
    .values({ workspaceId, ...fields })
    .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(fields))
    .execute();

export const findCsvFormat = async (db: Db, personId: PersonId): Promise<CsvFormat> =>
  (await db.selectFrom('person').select('csvFormat').where('id', '=', personId).executeTakeFirst())?.csvFormat ??
  'comma';

export const setCsvFormat = (db: Db, personId: PersonId, csvFormat: CsvFormat) =>
  db.updateTable('person').set({ csvFormat }).where('id', '=', personId).execute();
