import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the reviews that the user wrote, and the visible reviews about the user. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [reviews, reviewsReceived] = await Promise.all([
    db
      .selectFrom('review')
      .select(['bookingId', 'stars', 'parts', 'text', 'staffNote', 'writtenAt', 'shownAt', 'hiddenAt', 'hiddenReason'])
      .where('authorWorkspaceId', '=', workspaceId)
      .orderBy('writtenAt')
      .execute(),
    db
      .selectFrom('review')
      .select(['bookingId', 'stars', 'parts', 'text', 'shownAt', 'answer', 'answeredAt'])
      .where('subjectWorkspaceId', '=', workspaceId)
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
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db
    .updateTable('review')
    .set({ text: '', staffNote: '' })
    .where('authorWorkspaceId', '=', workspaceId)
    .execute();
  await tx.db
    .updateTable('review')
    .set({ answer: '' })
    .where('subjectWorkspaceId', '=', workspaceId)
    .where('answer', 'is not', null)
    .execute();
}
