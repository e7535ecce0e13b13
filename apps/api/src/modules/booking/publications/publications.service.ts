/**
 * Manages a booking's results, which are the publications of the creator's work and the metrics that the creator
 * reports (rules: libs/booking/publications.ts). Both sides see the results and may share them via a secret link.
 */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { randomBytes } from 'node:crypto';
import { isReportingResults, MAX_METRIC_REPORTS, MAX_PUBLICATIONS, PUBLICATION_METRICS } from '@marquee/booking';
import { HOUR_MS, addDaysToDay, toDayInZone } from '@marquee/time';
import type { NewPublication, PublicationMetrics, ResultsSharing } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { listDeliverables, listDeliveryVersions } from '../deliverables/deliverables.sql.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import {
  deletePublication,
  deleteSharedResults,
  findPublication,
  findBookingResults,
  findSharedResultsByToken,
  findSharedResultsByWorkspace,
  insertMetricReport,
  insertPublication,
  insertSharedResults,
  listMetricReports,
  listPublications,
} from './publications.sql.ts';
import { findCallerSide, lockBookingForAction, lockOwnBooking } from '../bookings/rules.service.ts';

/**
 * Returns a booking's results for one of its sides: deliverables, publications, all metric reports, and the amount
 * that the caller paid or earned, in cents. Throws BOOKING_NOT_FOUND, also for other users.
 */
export const getBookingResults = (deps: Deps, actor: Actor, bookingId: string) =>
  inSnapshot(deps.db, async (db) => {
    const viewer = await findCallerSide(db, actor, bookingId);
    const results = viewer === null ? null : await readBookingResults(db, bookingId);
    if (viewer === null || results === null) throw new Failure('BOOKING_NOT_FOUND');
    const { priceCents, totalCents, refundCents, ...shown } = results;
    const shared = await findSharedResultsByWorkspace(db, bookingId, actor.workspaceId);
    return {
      ...shown,
      viewer,
      /**
       * The brand sees the amount it paid minus refunds. The creator sees the price, which does not include the fee.
       */
      amountCents: viewer === 'brand' ? totalCents - refundCents : priceCents,
      token: shared?.token ?? null,
    };
  });

/**
 * Returns the results that are shared under this token, or null. They never contain amounts. They contain the
 * brand's name only if the brand shares them.
 */
export const getSharedResults = (deps: Pick<Deps, 'db'>, token: string) =>
  inSnapshot(deps.db, async (db) => {
    const shared = await findSharedResultsByToken(db, token);
    const results = shared === undefined ? null : await readBookingResults(db, shared.bookingId);
    if (shared === undefined || results === null || !isReportingResults(results)) return null;
    const { packageName, completedAt, creatorName, creatorUsername, brandName, deliverables, posts } = results;
    return {
      packageName,
      completedAt,
      creatorName,
      creatorUsername,
      brandName: results.brandId === shared.workspaceId ? brandName : null,
      deliverables,
      posts: posts.map((post) => ({ ...post, picture: post.picture?.isShared === true ? post.picture : null })),
    };
  });

/** Lists a booking's publications, for example for the response to a chargeback. The caller checks permissions. */
export const listBookingPublications = (db: Db, bookingId: string) => listPublications(db, bookingId);

/** Returns a booking's results, or null if the booking does not exist. */
async function readBookingResults(db: Db, bookingId: string) {
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

/** The largest offset from UTC. A publication's date may be today in any time zone. */
const MAX_UTC_OFFSET_MS = 14 * HOUR_MS;

/**
 * Adds a publication of the caller's work. Throws BOOKING_NOT_FOUND (also for the brand), RESULTS_REFUSED,
 * POST_DAY_WRONG, POSTS_FULL, POST_TWICE or TOO_MANY_REQUESTS.
 */
export async function addPublication(deps: Deps, actor: Actor, { id, link, publishedOn }: NewPublication) {
  const limit = () => enforceRateLimit(deps, 'results', actor.id);
  await runIdempotently(deps, actor, { name: 'publications.add', limit }, { id, link, publishedOn }, async (tx) => {
    const booking = await lockBookingForAction(tx.db, deps, actor, id, 'note_results');
    const now = deps.now();
    const isBefore = publishedOn < addDaysToDay(toDayInZone(booking.createdAt, null), -1);
    if (isBefore || publishedOn > toDayInZone(new Date(now.getTime() + MAX_UTC_OFFSET_MS), null))
      throw new Failure('POST_DAY_WRONG');
    if ((await listPublications(tx.db, id)).length >= MAX_PUBLICATIONS) throw new Failure('POSTS_FULL');
    if (!(await insertPublication(tx.db, { bookingId: id, link, publishedOn, disclosedAt: now })))
      throw new Failure('POST_TWICE');
    const data = { link, publishedOn };
    await recordAndNotify(tx, {
      kind: 'publication.added',
      bookingId: id,
      actor,
      at: now,
      data,
      about: link,
    });
  });
  return getBookingResults(deps, actor, id);
}

/**
 * Removes a publication with its metric reports. The timeline still shows that it existed. Throws POST_NOT_FOUND,
 * RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function removePublication(deps: Deps, actor: Actor, id: string) {
  await enforceRateLimit(deps, 'results', actor.id);
  const { bookingId } = await inTransaction(deps, async (tx) => {
    const post = await lockOwnPublication(tx.db, deps, actor, id);
    await deletePublication(tx.db, id);
    const { bookingId, link, pictureName: name } = post;
    if (name !== null) tx.enqueue('publications.drop_picture', { name });
    await recordAndNotify(tx, {
      kind: 'publication.removed',
      bookingId,
      actor,
      at: deps.now(),
      data: { link },
    });
    return post;
  });
  return getBookingResults(deps, actor, bookingId);
}

/**
 * Adds a report of a publication's metrics and keeps the earlier ones. A report that equals the last one is ignored.
 * Throws POST_NOT_FOUND, RESULTS_REFUSED, POST_FIGURES_SPENT or TOO_MANY_REQUESTS.
 */
export async function reportPublicationMetrics(deps: Deps, actor: Actor, { id, ...figures }: PublicationMetrics) {
  await enforceRateLimit(deps, 'results', actor.id);
  const { bookingId } = await inTransaction(deps, async (tx) => {
    const post = await lockOwnPublication(tx.db, deps, actor, id);
    const { bookingId, link } = post;
    const reports = await listMetricReports(tx.db, [id]);
    const last = reports.at(-1);
    if (last !== undefined && PUBLICATION_METRICS.every((name) => last[name] === figures[name])) return post;
    if (reports.length >= MAX_METRIC_REPORTS) throw new Failure('POST_FIGURES_SPENT');
    const [number, at] = [reports.length + 1, deps.now()];
    await insertMetricReport(tx.db, { ...figures, publicationId: id, number, reportedAt: at });
    await recordAndNotify(tx, {
      kind: 'publication.figures_reported',
      bookingId,
      actor,
      at,
      data: { link, views: figures.views },
      about: `${id}:${number}`,
    });
    return post;
  });
  return getBookingResults(deps, actor, bookingId);
}

/**
 * Locks the booking of the caller's publication, and returns the publication as it is after locking. Throws
 * POST_NOT_FOUND or the errors of `lockBookingForAction`.
 */
export async function lockOwnPublication(db: Transaction<Database>, deps: Deps, actor: Actor, id: string) {
  const publication = await findPublication(db, id);
  if (publication?.creatorId !== actor.workspaceId) throw new Failure('POST_NOT_FOUND');
  await lockBookingForAction(db, deps, actor, publication.bookingId, 'note_results');
  // Read again, because the publication may have been removed, or its screenshot replaced, before the booking was
  // locked.
  const locked = await findPublication(db, id);
  if (!locked) throw new Failure('POST_NOT_FOUND');
  return locked;
}

/**
 * Shares a booking's results for the caller's side via a secret link (128 random bits), or stops sharing them.
 * Sharing them again later creates a new link. Throws BOOKING_NOT_FOUND, RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function shareResults(deps: Deps, actor: Actor, { id, isShared }: ResultsSharing) {
  await enforceRateLimit(deps, 'results', actor.id);
  await inTransaction(deps, async (tx) => {
    const booking = await lockOwnBooking(tx.db, actor, id);
    if (!isShared) return deleteSharedResults(tx.db, id, actor.workspaceId);
    if (!isReportingResults(booking)) throw new Failure('RESULTS_REFUSED');
    const token = randomBytes(16).toString('base64url');
    return insertSharedResults(tx.db, { bookingId: id, workspaceId: actor.workspaceId, token, sharedAt: deps.now() });
  });
  return getBookingResults(deps, actor, id);
}
