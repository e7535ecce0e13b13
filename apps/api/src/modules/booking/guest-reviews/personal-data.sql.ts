import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the guests of the workspace, with their reviews. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const guestReviews = await db
    .selectFrom('reviewGuest')
    .innerJoin('booking', 'booking.id', 'reviewGuest.bookingId')
    .leftJoin('reviewGuestVersion as version', 'version.guestId', 'reviewGuest.id')
    .select([
      'reviewGuest.bookingId',
      'reviewGuest.name',
      'reviewGuest.email',
      'reviewGuest.invitedAt',
      'reviewGuest.revokedAt',
      'version.vote',
      'version.votedAt',
      'version.comment',
      'version.remarks',
    ])
    .where('booking.brandId', '=', workspaceId)
    .orderBy('reviewGuest.invitedAt')
    .execute();
  return { guestReviews };
}

/** Deletes the guests of the workspace's bookings and their reviews. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db
    .deleteFrom('reviewGuest')
    .where('bookingId', 'in', tx.db.selectFrom('booking').select('id').where('brandId', '=', workspaceId))
    .execute();
}
