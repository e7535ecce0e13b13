import type { PersonId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Inserts an exception. Returns false if one of the same kind and subject is open. */
export async function insertException(
  db: Transaction<Database>,
  row: Insertable<Database['moneyException']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('moneyException')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('resolvedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Closes the open exception of a kind and subject. Returns false if there is none. */
export async function closeException(
  db: Transaction<Database>,
  {
    kind,
    subject,
    ...change
  }: { kind: string; subject: string; resolvedAt: Date; resolution: string; resolvedByPersonId: PersonId | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moneyException')
    .set(change)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where(sql<boolean>`resolved_at is null`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
