import {
  awaitsProduct,
  MOST_SHIPPING_DAYS,
  daysAfter,
  DECLINE_REASONS,
  dueAt,
  extendedAcceptBy,
  hoursAfter,
  MOVE_ACTIONS,
  nextStep,
  paymentReminderAt,
  releaseAfter,
  reminderDays,
  reminderAt,
  RIGHTS_NOTICE_DAYS,
  rightsEnd,
  stalledEnd,
  type BookingStatus,
  type CancelReason,
  type PaymentState,
  type Side,
  type Windows,
} from '@marquee/booking';
import { cents, quote, rightsLabel } from '@marquee/money';
import { deliverablesOf, type BookingMove } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { sideOf, type UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { raceAt } from '../../core/faults.ts';
import { afterOf, pageOf } from '../../core/paging.ts';
import { awaitJob, doJob } from '../../core/await-job.ts';
import { enqueue } from '../../core/queue.ts';
import type { Database, Db } from '../../db/schema.ts';
import { inSnapshot, inTransaction } from '../../db/transaction.ts';
import { lockPlaces } from '../availability/availability.service.ts';
import { bookEarning } from '../ledger/ledger.service.ts';
import { findTerms } from '../terms/terms.service.ts';
import { isSameSale } from '../packages/sale.service.ts';
export { MOST_WAITING } from './bookings.sql.ts';
import {
  findBookingOf,
  findRights,
  hasEvent,
  insertBooking,
  listBookings,
  listBookingsOf,
  listWaitingFor,
  lockBooking,
  lockBrand,
  lockOpenBooking,
  lockUnpaidOrder,
  lockUnsettledOf,
  MOST_WAITING,
  updateBooking,
  type LockedBooking,
  type OpenBooking,
  type Recorded,
  updatePurchaseOrder,
} from './bookings.sql.ts';
import { findOpenCancellation } from './cancellations.sql.ts';
import { findOrdered, hasVersions, insertDeliverables } from './deliveries.sql.ts';

import { findShipment } from './shipments.sql.ts';
import { findLatestDispute, listStatements } from './disputes.sql.ts';
import { recordAndTell } from './notices.service.ts';
import { lockWare, type Sold, type Wanted, type Ware } from './sold.service.ts';
import { planAnswerReminder } from './reminders.service.ts';
import { demand, factsOf, lockFor, lockOwnBooking, progressOf } from './rules.service.ts';

/**
 * Returns a booking as one of its parties sees it, with the events so far and what happens next. Throws
 * BOOKING_NOT_FOUND if the caller is not a party to it.
 */
export async function bookingOf(ctx: UserCtx, id: string) {
  const found = await findBookingOf(ctx.db, id, ctx.user.id);
  // Most bookings are one statement. The rest of a request or dispute must be read in the same snapshot.
  return found && (found.requestAskedBy !== null || found.wasDisputed)
    ? inSnapshot(ctx.db, async (tx) => describeBooking(ctx, tx, await findBookingOf(tx, id, ctx.user.id)))
    : describeBooking(ctx, ctx.db, found);
}

async function describeBooking(ctx: UserCtx, db: Db, found: Awaited<ReturnType<typeof findBookingOf>>) {
  if (!found) throw new Failure('BOOKING_NOT_FOUND');
  const { timeline, askers, authors, problemsReported, wasDisputed, ...columns } = found;
  const { disputeClaimantId, disputeOfferCreatorCents, disputeOffers, ...booking } = columns;
  const viewer: Side = booking.creatorId === ctx.user.id ? 'creator' : 'brand';
  const cancellation = booking.requestAskedBy === null ? null : await findOpenCancellation(db, booking.id);
  const dispute = wasDisputed ? await findLatestDispute(db, booking.id) : null;
  const facts = factsOf(booking, found);
  return {
    ...booking,
    viewer,
    facts,
    nextStep: nextStep(facts, viewer, ctx.now()),
    timeline: timeline.map((event) => ({ ...event, at: new Date(event.at) }) as Recorded),
    cancellation: cancellation ?? null,
    // What both sides said stays readable after it is decided.
    dispute: dispute ? { ...dispute, statements: await listStatements(db, dispute.id) } : null,
  };
}

/** One page of the caller's bookings, newest first. `cursor` is the `nextCursor` of the page before. */
export async function bookingsOf(
  ctx: UserCtx,
  input: { status?: BookingStatus | undefined; cursor?: string | undefined },
) {
  const side = sideOf(ctx.user);
  const rows = await listBookingsOf(ctx.db, {
    userId: ctx.user.id,
    side,
    status: input.status ?? null,
    after: afterOf(input.cursor),
  });
  const { items, nextCursor } = pageOf(rows, (row) => row.createdAt);
  return {
    items: items.map((row) => ({ ...row, nextStep: nextStep(progressOf(row, row), side, ctx.now()) })),
    nextCursor,
  };
}

/**
 * The bookings whose next step is the caller's, what is due first in front: `most` of them, and how many there are
 * (`atLeast`: more than were counted).
 */
export async function bookingsWaiting(ctx: UserCtx, { most }: { most: number }) {
  const side = sideOf(ctx.user);
  const ids = await listWaitingFor(ctx.db, ctx.user.id, side);
  const rows = await listBookings(ctx.db, ctx.user.id, side, ids.slice(0, most));
  return {
    items: rows.map((row) => ({ ...row, nextStep: nextStep(progressOf(row, row), side, ctx.now()) })),
    count: Math.min(ids.length, MOST_WAITING),
    atLeast: ids.length > MOST_WAITING,
  };
}

/**
 * Writes the booking that a checkout pays for, or finds the brand's open unpaid one that sells the same of this package
 * or version of an offer. The row, its snapshot of what is sold, questions and answers, and its 24-hour timer exist
 * before Stripe is called. Fails with SIGNED_OUT (the account was deleted meanwhile), ACCOUNT_SUSPENDED,
 * PACKAGE_NOT_FOUND (not for sale), ANSWERS_INVALID, CHOICE_INVALID, CREATOR_FULLY_BOOKED, CREATOR_AWAY,
 * OFFER_TOTAL_CHANGED, as `lockOffered`, or TOO_BUSY (very many order of one creator at once).
 */
export async function openBooking(ctx: UserCtx, wanted: Wanted): Promise<LockedBooking> {
  try {
    return await placeOrder(ctx, wanted);
  } catch (error) {
    // It was paid this moment.
    if ((error as { constraint?: string }).constraint === 'booking_once_of_offer') throw new Failure('OFFER_BOOKED');
    throw isCrowded(error) ? new Failure('TOO_BUSY') : error;
  }
}

/** deadlock_detected, after all retries, and lock_not_available: nothing was done. */
const isCrowded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '55P03');

function placeOrder(ctx: UserCtx, wanted: Wanted): Promise<LockedBooking> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const brand = await lockBrand(tx, ctx.user.id);
    if (!brand || brand.deletedAt !== null) throw new Failure('SIGNED_OUT');
    if (brand.suspendedAt !== null) throw new Failure('ACCOUNT_SUSPENDED');
    const ware = await lockWare(tx, ctx, wanted);

    // In this order everywhere: brand, package or offer, the creator's places, bookings.
    const places = { creatorId: ware.creatorId, brandId: ctx.user.id, now };
    const take = await lockPlaces(tx, places);
    const open = await lockOpenBooking(tx, { brandId: ctx.user.id, ...ware.what });

    const again = open && (await ware.sell(open));
    if (open && again) {
      if (isOrderOf(open, again.columns, ware)) {
        // The same order again, perhaps with better answers; the package stays as it was.
        if (ware.isRewritten) await updateBooking(tx, open.id, orderColumns(again.order));
        return open;
      }
      await lapse(tx, open, 'superseded', now);
    }
    // Before the form is asked for: whoever has to wait need not fill it in.
    const place = await take(() => endOtherOrder(tx, places));
    const { order, columns } = again ?? (await ware.sell(undefined));
    const terms = await findTerms(tx);
    const amounts = quote(cents(columns.priceCents), terms.feeBps);
    if (ware.totalCents !== null && ware.totalCents !== amounts.totalCents) throw new Failure('OFFER_TOTAL_CHANGED');
    const booking = await insertBooking(tx, {
      ...columns,
      chosen: columns.chosen && JSON.stringify(columns.chosen),
      ...amounts,
      brandId: ctx.user.id,
      creatorId: ware.creatorId,
      status: 'pending',
      paymentState: 'requires_payment',
      cancelReason: null,
      termsNumber: terms.number,
      windows: JSON.stringify(terms.windows),
      ...orderColumns(order),
      stripePaymentIntentId: null,
      stripeChargeId: null,
      createdAt: now,
      payBy: place.payBy,
      leadDays: place.leadDays,
    });
    await place.redeem(booking.id);
    await recordAndTell(tx, {
      kind: 'booking.ordered',
      bookingId: booking.id,
      actorId: ctx.user.id,
      at: now,
      data: { totalCents: booking.totalCents },
    });
    const until = payableUntil(booking);
    await enqueue(tx, 'payments.lapse_unpaid', { bookingId: booking.id }, { runAt: until });
    const remindAt = paymentReminderAt(now, until);
    if (remindAt) await enqueue(tx, 'payments.remind_unpaid', { bookingId: booking.id }, { runAt: remindAt });
    await raceAt('order.before_commit');
    return booking;
  });
}

/** When an order that is not paid ends. */
export const payableUntil = ({ payBy, createdAt, windows }: LockedBooking): Date =>
  payBy ?? hoursAfter(createdAt, windows.unpaidHours);

/**
 * Ends a brand's unpaid order with a creator whose places are all taken: the place that it holds is the brand's own,
 * and a new order may have it. False: there is none.
 */
async function endOtherOrder(
  tx: Transaction<Database>,
  where: { creatorId: string; brandId: string; now: Date },
): Promise<boolean> {
  const other = await lockUnpaidOrder(tx, where);
  if (other) await lapse(tx, other, 'superseded', where.now);
  return other !== undefined;
}

/** Whether an unpaid order is of the same thing for the same money. */
const isOrderOf = (open: OpenBooking, columns: Sold['columns'], { totalCents }: Ware): boolean =>
  isSameSale(open, columns) &&
  open.offerVersionId === columns.offerVersionId &&
  (totalCents === null || open.totalCents === totalCents);

/** What the order form said, as the booking keeps it. */
function orderColumns(order: Sold['order']) {
  return {
    customer: JSON.stringify(order.customer),
    questions: JSON.stringify(order.questions),
    answers: JSON.stringify(order.answers),
  };
}

/**
 * What the brand calls an order in its own books; the receipt keeps it. Fails with
 * BOOKING_NOT_FOUND (also for the creator) or PURCHASE_ORDER_FIXED (the card was charged).
 */
export async function setPurchaseOrder(ctx: UserCtx, input: { id: string; purchaseOrder: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const booking = await lockOwnBooking(tx, ctx, input.id);
    if (booking.brandId !== ctx.user.id) throw new Failure('BOOKING_NOT_FOUND');
    if (booking.paymentState !== 'requires_payment' && booking.paymentState !== 'authorized')
      throw new Failure('PURCHASE_ORDER_FIXED');
    await updatePurchaseOrder(tx, booking.id, input.purchaseOrder);
  });
}

/**
 * Moves a booking along the state machine for its creator, and records the move with the jobs that follow from it. To
 * the status it already has is a no-op. Fails with BOOKING_NOT_FOUND (also for a stranger), BOOKING_NOT_YOURS_TO_MOVE
 * (its brand), BOOKING_MOVE_REFUSED, BOOKING_NOT_ACCEPTABLE (too late), BOOKING_NOT_CHARGED (capture not through yet),
 * CANCELLATION_OPEN (somebody asked to cancel) or BOOKING_FROZEN (in dispute, or charged back).
 */
export async function moveBooking(ctx: UserCtx, input: BookingMove) {
  const isMoved = await inTransaction(ctx.db, async (tx) => {
    const booking = await lockOwnBooking(tx, ctx, input.id);
    if (booking.creatorId !== ctx.user.id) throw new Failure('BOOKING_NOT_YOURS_TO_MOVE');
    if (booking.status === input.status) return false;
    const action = MOVE_ACTIONS[input.status];
    if (action === null) throw new Failure('BOOKING_MOVE_REFUSED');
    await demand(tx, ctx, booking, action);

    const now = ctx.now();
    await updateBooking(tx, booking.id, {
      status: input.status,
      ...(await consequences(ctx, tx, booking, input, now)),
    });
    await recordAndTell(tx, {
      kind: 'booking.moved',
      bookingId: booking.id,
      actorId: ctx.user.id,
      at: now,
      data: { from: booking.status, to: input.status },
      about: `${booking.id}:${input.status}`,
    });
    await raceAt('move.before_commit');
    return true;
  });

  // What the move does to the card is owed by its job; it is done here, so that the answer has its outcome. Who asks
  // again waits for who asked first, and asks Stripe nothing.
  const finish = isMoved ? doJob : awaitJob;
  if (input.status === 'accepted') await finish(ctx, 'payments.capture', { bookingId: input.id });
  if (input.status === 'cancelled') await finish(ctx, 'payments.void', { bookingId: input.id });
  return bookingOf(ctx, input.id);
}

/** What a move does besides the status: columns, jobs and ledger, as decisions' lifecycle table says. */
async function consequences(
  { env }: UserCtx,
  tx: Transaction<Database>,
  booking: LockedBooking,
  move: BookingMove,
  now: Date,
) {
  const moveNote = move.note?.trim() || null;
  switch (move.status) {
    case 'accepted':
      await enqueue(tx, 'payments.capture', { bookingId: booking.id }, { afterMs: env.TIMING.ownMs });
      return { paymentState: 'capturing' as const, acceptedAt: now, moveNote };
    case 'cancelled':
      await enqueue(tx, 'payments.void', { bookingId: booking.id }, { afterMs: env.TIMING.ownMs });
      return {
        cancelReason: 'declined' as const,
        cancelledAt: now,
        declineReason: move.reason ?? DECLINE_REASONS[0],
        moveNote,
      };
    case 'in_progress': {
      // A product that never comes lets nobody wait for ever.
      const isAwaiting = awaitsProduct(booking.needsProduct, await findShipment(tx, booking.id));
      const due = dueAt(now, booking.deliveryDays + (isAwaiting ? MOST_SHIPPING_DAYS : 0));
      await planStalledEnd(tx, { ...booking, status: 'in_progress', dueAt: due });
      const { packageName, features, ...bought } = await findOrdered(tx, booking.id);
      await insertDeliverables(tx, booking.id, deliverablesOf(packageName, features, bought));
      return { startedAt: now, dueAt: due };
    }
    case 'completed':
      return {
        ...(await completion(tx, booking, now, isSaid(move) || (await hasVersions(tx, booking.id)))),
        deliveryNote: move.delivery?.note.trim() || null,
        deliveryLinks: move.delivery?.links ?? [],
      };
    case 'pending':
      throw new Failure('BOOKING_MOVE_REFUSED');
  }
}

/** Whether something is said with completed work: a note, or where it is to be seen. */
const isSaid = ({ delivery }: BookingMove): boolean =>
  delivery !== undefined && (delivery.note.trim() !== '' || delivery.links.length > 0);

/**
 * What completing work does besides the status: the creator has earned the price, and the time to release it begins.
 */
async function completion(tx: Transaction<Database>, booking: LockedBooking, now: Date, wasDelivered: boolean) {
  const releaseAt = releaseAfter(now, booking.windows, wasDelivered);
  await bookEarning(tx, booking, now);
  await planRelease(tx, booking, releaseAt);
  const ends = rightsEnd(now, (await findRights(tx, booking.id))?.termDays);
  if (ends)
    await enqueue(
      tx,
      'bookings.remind_rights',
      { bookingId: booking.id },
      { runAt: daysAfter(ends, -RIGHTS_NOTICE_DAYS) },
    );
  await enqueue(tx, 'reviews.open', { bookingId: booking.id });
  return { completedAt: now, releaseAt };
}

/**
 * Completes the work of a locked booking by its deliverables: the creator has sent the last one, or the brand has
 * approved it. Returns the booking as it is then. Whether that is allowed is the caller's to ask (`complete`,
 * `approve_delivery`).
 */
export async function completeWork(
  tx: Transaction<Database>,
  ctx: UserCtx,
  booking: LockedBooking,
  by: 'sending' | 'approval',
): Promise<LockedBooking> {
  const now = ctx.now();
  const { id } = booking;
  await updateBooking(tx, id, { status: 'completed', ...(await completion(tx, booking, now, true)) });
  await recordAndTell(tx, {
    kind: 'booking.moved',
    bookingId: id,
    actorId: ctx.user.id,
    at: now,
    data: { from: booking.status, to: 'completed', ...(by === 'approval' && { byApproval: true }) },
    about: `${id}:completed`,
  });
  const completed = await lockBooking(tx, id);
  if (!completed) throw new Error(`Booking ${id} is gone while it is locked`);
  return completed;
}

/**
 * The brand takes back an order that was not accepted yet, paid or not: it ends at once, and nothing was charged.
 * Again is a no-op. Fails with BOOKING_NOT_FOUND (also for the creator) or WITHDRAWAL_REFUSED (accepted, or ended).
 */
export async function withdrawOrder(ctx: UserCtx, id: string) {
  const isWithdrawn = await inTransaction(ctx.db, async (tx) => {
    const booking = await lockOwnBooking(tx, ctx, id);
    if (booking.brandId === ctx.user.id && booking.cancelReason === 'withdrawn') return false;
    await demand(tx, ctx, booking, 'withdraw');
    const now = ctx.now();
    await updateBooking(tx, id, { status: 'cancelled', cancelReason: 'withdrawn', cancelledAt: now });
    await recordAndTell(tx, {
      kind: 'booking.withdrawn',
      bookingId: id,
      actorId: ctx.user.id,
      at: now,
      data: { from: 'pending' },
    });
    await enqueue(tx, 'payments.void', { bookingId: id }, { afterMs: ctx.env.TIMING.ownMs });
    await raceAt('move.before_commit');
    return true;
  });
  await (isWithdrawn ? doJob : awaitJob)(ctx, 'payments.void', { bookingId: id });
  return bookingOf(ctx, id);
}

/**
 * Plans the end of a booking whose work stands still, and the reminder before it; for others there is nothing to plan.
 */
export async function planStalledEnd(
  tx: Transaction<Database>,
  booking: Pick<LockedBooking, 'id' | 'status' | 'acceptedAt' | 'dueAt' | 'resumedAt' | 'leadDays' | 'windows'>,
): Promise<void> {
  const end = stalledEnd(booking);
  if (end) await enqueue(tx, 'cancellations.end_stalled', { bookingId: booking.id }, { runAt: end.remindAt });
}

/** Unfinished work of a locked booking goes on after it stood still. */
export async function resumeWork(tx: Transaction<Database>, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.status !== 'accepted' && booking.status !== 'in_progress') return;
  await updateBooking(tx, booking.id, { resumedAt: now });
  await planStalledEnd(tx, { ...booking, resumedAt: now });
}

/**
 * Gives the brand of a locked booking its whole window again, from now on: changes were asked for, or sent, after the
 * work was completed. Nothing while it is not, or while the payout is not planned.
 */
export async function restartRelease(tx: Transaction<Database>, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.status !== 'completed' || booking.paymentState !== 'held' || booking.releaseAt === null) return;
  const releaseAt = daysAfter(now, booking.windows.releaseDays);
  if (releaseAt <= booking.releaseAt) return;
  await updateBooking(tx, booking.id, { releaseAt });
  await planRelease(tx, booking, releaseAt);
}

/** Plans the release of a completed booking's payout, and the reminders before it that were not given yet. */
export async function planRelease(
  tx: Transaction<Database>,
  booking: { id: string; remindedDay: number; windows: Windows },
  releaseAt: Date,
): Promise<void> {
  await enqueue(tx, 'settlements.release_due', { bookingId: booking.id }, { runAt: releaseAt });
  for (const day of reminderDays(booking.windows).filter((each) => each > booking.remindedDay)) {
    await enqueue(
      tx,
      'settlements.remind',
      { bookingId: booking.id, day },
      { runAt: reminderAt(releaseAt, day, booking.windows) },
    );
  }
}

/** Ends a locked booking that nobody worked on, without a person's move; what was authorised is voided. */
export async function lapse(
  tx: Transaction<Database>,
  booking: LockedBooking,
  reason: CancelReason,
  now: Date,
): Promise<void> {
  await updateBooking(tx, booking.id, {
    status: 'cancelled',
    cancelReason: reason,
    cancelledAt: now,
    // A capture that failed left nothing charged.
    ...(booking.paymentState === 'capturing' ? { paymentState: 'authorized' as const } : {}),
  });
  await recordAndTell(tx, {
    kind: 'booking.lapsed',
    bookingId: booking.id,
    actorId: null,
    at: now,
    data: { from: booking.status, reason },
  });
  await enqueue(tx, 'payments.void', { bookingId: booking.id });
}

/** A party goes: its unpaid orders end. Fails with ACCOUNT_IN_USE while a booking of it has money in it. */
export async function leaveBookings(tx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  const unsettled = await lockUnsettledOf(tx, userId);
  if (unsettled.some(({ paymentState }) => paymentState !== 'requires_payment')) throw new Failure('ACCOUNT_IN_USE');
  for (const booking of unsettled) await lapse(tx, booking, booking.brandId === userId ? 'unpaid' : 'declined', now);
}

/**
 * The brand gives the creator the same time again to accept, once; never later than a day before the card's
 * authorisation lapses. Fails with BOOKING_NOT_FOUND (also for the creator) or EXTENSION_REFUSED.
 */
export async function extendAcceptance(ctx: UserCtx, id: string) {
  await inTransaction(ctx.db, async (tx) => {
    const booking = await lockFor(tx, ctx, id, 'extend_acceptance');
    const now = ctx.now();
    const extended = booking.acceptBy && extendedAcceptBy(booking.acceptBy, booking.captureBefore, booking.windows);
    if (!extended) throw new Failure('EXTENSION_REFUSED');
    await updateBooking(tx, id, { acceptBy: extended, acceptExtendedAt: now });
    await recordAndTell(tx, {
      kind: 'booking.acceptance_extended',
      bookingId: id,
      actorId: ctx.user.id,
      at: now,
      data: { acceptBy: extended.toISOString() },
    });
    await enqueue(tx, 'bookings.lapse_unaccepted', { bookingId: id }, { runAt: extended });
    await planAnswerReminder(tx, booking, { of: 'order', by: extended });
  });
  return bookingOf(ctx, id);
}

/** The acceptance timer: ends a booking that nobody accepted in time, or waits again when its time has not come. */
export async function lapseUnaccepted(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'authorized' || booking.acceptBy === null) return;
    if (booking.acceptBy > deps.now()) {
      await enqueue(tx, 'bookings.lapse_unaccepted', { bookingId }, { runAt: booking.acceptBy });
    } else {
      await lapse(tx, booking, 'not_accepted', deps.now());
    }
  });
}

/** The states of money in which a brand has no rights to the work: it has the money back, or its bank has. */
const GIVEN_BACK: readonly PaymentState[] = ['refunding', 'refunded'];

/** The timer of usage rights: tells both sides, once, that they end soon; nobody where the brand has its money back. */
export async function remindOfRights(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.status !== 'completed' || GIVEN_BACK.includes(booking.paymentState)) return;
    const rights = await findRights(tx, bookingId);
    const ends = rightsEnd(booking.completedAt, rights?.termDays);
    const now = deps.now();
    if (rights === null || ends === null || ends <= now || (await hasEvent(tx, bookingId, 'booking.rights_reminded')))
      return;
    const runAt = daysAfter(ends, -RIGHTS_NOTICE_DAYS);
    if (runAt > now) return enqueue(tx, 'bookings.remind_rights', { bookingId }, { runAt });
    await recordAndTell(tx, {
      kind: 'booking.rights_reminded',
      bookingId,
      actorId: null,
      at: now,
      data: { rights: rightsLabel(rights), endsAt: ends.toISOString() },
    });
  });
}
