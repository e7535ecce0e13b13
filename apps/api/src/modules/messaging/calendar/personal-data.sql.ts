import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns when the user's calendar feed was created. The export does not contain its URL, which is a secret. */
export async function exportPersonalData(db: Db, userId: string) {
  const feed = await db.selectFrom('calendarFeed').select('madeAt').where('userId', '=', userId).executeTakeFirst();
  return { calendarFeed: feed ?? null };
}

/** Deletes the calendar feed, so that its URL stops working. */
export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('calendarFeed').where('userId', '=', userId).execute();
}
