/**
 * Manages the deliverables of a booking. The creator sends versions of each deliverable, and the brand approves them
 * or requests changes. The last approval completes the work and pays the creator.
 */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import {
  computeReviewBy,
  findDueAt,
  isLastToApprove,
  isLastToSend,
  MAX_DELIVERABLES,
  findPlanRefusal,
  findSendRefusal,
  findVerdictRefusal,
  type Side,
} from '@marquee/booking';
import { HOUR_MS, toDayInZone } from '@marquee/time';
import type { DeliveryPlan, NewDeliverable, NewVerdict, NewVersion } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import { awaitJob } from '../../../core/await-job.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { completeWork, restartReleaseWindow } from '../bookings/moves.service.ts';
import { updateBooking, type LockedBooking } from '../bookings/bookings.sql.ts';
import {
  appendDeliverable,
  deleteDeliverable,
  findDeliverable,
  findOrderedWork,
  insertDeliveryVersion,
  listDeliverables,
  listDeliveryFiles,
  listDeliveryVersions,
  setDeliverablePlannedOn,
  updateDeliveryVersion,
} from '../deliverables/deliverables.sql.ts';
import { attachFilesToVersion, discardUnsentFiles } from '../files/files.service.ts';
import { settleReviewDelay, scheduleReviewReminder } from '../bookings/deadlines.service.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { assertAllowed, findCallerSide, lockBookingForAction, lockOwnBooking } from '../bookings/rules.service.ts';
import { hasGuests } from '../guest-reviews/guest-reviews.service.ts';
import { approveLockedBooking } from '../../money/settlements/release.service.ts';

/**
 * Lists a booking's deliverables for the caller, with all versions and verdicts. Only the creator sees drafts, which
 * are files that were uploaded but not sent. Only the brand learns whether there are guests. Throws BOOKING_NOT_FOUND
 * if the caller is not a party to the booking.
 */
export async function listDeliverablesForCaller(deps: Deps, actor: Actor, bookingId: string) {
  return inSnapshot(deps.db, async (db) => {
    const side = await findCallerSide(db, actor, bookingId);
    if (side === null) throw new Failure('BOOKING_NOT_FOUND');
    return {
      ...(await listDeliverablesForSide(db, bookingId, side)),
      hasGuests: side === 'brand' && (await hasGuests(db, bookingId)),
    };
  });
}

/** Lists the deliverables as the brand sees them, for staff who decide a dispute. The caller checks permissions. */
export const listDeliverablesAsBrand = (db: Db, bookingId: string) => listDeliverablesForSide(db, bookingId, 'brand');

async function listDeliverablesForSide(db: Db, bookingId: string, side: Side) {
  const [{ revisions }, deliverables] = await Promise.all([
    findOrderedWork(db, bookingId),
    listDeliverables(db, bookingId),
  ]);
  const ids = deliverables.map(({ id }) => id);
  const [versions, files] = await Promise.all([
    listDeliveryVersions(db, ids),
    listDeliveryFiles(db, ids, side === 'creator'),
  ]);
  return {
    revisions,
    items: deliverables.map((deliverable) => {
      const ownFiles = files.filter(({ deliverableId }) => deliverableId === deliverable.id);
      return {
        ...deliverable,
        versions: versions
          .filter(({ deliverableId }) => deliverableId === deliverable.id)
          .map((version) => ({ ...version, files: ownFiles.filter(({ number }) => number === version.number) })),
        drafts: ownFiles.filter(({ number }) => number === null),
      };
    }),
  };
}

/**
 * Adds a deliverable to work in progress, for its creator. Throws BOOKING_NOT_FOUND (also for the brand),
 * DELIVERY_REFUSED or DELIVERABLES_FULL.
 */
export async function addOwnDeliverable(deps: Deps, actor: Actor, { id, title }: NewDeliverable) {
  await runIdempotently(deps, actor, 'deliveries.add', { id, title }, async (tx) => {
    await lockBookingForAction(tx.db, deps, actor, id, 'deliver');
    if ((await listDeliverables(tx.db, id)).length >= MAX_DELIVERABLES) throw new Failure('DELIVERABLES_FULL');
    await appendDeliverable(tx.db, id, title.trim());
  });
  return listDeliverablesForCaller(deps, actor, id);
}

/**
 * Removes a deliverable that the creator added and has not sent yet. Throws DELIVERABLE_NOT_FOUND (also for an
 * ordered deliverable), DELIVERY_REFUSED or DELIVERABLE_SENT.
 */
export async function removeOwnDeliverable(deps: Deps, actor: Actor, id: string) {
  const { bookingId } = await inTransaction(deps, async (tx) => {
    const deliverable = await lockOwnDeliverable(tx.db, deps, actor, id);
    if (!deliverable.isAdded) throw new Failure('DELIVERABLE_NOT_FOUND');
    if ((await listDeliveryVersions(tx.db, [id])).length > 0) throw new Failure('DELIVERABLE_SENT');
    await discardUnsentFiles(tx, { deliverableId: id });
    await deleteDeliverable(tx.db, id);
    return deliverable;
  });
  return listDeliverablesForCaller(deps, actor, bookingId);
}

/** The largest differences between a time zone and UTC: 12 hours behind, and 14 hours ahead. */
const ZONE_OFFSETS_MS = { behind: 12 * HOUR_MS, ahead: 14 * HOUR_MS };

/**
 * Sets the days on which the creator plans to send deliverables. Throws BOOKING_NOT_FOUND (also for the brand),
 * DELIVERY_REFUSED, DELIVERABLE_NOT_FOUND, PLAN_OUT_OF_TIME or TOO_MANY_REQUESTS.
 */
export async function planOwnDeliverables(deps: Deps, actor: Actor, { id, days }: DeliveryPlan) {
  await enforceRateLimit(deps, 'delivery', actor.id);
  await inTransaction(deps, async (tx) => {
    const now = deps.now();
    const dueAt = findDueAt(await lockBookingForAction(tx.db, deps, actor, id, 'deliver'), now);
    const today = toDayInZone(new Date(now.getTime() - ZONE_OFFSETS_MS.behind), null);
    const dueDay = dueAt && toDayInZone(new Date(dueAt.getTime() + ZONE_OFFSETS_MS.ahead), null);
    const planned = new Map((await listDeliverables(tx.db, id)).map((each) => [each.id, each.plannedOn]));
    let changes = 0;
    for (const { deliverableId, day } of days) {
      const before = planned.get(deliverableId);
      if (before === undefined) throw new Failure('DELIVERABLE_NOT_FOUND');
      if (day === before) continue;
      const refusal = day === null ? null : findPlanRefusal(day, today, dueDay);
      if (refusal !== null) throw new Failure(refusal);
      await setDeliverablePlannedOn(tx.db, deliverableId, day);
      planned.set(deliverableId, day);
      changes++;
    }
    if (changes === 0) return;
    const all = [...planned.values()].filter((day) => day !== null).toSorted();
    const data = { days: all.length, last: all.at(-1) ?? '' };
    const about = `${id}:${now.toISOString()}`;
    await recordAndNotify(tx, { kind: 'delivery.planned', bookingId: id, actor, at: now, data, about });
  });
  return listDeliverablesForCaller(deps, actor, id);
}

/**
 * Locks the booking of a deliverable, so that its creator can send a version. Throws DELIVERABLE_NOT_FOUND (also for
 * other users) or the errors of `lockBookingForAction`.
 */
async function lockOwnDeliverable(db: Transaction<Database>, deps: Deps, actor: Actor, id: string) {
  const deliverableBefore = await findDeliverable(db, id);
  if (!deliverableBefore || deliverableBefore.creatorId !== actor.workspaceId)
    throw new Failure('DELIVERABLE_NOT_FOUND');
  const booking = await lockBookingForAction(db, deps, actor, deliverableBefore.bookingId, 'deliver');
  // Read the deliverable again, because it may have been removed before the booking was locked.
  const deliverable = await findDeliverable(db, id);
  if (!deliverable) throw new Failure('DELIVERABLE_NOT_FOUND');
  return { ...deliverable, booking };
}

/**
 * Sends the caller's new version of a deliverable to the brand. Ignores an exact repeat, such as a double click.
 * Deletes draft files that are not part of the version. Throws DELIVERABLE_NOT_FOUND, DELIVERABLES_MISSING,
 * DELIVERY_REFUSED, DELIVERABLE_APPROVED, DELIVERABLE_MOVED_ON, VERSIONS_SPENT, FILE_NOT_READY or TOO_MANY_REQUESTS.
 */
export async function sendVersion(deps: Deps, actor: Actor, input: NewVersion) {
  const { deliverableId, number, note, links } = input;
  const files = [...new Set(input.files)];
  const limit = () => enforceRateLimit(deps, 'delivery', actor.id);
  const { bookingId } = await runIdempotently(deps, actor, { name: 'deliveries.send', limit }, input, async (tx) => {
    const deliverable = await lockOwnDeliverable(tx.db, deps, actor, deliverableId);
    const answer = { bookingId: deliverable.bookingId };
    const versions = await listDeliveryVersions(tx.db, [deliverableId]);
    // A repeated request, for example from a double click.
    const latest = versions.at(-1);
    if (
      latest?.number === number &&
      latest.note === note.trim() &&
      files.length === 0 &&
      isSameList(latest.links, links)
    )
      return answer;
    const refusal = findSendRefusal(versions);
    if (refusal !== null) throw new Failure(refusal);
    if (number !== versions.length + 1) throw new Failure('DELIVERABLE_MOVED_ON');
    const sentAt = deps.now();
    // The new version replaces one that waits for the brand, which ends that review.
    const booking =
      latest?.verdict === null ? await settleReviewDelay(tx, deliverable.booking, sentAt) : deliverable.booking;
    const reviewBy = computeReviewBy(sentAt, booking.windows);
    await insertDeliveryVersion(tx.db, { deliverableId, number, note: note.trim(), links, sentAt, reviewBy });
    await attachFilesToVersion(tx.db, { deliverableId, number }, files);
    await discardUnsentFiles(tx, { deliverableId });
    await recordAndNotify(tx, {
      kind: 'delivery.sent',
      bookingId: deliverable.bookingId,
      actor,
      at: sentAt,
      data: { title: deliverable.title, number, ...(input.completes && { completes: true }) },
      about: `${deliverableId}:${number}`,
    });
    if (input.completes) await completeBySending(tx, deps, actor, booking, deliverableId);
    else if (latest?.verdict === 'changes') await restartReleaseWindow(tx, booking, sentAt);
    await scheduleReviewReminder(tx, booking.id);
    return answer;
  });
  return listDeliverablesForCaller(deps, actor, bookingId);
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((link, at) => link === other[at]);

/**
 * Stores the brand's verdict on the latest version of a deliverable: approval, or a change request. The last
 * approval completes the work and releases the payout. Repeating the same verdict does nothing. Throws
 * DELIVERABLE_NOT_FOUND, DELIVERABLE_MOVED_ON, DELIVERABLE_APPROVED, ROUNDS_SPENT, REMARK_MISPLACED,
 * DELIVERY_REFUSED, CANCELLATION_OPEN, BOOKING_FROZEN or RELEASE_REFUSED.
 */
export async function decideVersion(deps: Deps, actor: Actor, input: NewVerdict) {
  const { deliverableId, number, verdict } = input;
  const { bookingId, isPaid } = await inTransaction(deps, async (tx) => {
    const action = verdict === 'approved' ? 'approve_delivery' : 'ask_for_changes';
    const deliverable = await findDeliverable(tx.db, deliverableId);
    if (!deliverable || deliverable.brandId !== actor.workspaceId) throw new Failure('DELIVERABLE_NOT_FOUND');
    const booking = await lockOwnBooking(tx.db, actor, deliverable.bookingId);
    const versions = await listDeliveryVersions(tx.db, [deliverableId]);
    // A repeated request, for example from a double click.
    if (versions.find((version) => version.number === number)?.verdict === verdict)
      return { ...deliverable, isPaid: false };
    await assertAllowed(tx.db, deps, actor, booking, action);
    const { revisions } = await findOrderedWork(tx.db, booking.id);
    const refusal = findVerdictRefusal(versions, { number, verdict }, revisions);
    if (refusal !== null) throw new Failure(refusal);
    const decidedAt = deps.now();
    const changes = input.verdict === 'changes' ? input : { changeRequest: null, remarks: [] };
    await assertFileComments(tx.db, deliverableId, number, changes.remarks);
    await updateDeliveryVersion(tx.db, input, {
      verdict,
      decidedAt,
      changeRequest: changes.changeRequest,
      remarks: changes.remarks,
    });
    await updateBooking(tx.db, booking.id, { reviewedAt: decidedAt });
    const happening = {
      bookingId: booking.id,
      actor,
      at: decidedAt,
      about: `${deliverableId}:${number}`,
    };
    const { title } = deliverable;
    if (changes.changeRequest !== null) {
      await restartReleaseWindow(tx, booking, decidedAt);
      await recordAndNotify(tx, {
        kind: 'delivery.changes_asked',
        ...happening,
        data: { title, number, changeRequest: changes.changeRequest },
      });
      await endReview(tx, booking, decidedAt);
      return { ...deliverable, isPaid: false };
    }
    await recordAndNotify(tx, { kind: 'delivery.approved', ...happening, data: { title, number } });
    const isPaid = await payIfAllApproved(tx, deps, actor, booking, deliverableId);
    if (!isPaid) await endReview(tx, booking, decidedAt);
    return { ...deliverable, isPaid };
  });
  if (isPaid) await awaitJob(deps, 'settlements.release', { bookingId });
  return listDeliverablesForCaller(deps, actor, bookingId);
}

/** Moves the due date if the brand's review was late. Schedules the reminder about the next version that waits. */
async function endReview(tx: UnitOfWork, booking: LockedBooking, at: Date): Promise<void> {
  await settleReviewDelay(tx, booking, at);
  await scheduleReviewReminder(tx, booking.id);
}

/**
 * Checks the brand's comments on files. Throws REMARK_MISPLACED if one refers to a file that is not part of this
 * version.
 */
async function assertFileComments(
  db: Transaction<Database>,
  deliverableId: string,
  number: number,
  remarks: readonly { fileId: string }[],
): Promise<void> {
  if (remarks.length === 0) return;
  const files = await listDeliveryFiles(db, [deliverableId], false);
  const ownFileIds = new Set(files.filter((file) => file.number === number).map(({ id }) => id));
  if (!remarks.every(({ fileId }) => ownFileIds.has(fileId))) throw new Failure('REMARK_MISPLACED');
}

/**
 * Completes the work after its last deliverable was sent. Throws DELIVERABLES_MISSING, or the failure that the
 * rulebook returns for `complete`.
 */
async function completeBySending(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  booking: LockedBooking,
  sentId: string,
): Promise<void> {
  await assertAllowed(tx.db, deps, actor, booking, 'complete');
  if (!isLastToSend(await listOtherDeliverableVersions(tx.db, booking.id, sentId)))
    throw new Failure('DELIVERABLES_MISSING');
  await completeWork(tx, deps, actor, booking, 'sending');
}

/** Lists the versions of each deliverable of the booking except `deliverableId`. */
async function listOtherDeliverableVersions(db: Transaction<Database>, bookingId: string, deliverableId: string) {
  const otherDeliverables = (await listDeliverables(db, bookingId)).filter(({ id }) => id !== deliverableId);
  const versions = await listDeliveryVersions(
    db,
    otherDeliverables.map(({ id }) => id),
  );
  return otherDeliverables.map(({ id }) => versions.filter((version) => version.deliverableId === id));
}

/**
 * Completes the booking and releases the payout if all other deliverables are approved. Returns false if they are
 * not.
 */
async function payIfAllApproved(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  booking: LockedBooking,
  approvedId: string,
): Promise<boolean> {
  if (!isLastToApprove(await listOtherDeliverableVersions(tx.db, booking.id, approvedId))) return false;
  await approveLockedBooking(
    tx,
    deps,
    actor,
    booking.status === 'completed' ? booking : await completeWork(tx, deps, actor, booking, 'approval'),
  );
  return true;
}
