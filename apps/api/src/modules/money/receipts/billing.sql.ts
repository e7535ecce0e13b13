import type { CsvFormat } from '@marquee/money';
import type { Insertable, Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export const findBillingDetails = (db: Db, userId: string) =>
  db
    .selectFrom('billingDetails')
    .select(['legalName', 'address', 'country', 'taxId'])
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Locks a workspace and returns its billing details, or undefined if it has none. */
export async function lockBillingDetails(tx: Transaction<Database>, userId: string) {
  await tx.selectFrom('workspace').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return findBillingDetails(tx, userId);
}

export const upsertBillingDetails = (db: Db, { userId, ...fields }: Insertable<Database['billingDetails']>) =>
  db
    .insertInto('billingDetails')
    .values({ userId, ...fields })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fields))
    .execute();

export const findCsvFormat = async (db: Db, userId: string): Promise<CsvFormat> =>
  (await db.selectFrom('person').select('csvFormat').where('id', '=', userId).executeTakeFirst())?.csvFormat ?? 'comma';

export const setCsvFormat = (db: Db, userId: string, csvFormat: CsvFormat) =>
  db.updateTable('person').set({ csvFormat }).where('id', '=', userId).execute();
