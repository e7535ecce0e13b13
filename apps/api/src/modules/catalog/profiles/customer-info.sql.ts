import type { Insertable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

const customerInfoColumns = ['name', 'email', 'description', 'audience', 'tone', 'date', 'notes'] as const;

export const findCustomerInfo = (db: Db, brandId: string) =>
  db.selectFrom('customerInfo').select(customerInfoColumns).where('brandId', '=', brandId).executeTakeFirst();

export const upsertCustomerInfo = (db: Db, { brandId, ...fields }: Insertable<Database['customerInfo']>) =>
  db
    .insertInto('customerInfo')
    .values({ brandId, ...fields })
    .onConflict((conflict) => conflict.column('brandId').doUpdateSet(fields))
    .execute();
