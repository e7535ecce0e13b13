/**
 * Manages reviews. Each side of a completed booking can write one (rules: libs/booking/reviews.ts). Until a
 * booking's reviews are published, no event, email or count reveals to one side whether the other has written a
 * review.
 */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import {
  computeReviewAnswerableUntil,
  findReviewAnswerRefusal,
  computeRating,
  computeReviewableUntil,
  findReviewRefusal,
  isReviewOffered,
  computeReviewReminderAt,
  type ReviewRefusal,
  SIDES,
  type Side,
} from '@marquee/booking';
import type { ReviewAnswer, NewReview } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { changeVisibility } from '../../../core/admin-actions.ts';
import { areRelated, assertNotOnBothSides, isDeviceShared } from '../../../core/both-sides.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import {
  findReviewedBooking,
  findReviewedCreator,
  findBookingSideNames,
  findReviewTotal,
  insertReview,
  listReviewsByBooking,
  listShownReviews,
  lockReview,
  lockReviewedBooking,
  REVIEWS_PER_PAGE,
  setReviewAnswer,
  setReviewHidden,
  setReviewShown,
} from './reviews.sql.ts';

/**
 * Computes a user's rating: the number of reviews per star rating, the average in tenths, and the average of each
 * aspect in tenths (0 without reviews).
 */
export function computeRatings(
  total: { stars: readonly number[] | null; parts: readonly number[] | null } | undefined,
) {
  const stars = total?.stars ?? [0, 0, 0, 0, 0];
  const { count, tenths } = computeRating(stars);
  return {
    stars,
    count,
    tenths,
    parts: (total?.parts ?? []).map((sum) => Math.round((10 * sum) / count)),
  };
}

/** Lists a booking's reviews for staff, including unpublished ones and private notes. */
export const listReviewsForStaff = (db: Db, bookingId: string) => listReviewsByBooking(db, bookingId);

/** Lists a creator's published reviews, latest first. Throws USER_NOT_FOUND. */
export async function getCreatorReviewsPage(
  deps: Pick<Deps, 'db'>,
  { username, cursor }: { username: string; cursor?: string | undefined },
) {
  const creator = await findReviewedCreator(deps.db, username);
  if (!creator) throw new Failure('USER_NOT_FOUND');
  return toPage(
    await listShownReviews(deps.db, creator.id, parseCursor(cursor)),
    (row) => row.shownAt,
    REVIEWS_PER_PAGE,
  );
}

/**
 * Returns a booking's reviews from the point of view of one side: their own review, the other side's once published,
 * the other side's rating, the deadline `until`, and the reason why they cannot write a review now (null if they
 * can). Throws BOOKING_NOT_FOUND, also for other users.
 */
export const getBookingReviews = ({ deps, actor, session }: UserCtx, bookingId: string) =>
  inSnapshot(deps.db, async (db) => {
    const booking = await findReviewedBooking(db, bookingId, actor.workspaceId);
    if (!booking) throw new Failure('BOOKING_NOT_FOUND');
    const viewer: Side = booking.creatorId === actor.workspaceId ? 'creator' : 'brand';
    const reviews = await listReviewsByBooking(db, bookingId);
    const ownReview = reviews.find(({ side }) => side === viewer);
    const other = reviews.find(
      ({ side, shownAt, hiddenAt }) => side !== viewer && shownAt !== null && hiddenAt === null,
    );
    return {
      viewer,
      own: ownReview ?? null,
      other:
        other === undefined
          ? null
          : {
              id: other.id,
              side: other.side,
              stars: other.stars,
              parts: other.parts,
              text: other.text,
              shownAt: other.shownAt,
              answer: other.answer,
              answeredAt: other.answeredAt,
              answerUntil:
                findReviewAnswerRefusal(other, deps.now()) === null
                  ? computeReviewAnswerableUntil(other.shownAt ?? deps.now())
                  : null,
            },
      refusal: await findRefusal(db, booking, {
        viewer,
        hasWritten: ownReview !== undefined,
        devicePersonIds: session?.devicePersonIds ?? [],
        now: deps.now(),
      }),
      until: booking.completedAt === null ? null : computeReviewableUntil(booking.completedAt),
      otherRating: computeRatings(
        await findReviewTotal(db, viewer === 'creator' ? booking.brandId : booking.creatorId),
      ),
    };
  });

type ReviewedBooking = NonNullable<Awaited<ReturnType<typeof findReviewedBooking>>>;

/**
 * Returns the reason why a side cannot review a booking now, or null if it can. Sides that are related, or that have
 * used the same device, cannot review each other.
 */
async function findRefusal(
  db: Db,
  booking: ReviewedBooking,
  side: { viewer: Side; hasWritten: boolean; devicePersonIds: readonly PersonId[]; now: Date },
): Promise<ReviewRefusal | null> {
  const refusal = findReviewRefusal(booking, side.hasWritten, side.now);
  if (refusal !== null) return refusal;
  const otherWorkspaceId = side.viewer === 'creator' ? booking.brandId : booking.creatorId;
  const isRelated =
    (await isReviewless(db, booking, side.now)) || (await isDeviceShared(db, side.devicePersonIds, otherWorkspaceId));
  return isRelated ? 'REVIEW_RELATED' : null;
}

/** Returns whether a booking has no reviews, because its sides are related or were when the work was completed. */
const isReviewless = async (db: Db, booking: ReviewedBooking, now: Date): Promise<boolean> =>
  booking.isRelated || (await areRelated(db, booking, now));

/**
 * Stores the caller's review of a booking. The second review publishes both. Throws BOOKING_NOT_FOUND (also for
 * other users), ACTS_FOR_BOTH_SIDES, TOO_MANY_REQUESTS, REVIEW_RELATED, or the code that `findReviewRefusal` returns.
 */
export async function writeReview(ctx: UserCtx, { bookingId, ...form }: NewReview) {
  const { deps, actor, session } = ctx;
  const limit = () => enforceRateLimit(deps, 'review', actor.id);
  await runIdempotently(deps, actor, { name: 'reviews.write', limit }, { bookingId, ...form }, async (tx) => {
    if (!(await findReviewedBooking(tx.db, bookingId, actor.workspaceId))) throw new Failure('BOOKING_NOT_FOUND');
    const booking = await lockReviewedBooking(tx.db, bookingId);
    if (!booking) throw new Failure('BOOKING_NOT_FOUND');
    const now = deps.now();
    const side: Side = booking.creatorId === actor.workspaceId ? 'creator' : 'brand';
    await assertNotOnBothSides(tx.db, actor, side === 'creator' ? booking.brandId : booking.creatorId);
    const reviews = await listReviewsByBooking(tx.db, bookingId);
    const refusal = await findRefusal(tx.db, booking, {
      viewer: side,
      hasWritten: reviews.some((each) => each.side === side),
      devicePersonIds: session?.devicePersonIds ?? [],
      now,
    });
    if (refusal !== null || booking.completedAt === null) throw new Failure(refusal ?? 'REVIEW_NOT_COMPLETED');
    const closesAt = computeReviewableUntil(booking.completedAt);
    const { brandId, creatorId } = booking;
    await insertReview(tx.db, {
      ...form,
      parts: [...form.parts],
      bookingId,
      brandId,
      creatorId,
      side,
      writtenAt: now,
      closesAt,
    });
    if (reviews.length > 0) await showReviews(tx, booking, now);
    // Usually, this job is already enqueued, but not for bookings that were completed before reviews existed.
    else tx.enqueue('reviews.close', { bookingId }, { runAt: closesAt });
  });
  return getBookingReviews(ctx, bookingId);
}

/**
 * Publishes a locked booking's reviews and notifies both sides. Does nothing if they are already published, or if the
 * sides are related, so that no such review counts.
 */
async function showReviews(
  tx: UnitOfWork,
  booking: NonNullable<Awaited<ReturnType<typeof lockReviewedBooking>>>,
  at: Date,
): Promise<void> {
  if (await isReviewless(tx.db, booking, at)) return;
  const shownSides: Side[] = [];
  // Always updates the sides in this order, so that two transactions that update the totals of the same users cannot
  // deadlock.
  for (const side of ['creator', 'brand'] as const)
    if (await setReviewShown(tx.db, booking.id, side, at)) shownSides.push(side);
  if (shownSides.length === 0) return;
  for (const reader of SIDES)
    await sendReviewMail(tx, booking, reader, { kind: 'reviews_shown', wrote: shownSides, at });
}

/** Notifies one side about a booking's reviews, once per kind of email. */
async function sendReviewMail(
  tx: UnitOfWork,
  booking: NonNullable<Awaited<ReturnType<typeof lockReviewedBooking>>>,
  reader: Side,
  about:
    | { kind: 'review_invited' | 'review_reminder'; until: Date; at: Date }
    | { kind: 'reviews_shown'; wrote: readonly Side[]; at: Date },
): Promise<void> {
  const { id: bookingId, packageName } = booking;
  const { brandName, creatorName, creatorUsername } = await findBookingSideNames(tx.db, bookingId);
  const notice = {
    bookingId,
    packageName,
    reader,
    fullName: reader === 'brand' ? brandName : creatorName,
    otherName: reader === 'brand' ? creatorName : brandName,
  };
  const to = { workspaceId: reader === 'brand' ? booking.brandId : booking.creatorId, bookingId };
  const { at } = about;
  if (about.kind === 'reviews_shown') {
    const { kind, wrote } = about;
    const data = { ...notice, creatorUsername, wrote: [...wrote] };
    await sendMail(tx, { kind, subject: bookingId, to, at, data });
  } else {
    const { kind, until } = about;
    await sendMail(tx, { kind, subject: bookingId, to, at, data: { ...notice, until: until.toISOString() } });
  }
}

/**
 * Job: after completion, enqueues the reminder and the end of the review period. After the approval or another
 * settlement, which enqueue this job again, invites each side that has not written a review. Shortly before the end of
 * the review period, only the reminder is sent.
 */
export const inviteToReview = (deps: Deps, bookingId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const booking = await lockReviewedBooking(tx.db, bookingId);
    if (!booking?.completedAt || findReviewRefusal(booking, false, deps.now()) !== null) return;
    if (await isReviewless(tx.db, booking, deps.now())) return;
    const until = computeReviewableUntil(booking.completedAt);
    const remindAt = computeReviewReminderAt(booking.completedAt);
    if (isReviewOffered(booking, deps.now()) && deps.now() < remindAt) {
      const written = (await listReviewsByBooking(tx.db, bookingId)).map(({ side }) => side);
      for (const reader of SIDES.filter((side) => !written.includes(side)))
        await sendReviewMail(tx, booking, reader, { kind: 'review_invited', until, at: deps.now() });
    }
    tx.enqueue('reviews.remind', { bookingId }, { runAt: remindAt });
    tx.enqueue('reviews.close', { bookingId }, { runAt: until });
  });

/** Job: reminds each side that has not written a review, regardless of whether the other side has written one. */
export const remindToReview = (deps: Deps, bookingId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const booking = await lockReviewedBooking(tx.db, bookingId);
    if (!booking?.completedAt) return;
    const now = deps.now();
    const remindAt = computeReviewReminderAt(booking.completedAt);
    if (now < remindAt) return tx.enqueue('reviews.remind', { bookingId }, { runAt: remindAt });
    if (await isReviewless(tx.db, booking, now)) return;
    const written = (await listReviewsByBooking(tx.db, bookingId)).map(({ side }) => side);
    const until = computeReviewableUntil(booking.completedAt);
    for (const reader of SIDES)
      if (findReviewRefusal(booking, written.includes(reader), now) === null)
        await sendReviewMail(tx, booking, reader, { kind: 'review_reminder', until, at: now });
  });

/**
 * Job: publishes the reviews at the end of the review period, even if the booking has been refunded since, because a
 * refund must not suppress a review.
 */
export const closeReviews = (deps: Deps, bookingId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const booking = await lockReviewedBooking(tx.db, bookingId);
    if (!booking?.completedAt) return;
    const until = computeReviewableUntil(booking.completedAt);
    if (deps.now() < until) return tx.enqueue('reviews.close', { bookingId }, { runAt: until });
    await showReviews(tx, booking, deps.now());
  });

/**
 * Adds the caller's answer to a review about them. Throws REVIEW_NOT_FOUND (also for reviews of other users and
 * unpublished ones), ACTS_FOR_BOTH_SIDES, REVIEW_ANSWERED (only one answer is possible), REVIEW_ANSWER_TOO_LATE or
 * TOO_MANY_REQUESTS.
 */
export async function answerReview(ctx: UserCtx, { id, text }: ReviewAnswer) {
  const { deps, actor } = ctx;
  const limit = () => enforceRateLimit(deps, 'review', actor.id);
  const { bookingId } = await runIdempotently(
    deps,
    actor,
    { name: 'reviews.answer', limit },
    { id, text },
    async (tx) => {
      const review = await lockReview(tx.db, id);
      if (review?.subjectWorkspaceId !== actor.workspaceId) throw new Failure('REVIEW_NOT_FOUND');
      await assertNotOnBothSides(tx.db, actor, review.authorWorkspaceId);
      const now = deps.now();
      const refusal = findReviewAnswerRefusal(review, now);
      if (refusal !== null) throw new Failure(refusal);
      await setReviewAnswer(tx.db, id, { answer: text, answeredAt: now });
      return { bookingId: review.bookingId };
    },
  );
  return getBookingReviews(ctx, bookingId);
}

/**
 * Hides a review from everyone except its author, or shows it again. Updates the rating totals. Throws
 * ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE.
 */
export async function moderateReview(
  db: Transaction<Database>,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  action: 'review.hidden' | 'review.shown',
): Promise<void> {
  const review = await lockReview(db, id);
  if (!review || review.shownAt === null) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const subject = { kind: 'review', id, label: review.packageName, hiddenAt: review.hiddenAt } as const;
  await changeVisibility(db, deps, actor, subject, { action, reason }, (change) => setReviewHidden(db, id, change));
}
