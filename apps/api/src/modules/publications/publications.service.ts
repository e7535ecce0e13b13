/**
 * The results of a booking: where its work was published, and what its creator reports of it (rules:
 * libs/booking/posts.ts). Its two sides see them, and may share them by an address that nobody can guess.
 */
import { randomBytes } from 'node:crypto';
import {
  addDaysToDay,
  toDayInZone,
  isReportingResults,
  MAX_METRIC_REPORTS,
  MAX_PUBLICATIONS,
  PUBLICATION_METRICS,
} from '@marquee/booking';
import type { NewPublication, PublicationMetrics, ResultsSharing } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { runIdempotently } from '../../core/idempotency.ts';
import { enqueueJob } from '../../core/queue.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { Database, Db } from '../../db/schema.ts';
import { inSnapshot, inTransaction } from '../../db/transaction.ts';
import { listDeliverables, listDeliveryVersions } from '../bookings/deliveries.sql.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import {
  deletePublication,
  deleteSharedResults,
  findPublication,
  findBookingResults,
  findSharedResultsByToken,
  findSharedResultsByUser,
  insertMetricReport,
  insertPublication,
  insertSharedResults,
  listMetricReports,
  listPublications,
} from '../bookings/publications.sql.ts';
import { findCallerSide, lockBookingForAction, lockOwnBooking } from '../bookings/rules.service.ts';

/**
 * What a booking came to, for its two sides: what was delivered, where it was published, every report of it, and what
 * the reader paid or gets, in cents. Throws BOOKING_NOT_FOUND, also for a stranger.
 */
export const resultsOf = (ctx: UserCtx, bookingId: string) =>
  inSnapshot(ctx.db, async (tx) => {
    const viewer = await findCallerSide(tx, ctx, bookingId);
    const results = viewer === null ? null : await readResults(tx, bookingId);
    if (viewer === null || results === null) throw new Failure('BOOKING_NOT_FOUND');
    const { priceCents, totalCents, refundCents, ...shown } = results;
    const shared = await findSharedResultsByUser(tx, bookingId, ctx.user.id);
    return {
      ...shown,
      viewer,
      /** Of the brand: what it paid and did not get back. Of the creator: the price of its work. */
      amountCents: viewer === 'brand' ? totalCents - refundCents : priceCents,
      token: shared?.token ?? null,
    };
  });

/**
 * The results that somebody shares at this address, for everybody; null: nobody does. Without what was paid, and
 * without the other side's name where the creator shares them.
 */
export const sharedResults = (ctx: Pick<Ctx, 'db'>, token: string) =>
  inSnapshot(ctx.db, async (tx) => {
    const shared = await findSharedResultsByToken(tx, token);
    const results = shared === undefined ? null : await readResults(tx, shared.bookingId);
    if (shared === undefined || results === null || !isReportingResults(results)) return null;
    const { packageName, completedAt, creatorName, creatorUsername, brandName, deliverables, posts } = results;
    return {
      packageName,
      completedAt,
      creatorName,
      creatorUsername,
      brandName: results.brandId === shared.userId ? brandName : null,
      deliverables,
      posts: posts.map((post) => ({ ...post, picture: post.picture?.isShared === true ? post.picture : null })),
    };
  });

/** The posts of a booking, for what staff tells its card's bank. Whether they may is the caller's to ask. */
export const postsOf = (db: Db, bookingId: string) => listPublications(db, bookingId);

/** All that results show, whoever reads them; null: there is no such booking. */
async function readResults(db: Db, bookingId: string) {
  const booking = await findBookingResults(db, bookingId);
  if (!booking) return null;
  const [deliverables, posts] = await Promise.all([listDeliverables(db, bookingId), listPublications(db, bookingId)]);
  const [versions, figures] = await Promise.all([
    listDeliveryVersions(
      db,
      deliverables.map(({ id }) => id),
    ),
    listMetricReports(
      db,
      posts.map(({ id }) => id),
    ),
  ]);
  return {
    ...booking,
    deliverables: deliverables.map(({ id, title }) => {
      const last = versions.findLast(({ deliverableId }) => deliverableId === id);
      return {
        id,
        title,
        sentAt: last?.sentAt ?? null,
        approvedAt: last?.verdict === 'approved' ? last.decidedAt : null,
      };
    }),
    posts: posts.map(({ pictureWidth, pictureHeight, pictureAt, pictureShared, ...post }) => ({
      ...post,
      picture:
        pictureWidth === null || pictureHeight === null || pictureAt === null
          ? null
          : { width: pictureWidth, height: pictureHeight, at: pictureAt, isShared: pictureShared },
      reports: figures.filter(({ publicationId }) => publicationId === post.id),
    })),
  };
}

/** Hours by which a place on earth is ahead of UTC at most: its day is the first that is everybody's today. */
const AHEAD_MS = 14 * 3_600_000;

/**
 * The creator notes where work was published. Throws BOOKING_NOT_FOUND (also for the brand), RESULTS_REFUSED,
 * POST_DAY_WRONG, POSTS_FULL, POST_TWICE or TOO_MANY_REQUESTS.
 */
export async function addPost(ctx: UserCtx, { id, link, publishedOn }: NewPublication) {
  const limit = () => enforceRateLimit(ctx, 'results', ctx.user.id);
  await runIdempotently(ctx, { name: 'publications.add', limit }, { id, link, publishedOn }, async (tx) => {
    const booking = await lockBookingForAction(tx, ctx, id, 'note_results');
    const now = ctx.now();
    const isBefore = publishedOn < addDaysToDay(toDayInZone(booking.createdAt, null), -1);
    if (isBefore || publishedOn > toDayInZone(new Date(now.getTime() + AHEAD_MS), null))
      throw new Failure('POST_DAY_WRONG');
    if ((await listPublications(tx, id)).length >= MAX_PUBLICATIONS) throw new Failure('POSTS_FULL');
    if (!(await insertPublication(tx, { bookingId: id, link, publishedOn, disclosedAt: now })))
      throw new Failure('POST_TWICE');
    const data = { link, publishedOn };
    await recordAndNotify(tx, {
      kind: 'publication.added',
      bookingId: id,
      actorId: ctx.user.id,
      at: now,
      data,
      about: link,
    });
  });
  return resultsOf(ctx, id);
}

/**
 * The creator takes a post off the list, with what was reported of it; that it was there stays in the timeline. Throws
 * POST_NOT_FOUND, RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function removePost(ctx: UserCtx, id: string) {
  await enforceRateLimit(ctx, 'results', ctx.user.id);
  const { bookingId } = await inTransaction(ctx.db, async (tx) => {
    const post = await lockPost(tx, ctx, id);
    await deletePublication(tx, id);
    const { bookingId, link, pictureName: name } = post;
    if (name !== null) await enqueueJob(tx, 'publications.drop_picture', { name });
    await recordAndNotify(tx, {
      kind: 'publication.removed',
      bookingId,
      actorId: ctx.user.id,
      at: ctx.now(),
      data: { link },
    });
    return post;
  });
  return resultsOf(ctx, bookingId);
}

/**
 * The creator reports what the platform says of a post; what was reported before stays. The figures of the last report
 * again are a no-op. Throws POST_NOT_FOUND, RESULTS_REFUSED, POST_FIGURES_SPENT or TOO_MANY_REQUESTS.
 */
export async function reportFigures(ctx: UserCtx, { id, ...figures }: PublicationMetrics) {
  await enforceRateLimit(ctx, 'results', ctx.user.id);
  const { bookingId } = await inTransaction(ctx.db, async (tx) => {
    const post = await lockPost(tx, ctx, id);
    const { bookingId, link } = post;
    const reports = await listMetricReports(tx, [id]);
    const last = reports.at(-1);
    if (last !== undefined && PUBLICATION_METRICS.every((name) => last[name] === figures[name])) return post;
    if (reports.length >= MAX_METRIC_REPORTS) throw new Failure('POST_FIGURES_SPENT');
    const [number, at] = [reports.length + 1, ctx.now()];
    await insertMetricReport(tx, { ...figures, publicationId: id, number, reportedAt: at });
    await recordAndNotify(tx, {
      kind: 'publication.figures_reported',
      bookingId,
      actorId: ctx.user.id,
      at,
      data: { link, views: figures.views },
      about: `${id}:${number}`,
    });
    return post;
  });
  return resultsOf(ctx, bookingId);
}

/** Locks the booking of the caller's own post. Throws POST_NOT_FOUND or as `lockFor` does. */
export async function lockPost(tx: Transaction<Database>, ctx: UserCtx, id: string) {
  const found = await findPublication(tx, id);
  if (found?.creatorId !== ctx.user.id) throw new Failure('POST_NOT_FOUND');
  await lockBookingForAction(tx, ctx, found.bookingId, 'note_results');
  // It may have been taken off, or have got another picture, before the booking was locked.
  const locked = await findPublication(tx, id);
  if (!locked) throw new Failure('POST_NOT_FOUND');
  return locked;
}

/**
 * One side shares the results under an address that nobody can guess (128 random bits), or ends that: shared again they
 * have another address. Throws BOOKING_NOT_FOUND, RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function shareResults(ctx: UserCtx, { id, isShared }: ResultsSharing) {
  await enforceRateLimit(ctx, 'results', ctx.user.id);
  await inTransaction(ctx.db, async (tx) => {
    const booking = await lockOwnBooking(tx, ctx, id);
    if (!isShared) return deleteSharedResults(tx, id, ctx.user.id);
    if (!isReportingResults(booking)) throw new Failure('RESULTS_REFUSED');
    const token = randomBytes(16).toString('base64url');
    return insertSharedResults(tx, { bookingId: id, userId: ctx.user.id, token, sharedAt: ctx.now() });
  });
  return resultsOf(ctx, id);
}
