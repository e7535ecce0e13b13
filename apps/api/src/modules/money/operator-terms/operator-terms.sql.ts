/** Queries for the operator's terms. A stored version is never changed. */
import { sql, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { prepareReadFirstOrThrow } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

export const findOperatorTerms = prepareReadFirstOrThrow((db: Db) =>
  db.selectFrom('operatorTerms').select(['id', 'number', 'feeBps', 'windows']).orderBy('number', 'desc').limit(1),
);

/** Lists versions of the terms, latest first. `setByName` is null for the initial version. */
export const listOperatorTerms = (db: Db, after: KeysetCursor | null) =>
  db
    .selectFrom('operatorTerms')
    .leftJoin('person as setter', 'setter.id', 'operatorTerms.setByPersonId')
    .select([
      'operatorTerms.id',
      'operatorTerms.number',
      'operatorTerms.feeBps',
      'operatorTerms.windows',
      'operatorTerms.reason',
      'operatorTerms.setAt',
      'setter.fullName as setByName',
    ])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(operator_terms.set_at, operator_terms.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('operatorTerms.setAt', 'desc')
    .orderBy('operatorTerms.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Inserts the next version. Returns undefined if a version with this number exists. */
export const insertOperatorTerms = (db: Transaction<Database>, row: Insertable<Database['operatorTerms']>) =>
  db
    .insertInto('operatorTerms')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('id')
    .executeTakeFirst();
