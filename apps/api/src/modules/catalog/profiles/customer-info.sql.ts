import type { WorkspaceId } from '@marquee/contracts';
import type { Insertable, Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

const customerInfoColumns = ['name', 'email', 'description', 'audience', 'tone', 'date', 'notes'] as const;

export const findCustomerInfo = (db: Db, brandId: WorkspaceId) =>
  db.selectFrom('customerInfo').select(customerInfoColumns).where('brandId', '=', brandId).executeTakeFirst();

/** Locks a brand and returns its customer info card, or undefined if it has none. */
export async function lockCustomerInfo(db: Transaction<Database>, brandId: WorkspaceId) {
  await db.selectFrom('workspace').select('id').where('id', '=', brandId).forNoKeyUpdate().execute();
  return findCustomerInfo(db, brandId);
}

export const upsertCustomerInfo = (db: Db, { brandId, ...fields }: Insertable<Database['customerInfo']>) =>
  db
    .insertInto('customerInfo')
    .values({ brandId, ...fields })
    .onConflict((conflict) => conflict.column('brandId').doUpdateSet(fields))
    .execute();
