import type { PersonId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../db/schema.ts';

/**
 * Claims a request in this transaction. Returns false if an earlier transaction has stored the response to the same
 * request. If another transaction is still processing it, waits for that transaction, and claims the request only if
 * the transaction fails.
 */
export async function claimIdempotentRequest(
  db: Transaction<Database>,
  id: string,
  personId: PersonId | null,
  createdAt: Date,
): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotentRequest')
    .values({ id, personId, answer: null, createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const findStoredAnswer = (db: Db, id: string) =>
  db.selectFrom('idempotentRequest').select('answer').where('id', '=', id).executeTakeFirst();

export async function setStoredAnswer(db: Transaction<Database>, id: string, answer: string): Promise<void> {
  await db.updateTable('idempotentRequest').set({ answer }).where('id', '=', id).execute();
}

/** Deletes the stored responses to a user's requests, because they may repeat what the user wrote. */
export async function deleteStoredAnswersByPerson(db: Transaction<Database>, personId: PersonId): Promise<void> {
  await db.deleteFrom('idempotentRequest').where('personId', '=', personId).execute();
}
