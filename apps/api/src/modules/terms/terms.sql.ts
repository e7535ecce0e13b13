/** The operator's terms as the database has them: every time that they were set, never changed. */
import { sql, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE, type After } from '../../core/paging.ts';
import { preparedRow } from '../../db/prepared.ts';
import type { Database, Db } from '../../db/schema.ts';

/** Those that an order is made under now. */
export const findTerms = preparedRow((db: Db) =>
  db.selectFrom('bookingTerms').select(['id', 'number', 'feeBps', 'windows']).orderBy('number', 'desc').limit(1),
);

/** Every time that they were set, newest first. `setByName` is null for those that the product came with. */
export const listTerms = (db: Db, after: After | null) =>
  db
    .selectFrom('bookingTerms')
    .leftJoin('appUser as setter', 'setter.id', 'bookingTerms.setBy')
    .select([
      'bookingTerms.id',
      'bookingTerms.number',
      'bookingTerms.feeBps',
      'bookingTerms.windows',
      'bookingTerms.reason',
      'bookingTerms.setAt',
      'setter.fullName as setByName',
    ])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(booking_terms.set_at, booking_terms.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('bookingTerms.setAt', 'desc')
    .orderBy('bookingTerms.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Writes the next terms; undefined when somebody else has set those with this number. */
export const insertTerms = (tx: Transaction<Database>, row: Insertable<Database['bookingTerms']>) =>
  tx
    .insertInto('bookingTerms')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('id')
    .executeTakeFirst();
