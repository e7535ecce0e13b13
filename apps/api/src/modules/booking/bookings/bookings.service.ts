import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import {
  describeNextStep,
  BRAND_ONLY_KINDS,
  findDueAt,
  hideAgency,
  type BookingStatus,
  type Side,
} from '@marquee/booking';
import { hasPermission } from '@marquee/contracts';
import { getUserSide } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { findBookingAgency } from '../../identity/agencies/agencies.service.ts';
import { listRecentActivity, listWaitingBookingIds, MAX_WAITING } from './dashboard.sql.ts';
export { listDisputeStatements } from './details.sql.ts';
export { MAX_WAITING } from './dashboard.sql.ts';
import { findOpenCancellation, updatePurchaseOrder } from './bookings.sql.ts';
import {
  findBookingForParty,
  listBookingsByIds,
  listBookingsByWorkspace,
  findShownDispute,
  listDisputeStatements,
} from './details.sql.ts';
import { isByColleague, type RecordedBookingEvent } from './timeline.sql.ts';
import { toBookingFacts, lockOwnBooking, toBookingProgress } from './rules.service.ts';

/**
 * Returns a booking from the caller's point of view, with its events and next step. Throws BOOKING_NOT_FOUND if the
 * caller is not a party to it.
 */
export async function getBooking(deps: Deps, actor: Actor, id: string) {
  const booking = await findBookingForParty(deps.db, id, actor.workspaceId);
  // One statement is enough for most bookings. A booking with a cancellation request or dispute needs several, which
  // must read the same snapshot.
  return booking && (booking.requestedByWorkspaceId !== null || booking.wasDisputed)
    ? inSnapshot(deps.db, async (db) =>
        describeBooking(deps, actor, db, await findBookingForParty(db, id, actor.workspaceId)),
      )
    : describeBooking(deps, actor, deps.db, booking);
}

async function describeBooking(deps: Deps, actor: Actor, db: Db, row: Awaited<ReturnType<typeof findBookingForParty>>) {
  if (!row) throw new Failure('BOOKING_NOT_FOUND');
  const { timeline, askers, authors, problemsReported, wasDisputed, ...columns } = row;
  const {
    disputeClaimantId,
    disputeOfferCreatorCents,
    disputeOffers,
    agencyId,
    agencyBps,
    offerVersionId,
    ...booking
  } = columns;
  const viewer: Side = booking.creatorId === actor.workspaceId ? 'creator' : 'brand';
  const cancellation = booking.requestedByWorkspaceId === null ? null : await findOpenCancellation(db, booking.id);
  const dispute = wasDisputed ? await findShownDispute(db, booking.id) : null;
  const facts = toBookingFacts(booking, row);
  const canSeeAgency = viewer === 'creator' && hasPermission(actor.memberRole, 'documents.read');
  return {
    ...booking,
    dueAt: findDueAt(booking, deps.now()),
    viewer,
    facts,
    nextStep: describeNextStep(facts, viewer, deps.now()),
    timeline: timeline
      .filter(({ kind }) => viewer === 'brand' || !BRAND_ONLY_KINDS.includes(kind))
      .map(
        ({ data, actorPersonId, ...event }) =>
          ({
            ...event,
            ...(isByColleague(actor, { ...event, actorPersonId }) && { isByColleague: true }),
            data: canSeeAgency ? data : hideAgency(data),
            at: new Date(event.at),
          }) as RecordedBookingEvent,
      ),
    /** The agency's part of the price, for members of the creator who see documents. Brands never see it. */
    agency: canSeeAgency
      ? await findBookingAgency(db, { ...booking, agencyId, agencyBps, offerVersionId }, deps.now())
      : null,
    cancellation: cancellation ?? null,
    // Statements stay readable after the dispute is decided.
    dispute: dispute ? { ...dispute, statements: await listDisputeStatements(db, dispute.id) } : null,
  };
}

/** Adds the next step to a booking of a list, and the delay of an open review to its due date. */
const describeListedBooking = <R extends Awaited<ReturnType<typeof listBookingsByIds>>[number]>(
  row: R,
  side: Side,
  now: Date,
) => ({
  ...row,
  dueAt: findDueAt(row, now),
  nextStep: describeNextStep(toBookingProgress(row, row), side, now),
});

/** Lists the caller's bookings, newest first. */
export async function listOwnBookings(
  deps: Deps,
  actor: Actor,
  input: { status?: BookingStatus | undefined; cursor?: string | undefined },
) {
  const side = getUserSide(actor);
  const rows = await listBookingsByWorkspace(deps.db, {
    workspaceId: actor.workspaceId,
    side,
    status: input.status ?? null,
    after: parseCursor(input.cursor),
  });
  const { items, nextCursor } = toPage(rows, (row) => row.createdAt);
  return {
    items: items.map((row) => describeListedBooking(row, side, deps.now())),
    nextCursor,
  };
}

/**
 * Lists up to `most` bookings in which the caller can and has to act next, earliest deadline first. `count` is the
 * number of all such bookings, up to `MAX_WAITING`. `atLeast` means that there are even more.
 */
export async function listWaitingBookings(deps: Deps, actor: Actor, { most }: { most: number }) {
  const side = getUserSide(actor);
  const { workspaceId, memberRole: role } = actor;
  const ids = await listWaitingBookingIds(deps.db, { workspaceId, side, role });
  const rows = await listBookingsByIds(deps.db, actor.workspaceId, side, ids.slice(0, most));
  return {
    items: rows.map((row) => describeListedBooking(row, side, deps.now())),
    count: Math.min(ids.length, MAX_WAITING),
    atLeast: ids.length > MAX_WAITING,
  };
}

/**
 * Sets the brand's purchase order number, which is printed on the receipt. Throws BOOKING_NOT_FOUND (also for the
 * creator) or PURCHASE_ORDER_FIXED (the card was charged).
 */
export async function setPurchaseOrder(
  deps: Deps,
  actor: Actor,
  input: { id: string; purchaseOrder: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockOwnBooking(tx.db, actor, input.id);
    if (booking.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
    if (booking.paymentState !== 'requires_payment' && booking.paymentState !== 'authorized')
      throw new Failure('PURCHASE_ORDER_FIXED');
    await updatePurchaseOrder(tx.db, booking.id, input.purchaseOrder);
  });
}

const MAX_ACTIVITY_ITEMS = 10;

/** Returns the latest events of the caller's bookings, for the dashboard. */
export async function getRecentActivity(deps: Deps, actor: Actor) {
  const side = getUserSide(actor);
  const events = await listRecentActivity(deps.db, actor.workspaceId, side, MAX_ACTIVITY_ITEMS);
  const canSeeAgency = side === 'creator' && hasPermission(actor.memberRole, 'documents.read');
  return events.map(
    ({ actorPersonId, ...event }) =>
      ({
        ...event,
        data: canSeeAgency ? event.data : hideAgency(event.data),
        ...(isByColleague(actor, { ...event, actorPersonId }) && { isByColleague: true }),
      }) as RecordedBookingEvent & { bookingId: string; packageName: string },
  );
}
