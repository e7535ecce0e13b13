import type { PersonId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns when the user's calendar feed was created. The export does not contain its URL, which is a secret. */
export async function exportPersonalData(db: Db, personId: PersonId) {
  const feed = await db
    .selectFrom('calendarFeed')
    .select('createdAt')
    .where('personId', '=', personId)
    .executeTakeFirst();
  return { calendarFeed: feed ?? null };
}

/** Deletes the calendar feed, so that its URL stops working. */
export async function erasePersonalData(tx: UnitOfWork, personId: PersonId): Promise<void> {
  await tx.db.deleteFrom('calendarFeed').where('personId', '=', personId).execute();
}
