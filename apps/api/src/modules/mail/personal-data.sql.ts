import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Returns which emails the person was sent. Their text is erased once they are sent. */
export async function exportPersonalData(db: Db, userId: string) {
  const mails = await db
    .selectFrom('mail')
    .select(['kind', 'createdAt', 'sentAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return { mails };
}

/** Deletes the person's emails, sent or not, and every link in them. */
export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('mail').where('userId', '=', userId).execute();
  await tx.deleteFrom('mailLink').where('userId', '=', userId).execute();
}
