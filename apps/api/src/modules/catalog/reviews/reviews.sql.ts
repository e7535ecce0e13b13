import type { WorkspaceId } from '@marquee/contracts';
import type { Side } from '@marquee/booking';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { KeysetCursor } from '../../../core/paging.ts';
import { brandNameSql } from '../../../db/brand-name.ts';
import { prepareRead, prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Number of reviews per page of a profile. */
export const REVIEWS_PER_PAGE = 10;

const reviewedBookingColumns = [
  'booking.id',
  'booking.brandId',
  'booking.creatorId',
  'booking.status',
  'booking.paymentState',
  'booking.completedAt',
  'booking.packageName',
  'booking.isRelated',
] as const;

/** Returns a booking if `workspaceId` is one of its sides. Creators cannot see a booking that was never paid. */
export const findReviewedBooking = (db: Db, id: string, workspaceId: WorkspaceId) =>
  db
    .selectFrom('booking')
    .select(reviewedBookingColumns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
    .where('authorizedAt', 'is not', null)
    .executeTakeFirst();

/**
 * Locks a booking, so that the second of two simultaneous reviews finds the first one, and a concurrent refund
 * waits.
 */
export const lockReviewedBooking = (db: Transaction<Database>, id: string) =>
  db.selectFrom('booking').select(reviewedBookingColumns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns the names of both sides of a booking. */
export const findBookingSideNames = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .select([brandNameSql.as('brandName'), 'creator.fullName as creatorName', 'creator.username as creatorUsername'])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow();

/** Lists a booking's reviews, at most one per side. */
export const listReviewsByBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('review')
    .select([
      'id',
      'side',
      'stars',
      'parts',
      'text',
      'staffNote',
      'writtenAt',
      'shownAt',
      'hiddenAt',
      'hiddenReason',
      'answer',
      'answeredAt',
    ])
    .where('bookingId', '=', bookingId)
    .execute();

/** Inserts a side's review. Returns undefined if this side has already written one. */
export const insertReview = (db: Transaction<Database>, row: Insertable<Database['review']>) =>
  db
    .insertInto('review')
    .values(row)
    .onConflict((conflict) => conflict.columns(['bookingId', 'side']).doNothing())
    .returning('id')
    .executeTakeFirst();

/** Publishes a side's review. Returns false if there is no unpublished one. */
export async function setReviewShown(
  db: Transaction<Database>,
  bookingId: string,
  side: Side,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({ shownAt: at })
    .where('bookingId', '=', bookingId)
    .where('side', '=', side)
    .where('shownAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export const lockReview = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('review')
    .innerJoin('booking', 'booking.id', 'review.bookingId')
    .select([
      'review.id',
      'review.bookingId',
      'review.authorWorkspaceId',
      'review.subjectWorkspaceId',
      'review.shownAt',
      'review.hiddenAt',
      'review.answeredAt',
      'booking.packageName',
    ])
    .where('review.id', '=', id)
    .forUpdate('review')
    .executeTakeFirst();

export const setReviewAnswer = (db: Transaction<Database>, id: string, answer: { answer: string; answeredAt: Date }) =>
  db.updateTable('review').set(answer).where('id', '=', id).execute();

export const setReviewHidden = (
  db: Transaction<Database>,
  id: string,
  hidden: { hiddenAt: Date | null; hiddenReason: string | null },
) => db.updateTable('review').set(hidden).where('id', '=', id).execute();

/** Returns the id of a creator with a public profile. */
export const findReviewedCreator = prepareReadFirst((db: Db, username: string) =>
  db
    .selectFrom('workspace')
    .select('id')
    .where('username', '=', username)
    .where('userType', '=', sql.lit('influencer'))
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null),
);

/** Lists a user's published reviews, latest first, with one extra row to detect another page. */
export const listShownReviews = (db: Db, subjectWorkspaceId: WorkspaceId, after: KeysetCursor | null) =>
  after === null
    ? listNewestShownReviews(db, subjectWorkspaceId)
    : listShownReviewsAfter(db, subjectWorkspaceId, after.at, after.id);

const selectShownReviews = (db: Db, subjectWorkspaceId: WorkspaceId) =>
  db
    .selectFrom('review')
    .innerJoin('workspace as author', 'author.id', 'review.authorWorkspaceId')
    .innerJoin('booking', 'booking.id', 'review.bookingId')
    .select([
      'review.id',
      'review.stars',
      'review.parts',
      'review.text',
      'review.answer',
      'review.answeredAt',
      sql<Date>`review.shown_at`.as('shownAt'),
      'author.fullName as authorName',
      'author.profileImageUrl as authorImageUrl',
      'booking.packageName',
    ])
    .where('review.subjectWorkspaceId', '=', subjectWorkspaceId)
    .where('review.shownAt', 'is not', null)
    .where('review.hiddenAt', 'is', null)
    .orderBy('review.shownAt', 'desc')
    .orderBy('review.id', 'desc')
    .limit(REVIEWS_PER_PAGE + 1);

const listNewestShownReviews = prepareRead(selectShownReviews);

const listShownReviewsAfter = prepareRead((db: Db, subjectWorkspaceId: WorkspaceId, at: Date, id: string) =>
  selectShownReviews(db, subjectWorkspaceId).where(sql<boolean>`(review.shown_at, review.id) < (${at}, ${id}::uuid)`),
);

/** Returns the totals of a user's published reviews, or undefined if there are none. */
export const findReviewTotal = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('reviewTotal')
    .select(['stars', 'parts'])
    .where('workspaceId', '=', workspaceId)
    .where('reviews', '>', 0)
    .executeTakeFirst();
