/** Places orders: computes their price, claims the creator's slot and the budget, and creates the booking. */
import { isDeepStrictEqual } from 'node:util';
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { computePaymentReminderAt } from '@marquee/booking';
import { addHoursToDate } from '@marquee/time';
import { toCents, computeQuote, formatDollars } from '@marquee/money';
import type { Transaction } from 'kysely';
import { assertMayOrderFrom } from '../../../core/both-sides.ts';
import { recordEvent } from '../../../core/events.ts';
import { Failure } from '../../../core/failures.ts';
import { pauseAt } from '../../../core/faults.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { claimSlot, lockSlots, type SlotRequest } from '../../catalog/availability/availability.service.ts';
import { endWaitingListEntry } from '../../catalog/availability/waiting-list.service.ts';
import { assertMayOrder } from '../approvals/approvals.service.ts';
import { assertWithinBudget, lockOrderBudget, type OrderBudget } from '../budgets/budgets.service.ts';
import { findOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import { isSameContent, isSameSale } from '../../catalog/packages/sale.service.ts';
import { insertBooking, lockBrand, updateBooking, type LockedBooking } from '../bookings/bookings.sql.ts';
import { lockOpenBooking, lockUnpaidOrder, type OpenBooking } from './orders.sql.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { lockOrderItem, type PreparedSale, type OrderRequest, type OrderItem } from './order-items.service.ts';
import { expireBooking } from '../bookings/moves.service.ts';

/**
 * Creates the booking of a checkout. If the brand already has an unpaid booking of the same package or offer version
 * with the same content, returns that booking. Before Stripe is called, stores the booking, its copies of the
 * package, questions and answers, and the job that cancels it if it is not paid. Throws SIGNED_OUT (the account was
 * just deleted), ACCOUNT_SUSPENDED, PACKAGE_NOT_FOUND (not for sale), ANSWERS_INVALID, CHOICE_INVALID,
 * CREATOR_FULLY_BOOKED, CREATOR_AWAY, OFFER_TOTAL_CHANGED, BUDGET_EXCEEDED, APPROVAL_REQUIRED, ORDER_LIMIT_EXCEEDED,
 * ORDER_APPROVED (the unpaid order was approved and the new one differs),
 * the errors of `lockOrderBudget`, `lockOfferVersionForOrder` and `assertMayOrderFrom`, or TOO_BUSY (too many
 * simultaneous orders with one creator).
 */
export async function openBooking(deps: Deps, actor: Actor, request: OrderRequest): Promise<LockedBooking> {
  try {
    return await inTransaction(deps, (tx) => placeOrder(tx, deps, actor, request));
  } catch (error) {
    // A concurrent request has booked the offer.
    if ((error as { constraint?: string }).constraint === 'booking_once_of_offer') throw new Failure('OFFER_BOOKED');
    throw isLockContention(error) ? new Failure('TOO_BUSY') : error;
  }
}

/**
 * Whether a transaction failed with a deadlock or lock timeout even after all retries. Such a transaction has
 * changed nothing.
 */
const isLockContention = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '55P03');

/** The price and the content of an order, with the rows that were locked to determine them. */
export interface QuotedOrder {
  creatorId: WorkspaceId;
  /** The order form with all details, so that it can be ordered again. */
  order: PreparedSale['order'];
  columns: PreparedSale['columns'];
  priceCents: number;
  totalCents: number;
  budget: OrderBudget;
}

/**
 * Computes the current price of an order, without placing it. Locks the same rows as an order. Throws the errors of
 * `openBooking`, except APPROVAL_REQUIRED and ORDER_LIMIT_EXCEEDED.
 */
export async function quoteOrder(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  request: OrderRequest,
): Promise<QuotedOrder> {
  const { slotRequest, availabilitySettings, item, budget } = await lockOrder(db, deps, actor, request);
  await claimSlot(db, slotRequest, availabilitySettings, () => Promise.resolve(false));
  const { order, columns } = await item.prepareSale(undefined);
  const { priceCents, totalCents } = await computeOrderAmounts(db, item, columns);
  await assertWithinBudget(db, budget, totalCents);
  return { creatorId: item.creatorId, order, columns, priceCents, totalCents, budget };
}

/** The approved price and content. The order must still match them when it is placed. */
export interface ApprovedOrder {
  sale: PreparedSale['columns'];
  totalCents: number;
  budget: OrderBudget;
  /** The request and the approvals of the order, oldest first. */
  history: { kind: 'booking.requested' | 'booking.request_approved'; personId: PersonId; at: Date }[];
}

/** Locks everything that an order needs, in the order of docs/safety.md "Locks". */
async function lockOrder(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  request: OrderRequest,
  approved?: ApprovedOrder,
) {
  const now = deps.now();
  const brandId = actor.workspaceId;
  const brand = await lockBrand(db, brandId);
  if (!brand || brand.deletedAt !== null) throw new Failure('SIGNED_OUT');
  if (brand.suspendedAt !== null) throw new Failure('ACCOUNT_SUSPENDED');
  const budget = approved?.budget ?? (await lockOrderBudget(db, brandId, request, now));
  const item = await lockOrderItem(db, deps, actor, request);
  await assertMayOrderFrom(db, actor, item.creatorId);
  const slotRequest: SlotRequest = { creatorId: item.creatorId, brandId, now };
  return { slotRequest, item, budget, availabilitySettings: await lockSlots(db, slotRequest) };
}

async function computeOrderAmounts(
  db: Transaction<Database>,
  item: OrderItem,
  { priceCents }: PreparedSale['columns'],
) {
  const terms = await findOperatorTerms(db);
  const amounts = computeQuote(toCents(priceCents), terms.feeBps);
  if (item.totalCents !== null && item.totalCents !== amounts.totalCents) throw new Failure('OFFER_TOTAL_CHANGED');
  return { terms, ...amounts };
}

/**
 * Places an order in the caller's transaction, as `openBooking` does. With `approved`, the order needs no approval,
 * and the caller has locked its budget. Throws the errors of `openBooking`, or ORDER_REQUEST_CHANGED if the content or
 * the price differs from the approved order.
 */
export async function placeOrder(
  tx: UnitOfWork,
  deps: Deps,
  caller: Actor,
  request: OrderRequest,
  approved?: ApprovedOrder,
): Promise<LockedBooking> {
  const now = deps.now();
  const { slotRequest, availabilitySettings, item, budget } = await lockOrder(tx.db, deps, caller, request, approved);
  const open = await lockOpenBooking(tx.db, { brandId: caller.workspaceId, ...item.subject });

  const renewedSale = open && (await item.prepareSale(open));
  if (open && renewedSale) {
    const isSame = isSameOrder(open, renewedSale.columns, item, budget) && approved === undefined;
    if (open.isApproved) {
      if (isSame && (!item.hasNewDetails || isSameForm(open, renewedSale.order))) return open;
      // Only another approval of the same member's order replaces an approved order.
      if (approved === undefined || open.orderedByPersonId !== caller.id) throw new Failure('ORDER_APPROVED');
    }
    if (isSame) {
      // The brand ordered again before paying, perhaps with changed answers, and the package has not changed.
      if (item.hasNewDetails) await updateBooking(tx.db, open.id, toOrderColumns(renewedSale.order));
      return open;
    }
    await expireBooking(tx, open, 'superseded', now);
  }
  // Claim the slot before validating the form, because a brand that has to join the waiting list does not need a
  // complete form.
  const slot = await claimSlot(tx.db, slotRequest, availabilitySettings, () => endOtherUnpaidOrder(tx, slotRequest));
  const { order, columns } = renewedSale ?? (await item.prepareSale(undefined));
  const { terms, ...amounts } = await computeOrderAmounts(tx.db, item, columns);
  if (approved) assertAsApproved(approved, columns, amounts.totalCents);
  else
    await assertMayOrder(tx.db, {
      workspaceId: caller.workspaceId,
      personId: caller.id,
      creatorId: item.creatorId,
      totalCents: amounts.totalCents,
      now,
    });
  await assertWithinBudget(tx.db, budget, amounts.totalCents);
  const booking = await insertBooking(tx.db, {
    ...columns,
    chosen: columns.chosen && JSON.stringify(columns.chosen),
    ...amounts,
    ...budget,
    brandId: caller.workspaceId,
    orderedByPersonId: caller.id,
    brandContactPersonId: caller.id,
    creatorId: item.creatorId,
    status: 'pending',
    paymentState: 'requires_payment',
    cancelReason: null,
    termsNumber: terms.number,
    windows: JSON.stringify(terms.windows),
    ...toOrderColumns(order),
    stripePaymentIntentId: null,
    stripeChargeId: null,
    createdAt: now,
    payBy: slot.payBy,
    leadDays: slot.leadDays,
  });
  await endWaitingListEntry(tx.db, slot, booking.id, now);
  for (const { kind, personId, at } of approved?.history ?? []) {
    const actor = { workspaceId: caller.workspaceId, id: personId };
    await recordEvent(tx.db, { kind, bookingId: booking.id, actor, at, data: {} });
  }
  await recordAndNotify(tx, {
    kind: 'booking.ordered',
    bookingId: booking.id,
    actor: caller,
    at: now,
    data: { totalCents: booking.totalCents },
  });
  // The log already contains the approvals of an order that was requested.
  if (!approved)
    await recordAction(tx.db, {
      kind: 'order.placed',
      actor: caller,
      aboutWorkspaceId: item.creatorId,
      data: { packageName: columns.packageName, totalCents: booking.totalCents },
      at: now,
    });
  const until = getOrderPayableUntil(booking);
  tx.enqueue('payments.expire_unpaid', { bookingId: booking.id }, { runAt: until });
  const remindAt = computePaymentReminderAt(now, until);
  if (remindAt) tx.enqueue('payments.remind_unpaid', { bookingId: booking.id }, { runAt: remindAt });
  await pauseAt('order.before_commit');
  return booking;
}

/** Throws ORDER_REQUEST_CHANGED with a sentence about the changes since the approval. */
function assertAsApproved(approved: ApprovedOrder, columns: PreparedSale['columns'], totalCents: number): void {
  if (totalCents !== approved.totalCents)
    throw new Failure(
      'ORDER_REQUEST_CHANGED',
      `The total changed from ${formatDollars(approved.totalCents)} to ${formatDollars(totalCents)}.`,
    );
  if (!isSameContent(approved.sale, columns))
    throw new Failure('ORDER_REQUEST_CHANGED', 'The creator changed the package after the request.');
}

/** Returns the deadline for paying an order. */
export const getOrderPayableUntil = ({ payBy, createdAt, windows }: LockedBooking): Date =>
  payBy ?? addHoursToDate(createdAt, windows.unpaidHours);

/**
 * Cancels the brand's oldest unpaid order with the creator, so that the new order can use its slot. Returns false if
 * there is none, or only orders that were approved.
 */
async function endOtherUnpaidOrder(tx: UnitOfWork, where: SlotRequest): Promise<boolean> {
  const other = await lockUnpaidOrder(tx.db, where);
  if (other) await expireBooking(tx, other, 'superseded', where.now);
  return other !== undefined;
}

/** Whether an unpaid order has the same content, price, client and budget as the new request. */
const isSameOrder = (
  open: OpenBooking,
  columns: PreparedSale['columns'],
  { totalCents }: OrderItem,
  { clientId, budgetPeriodId }: OrderBudget,
): boolean =>
  open.clientId === clientId &&
  open.budgetPeriodId === budgetPeriodId &&
  isSameSale(open, columns) &&
  open.offerVersionId === columns.offerVersionId &&
  (totalCents === null || open.totalCents === totalCents);

/** Whether a form has the same customer and answers as an unpaid order. */
const isSameForm = ({ customer, answers }: OpenBooking, order: PreparedSale['order']): boolean =>
  isDeepStrictEqual(
    JSON.parse(JSON.stringify([customer, answers])),
    JSON.parse(JSON.stringify([order.customer, order.answers])),
  );

function toOrderColumns(order: PreparedSale['order']) {
  return {
    customer: JSON.stringify(order.customer),
    questions: JSON.stringify(order.questions),
    answers: JSON.stringify(order.answers),
  };
}
