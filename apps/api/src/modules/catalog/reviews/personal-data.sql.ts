import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the reviews that the user wrote, and the visible reviews about the user. */
export async function exportPersonalData(db: Db, userId: string) {
  const [reviews, reviewsReceived] = await Promise.all([
    db
      .selectFrom('review')
      .select(['bookingId', 'stars', 'parts', 'text', 'staffNote', 'writtenAt', 'shownAt'])
      .where('authorId', '=', userId)
      .orderBy('writtenAt')
      .execute(),
    db
      .selectFrom('review')
      .select(['bookingId', 'stars', 'parts', 'text', 'shownAt', 'answer', 'answeredAt'])
      .where('subjectId', '=', userId)
      .where('shownAt', 'is not', null)
      .where('hiddenAt', 'is', null)
      .orderBy('shownAt')
      .execute(),
  ]);
  return { reviews, reviewsReceived };
}

/**
 * Removes the user's texts from reviews and answers. The star ratings stay because they are part of the other side's
 * average.
 */
export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.updateTable('review').set({ text: '', staffNote: '' }).where('authorId', '=', userId).execute();
  await tx
    .updateTable('review')
    .set({ answer: '' })
    .where('subjectId', '=', userId)
    .where('answer', 'is not', null)
    .execute();
}
