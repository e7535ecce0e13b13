import type { Transaction } from 'kysely';
import type { Database, Db } from '../db/schema.ts';

/**
 * Claims a request in this transaction. Returns false if an earlier transaction has answered it. Waits for a
 * concurrent transaction that is answering it, and claims the request if that one fails.
 */
export async function claimIdempotentRequest(
  tx: Transaction<Database>,
  id: string,
  userId: string | null,
  createdAt: Date,
): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotentRequest')
    .values({ id, userId, answer: null, createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const findStoredAnswer = (db: Db, id: string) =>
  db.selectFrom('idempotentRequest').select('answer').where('id', '=', id).executeTakeFirst();

export async function setStoredAnswer(tx: Transaction<Database>, id: string, answer: string): Promise<void> {
  await tx.updateTable('idempotentRequest').set({ answer }).where('id', '=', id).execute();
}

/** Deletes the stored answers to a person's requests, because they repeat what the person wrote. */
export async function deleteStoredAnswersByUser(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('idempotentRequest').where('userId', '=', userId).execute();
}
