/**
 * Compares Stripe's records with the ledger, a few pages at a time. Changes that we missed are applied by the same
 * jobs that handle webhooks. Remaining differences become exceptions for staff. Reconciliation moves no money and
 * can safely be repeated. An interrupted run continues from its last page.
 * Kinds of exceptions (the subject is the object at Stripe):
 * - reconcile_unexpected_capture: a booking's card was charged, but the ledger has no charge
 * - reconcile_unknown_charge: a payment belongs to none of our bookings
 * - reconcile_unknown_refund, …_transfer, …_reversal, …_dispute: money moved without a request from us
 * - reconcile_amount_differs: the amounts at Stripe and in the ledger differ
 * - reconcile_missing_object: the movement is in the ledger but not at Stripe
 */
import { idField as bookingId } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import { pauseAt } from '../../../core/faults.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import {
  STRIPE_LISTS,
  type MissedStripeEvent,
  type StripeMovement,
  type OpenPaymentIntent,
  type StripeListItem,
  type StripeListName,
} from '../../../gateways/stripe-books.ts';
import { openException, resolveException, type ExceptionKind } from '../ledger/exceptions.service.ts';
import { receiveWebhook } from '../payments/stripe-events.service.ts';
import { reportLostBooking } from './lost-bookings.service.ts';
import { listLostBookingIds } from './lost-bookings.sql.ts';
import {
  findFirstBookingTime,
  findReconciliationPosition,
  insertReconciliationMatches,
  listBookedCents,
  listExceptionSubjects,
  listMatchedObjectIds,
  listOpenDifferences,
  listOpenPayments,
  listPaymentsByIds,
  listReceivedStripeEventIds,
  listUnmatchedMovements,
  upsertReconciliationPosition,
  type UnmatchedMovement,
} from './reconciliation.sql.ts';

/**
 * The interval between two runs. It is half a minute, because the ledger must be correct within a minute after a
 * failure has ended (safety.md M11).
 */
const RUN_INTERVAL_MS = 30_000;
/** Delay until the next run if a list has more pages. */
const MORE_PAGES_DELAY_MS = 1_000;
/** Delay until the next run if a movement has to be compared again. */
const RECHECK_DELAY_MS = 5_000;
/**
 * Maximum number of pages that a run reads from each list, so that other jobs are not delayed. At this rate, the
 * movements of a busy hour are still read within seconds.
 */
const MAX_PAGES_PER_RUN = 20;
/**
 * The last ten minutes of each list are read again, because Stripe adds some objects to its lists late and its clock
 * may differ from ours.
 */
const OVERLAP_S = 600;
/**
 * For this time, a movement may exist only at Stripe, because the job that requested it has not stored the result
 * yet.
 */
const GRACE_PERIOD_MS = 45_000;
const MIN_COMPARISONS = 3;
/** More unresolved differences than this indicate a bug, so reading stops until it is fixed. */
const MAX_PENDING_MOVEMENTS = 1_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const OPEN_PAYMENTS_PER_RUN = 20;
const MISSING_MOVEMENTS_PER_RUN = 20;

/** Enqueues a reconciliation run to start immediately. */
export const requestReconciliation = (deps: Deps): Promise<void> =>
  inTransaction(deps, (tx) => tx.enqueue('reconciliation.run', {}));

/**
 * Job: reads each of Stripe's lists up to the page limit and enqueues the next run. If a list fails, still reads the
 * others, and then throws the first error.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const steps: (() => Promise<number>)[] = [
    ...STRIPE_LISTS.map((stream) => () => readStream(deps, stream)),
    () => lookUpMissingMovements(deps),
    () => recheckDifferences(deps),
    () => syncOpenPayments(deps),
  ];
  const failures: unknown[] = [];
  let pause = RUN_INTERVAL_MS;
  for (const step of steps) {
    try {
      pause = Math.min(pause, await step());
    } catch (error) {
      deps.log.warn({ err: error }, 'reconciliation step failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const runAt = new Date(deps.now().getTime() + pause);
  await inTransaction(deps, (tx) => tx.enqueue('reconciliation.run', {}, { runAt }));
}

/** A movement that exists at Stripe but not yet in the ledger. */
interface PendingMovement {
  movement: StripeMovement;
  firstSeen: number;
  looks: number;
}

interface StreamPosition {
  /**
   * The start of the time window that is being read, in seconds since the epoch. `until` is its end, and `after` the
   * cursor of the next page.
   */
  from: number;
  until: number | null;
  after: string | null;
  waiting: PendingMovement[];
}

const toEpochSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

async function getStreamPosition(deps: Deps, stream: StripeListName): Promise<StreamPosition> {
  const storedPosition = (await findReconciliationPosition(deps.db, stream)) as StreamPosition | undefined;
  if (storedPosition !== undefined) return storedPosition;
  const first = (await findFirstBookingTime(deps.db)) ?? deps.now();
  return { from: toEpochSeconds(first) - OVERLAP_S, until: null, after: null, waiting: [] };
}

/** Reads a list from the position where the last run stopped. Stores the new position after each page. */
async function readStream(deps: Deps, stream: StripeListName): Promise<number> {
  let position = await getStreamPosition(deps, stream);
  position = { ...position, waiting: await compareWithLedger(deps, position.waiting) };
  for (let page = 0; page < MAX_PAGES_PER_RUN && position.waiting.length < MAX_PENDING_MOVEMENTS; page++) {
    const until = position.until ?? toEpochSeconds(deps.now());
    const { seen, next } = await deps.stripe.books.page({ stream, from: position.from, until, after: position.after });
    await pauseAt('reconcile.after_read');
    const stillWaiting = await comparePage(deps, seen, position.waiting);
    position =
      next === null
        ? { from: until - OVERLAP_S, until: null, after: null, waiting: stillWaiting }
        : { ...position, until, after: next, waiting: stillWaiting };
    await upsertReconciliationPosition(deps.db, stream, position, deps.now());
    if (next === null) break;
  }
  return position.after !== null
    ? MORE_PAGES_DELAY_MS
    : position.waiting.length > 0
      ? RECHECK_DELAY_MS
      : RUN_INTERVAL_MS;
}

/** Compares one page of a list with the ledger. Returns the movements that have to be compared again later. */
async function comparePage(
  deps: Deps,
  seen: readonly StripeListItem[],
  waiting: readonly PendingMovement[],
): Promise<PendingMovement[]> {
  await receiveMissedEvents(
    deps,
    seen.filter((each) => each.is === 'event'),
  );
  await syncPaymentIntents(
    deps,
    seen.filter((each) => each.is === 'intent'),
  );
  const waitedFor = new Set(waiting.map(({ movement }) => movement.id));
  const movements = seen.filter((each) => each.is === 'movement').filter(({ id }) => !waitedFor.has(id));
  const fresh = movements.map((movement) => ({ movement, firstSeen: deps.now().getTime(), looks: 0 }));
  return [...waiting, ...(await compareWithLedger(deps, fresh))];
}

/**
 * Processes Stripe events whose webhook was lost, in the same way as the webhook does. Skips events that are already
 * stored.
 */
async function receiveMissedEvents(deps: Deps, events: readonly MissedStripeEvent[]): Promise<void> {
  if (events.length === 0) return;
  const receivedIds = await listReceivedStripeEventIds(
    deps.db,
    events.map(({ id }) => id),
  );
  // Processes the oldest event first.
  for (const { id, type, object, createdAt } of events.toReversed()) {
    if (!receivedIds.has(id)) await receiveWebhook(deps, { id, type, object, createdAt, source: 'list' });
  }
}

/** Enqueues the sync job for payments whose state at Stripe differs from the booking's. */
async function syncPaymentIntents(deps: Deps, intents: readonly OpenPaymentIntent[]): Promise<void> {
  const bookingsBySubject = new Map(
    intents.flatMap((intent) => (bookingId.safeParse(intent.bookingId).success ? [[intent.id, intent] as const] : [])),
  );
  if (bookingsBySubject.size === 0) return;
  const bookings = new Map(
    (
      await listPaymentsByIds(
        deps.db,
        [...bookingsBySubject.values()].map((intent) => intent.bookingId ?? ''),
      )
    ).map((booking) => [booking.id, booking]),
  );
  for (const intent of bookingsBySubject.values()) {
    const booking = bookings.get(intent.bookingId ?? '');
    if (booking === undefined) await reportLostBooking(deps, intent);
    if (booking === undefined || !isPaymentOutdated(booking, intent)) continue;
    await inTransaction(deps, (tx) =>
      tx.enqueue('payments.sync', { bookingId: booking.id, paymentIntentId: intent.id }),
    );
  }
}

/**
 * Returns whether Stripe's state of the payment is so far ahead of the booking's state that a request in progress
 * does not explain the difference.
 */
function isPaymentOutdated(
  booking: Awaited<ReturnType<typeof listPaymentsByIds>>[number],
  intent: OpenPaymentIntent,
): boolean {
  const { status, paymentState, stripePaymentIntentId } = booking;
  if (stripePaymentIntentId !== null && stripePaymentIntentId !== intent.id)
    return intent.status === 'requires_capture';
  switch (intent.status) {
    case 'requires_capture':
      return paymentState === 'requires_payment' || status === 'cancelled';
    case 'canceled':
      return ['requires_payment', 'authorized', 'capturing'].includes(paymentState);
    default:
      return ['requires_payment', 'authorized', 'capturing', 'voided'].includes(paymentState);
  }
}

/**
 * Compares movements with the ledger and stores the matches. A movement missing from the ledger is synchronized and
 * compared again later. If it is still missing, it becomes an exception for staff. Returns the movements that have
 * to be compared again.
 */
async function compareWithLedger(deps: Deps, waiting: readonly PendingMovement[]): Promise<PendingMovement[]> {
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ movement }) => movement.id);
  const subjects = waiting.flatMap(({ movement: { id, intentId, chargeId } }) => [id, intentId ?? '', chargeId ?? '']);
  const matched = await listMatchedObjectIds(deps.db, ids);
  const booked = await listBookedCents(deps.db, ids);
  const listedSubjects = await listExceptionSubjects(deps.db, subjects);
  const lostIds = await listLostBookingIds(
    deps.db,
    waiting.map(({ movement }) => movement.bookingId),
  );
  const ownSubjects = new Set(
    (
      await listPaymentsByIds(
        deps.db,
        waiting.map(({ movement }) => movement.bookingId ?? ''),
      )
    ).map(({ id }) => id),
  );

  const agreed = waiting.filter(
    ({ movement }) => booked.get(movement.id) === movement.cents && !matched.has(movement.id),
  );
  if (agreed.length > 0)
    await insertReconciliationMatches(
      deps.db,
      agreed.map(({ movement }) => movement.id),
      deps.now(),
    );

  const still: PendingMovement[] = [];
  for (const each of waiting) {
    const { movement } = each;
    const cents = booked.get(movement.id);
    if (cents === movement.cents || isAlreadyReported(movement, listedSubjects)) continue;
    // Recorded when the booking is rebuilt.
    if (lostIds.has(movement.bookingId ?? '')) continue;
    const ofBooking = movement.bookingId !== null && ownSubjects.has(movement.bookingId) ? movement.bookingId : null;
    if (cents !== undefined)
      await reportDifference(deps, movement, 'reconcile_amount_differs', ofBooking, { ledgerCents: cents });
    else if (isWithinGracePeriod(deps, each)) {
      if (ofBooking !== null) await requestPaymentSync(deps, movement, ofBooking);
      still.push({ ...each, looks: each.looks + 1 });
    } else await reportDifference(deps, movement, getUnknownMovementKind(movement, ofBooking), ofBooking, {});
  }
  return still;
}

/** Returns whether an exception exists for the movement or for its payment. */
const isAlreadyReported = ({ id, kind, intentId, chargeId }: StripeMovement, listed: Set<string>) =>
  listed.has(id) ||
  (kind === 'charge' && intentId !== null && listed.has(intentId)) ||
  (kind === 'dispute' && chargeId !== null && listed.has(chargeId));

const isWithinGracePeriod = (deps: Deps, { firstSeen, looks }: PendingMovement) =>
  looks < MIN_COMPARISONS || deps.now().getTime() < firstSeen + GRACE_PERIOD_MS;

const getUnknownMovementKind = ({ kind }: StripeMovement, ofBooking: string | null): ExceptionKind =>
  kind === 'charge' && ofBooking !== null ? 'reconcile_unexpected_capture' : `reconcile_unknown_${kind}`;

const requestPaymentSync = (deps: Deps, { intentId }: StripeMovement, ofBooking: string): Promise<void> =>
  inTransaction(deps, (tx) =>
    tx.enqueue('payments.sync', { bookingId: ofBooking, ...(intentId !== null && { paymentIntentId: intentId }) }),
  );

/** Reports a difference between Stripe and the ledger to staff, once. */
async function reportDifference(
  deps: Deps,
  movement: StripeMovement,
  kind: ExceptionKind,
  ofBooking: string | null,
  more: object,
): Promise<void> {
  const { id, cents, bookingId: namedBookingId, intentId, chargeId, createdAt } = movement;
  const data = {
    is: movement.kind,
    cents,
    named: namedBookingId,
    intentId,
    chargeId,
    createdAt: new Date(createdAt).toISOString(),
    ...more,
  };
  const opened = await inTransaction(deps, (tx) =>
    openException(tx.db, { kind, bookingId: ofBooking, subject: id, data, at: deps.now() }),
  );
  if (opened) deps.log.error({ kind, subject: id, cents, bookingId: ofBooking }, 'ledger and Stripe differ');
}

/**
 * Requests the ledger's movements from Stripe by id. Each movement becomes a match or an exception. If a request
 * fails, keeps the results so far and throws Stripe's error.
 */
export async function lookUpMovements(deps: Deps, rows: readonly UnmatchedMovement[]): Promise<void> {
  const booked = await listBookedCents(
    deps.db,
    rows.map(({ stripeObjectId }) => stripeObjectId),
  );
  for (const { stripeObjectId: id, stripeTransferId, bookingId: ofBooking } of rows) {
    const ledgerCents = booked.get(id);
    // Skip a movement between internal accounts, for example after a chargeback was decided, because it does not
    // exist at Stripe.
    if (ledgerCents === undefined) continue;
    const cents = await deps.stripe.books.findCents(id, stripeTransferId);
    if (cents === ledgerCents) {
      await insertReconciliationMatches(deps.db, [id], deps.now());
      continue;
    }
    const kind = cents === null ? 'reconcile_missing_object' : 'reconcile_amount_differs';
    await inTransaction(deps, (tx) =>
      openException(tx.db, {
        kind,
        bookingId: ofBooking,
        subject: id,
        data: { cents, ledgerCents, transferId: stripeTransferId },
        at: deps.now(),
      }),
    );
  }
}

/** Looks up, by id, movements that have not appeared in Stripe's lists. Returns the delay until the next run. */
async function lookUpMissingMovements(deps: Deps): Promise<number> {
  const storedPosition = (await findReconciliationPosition(deps.db, 'ledger')) as
    | { at: string; id: string }
    | undefined;
  const after = { at: new Date(storedPosition?.at ?? 0), id: storedPosition?.id ?? NIL_UUID };
  // Newer movements may still appear in the lists.
  const until = new Date(deps.now().getTime() - OVERLAP_S * 1000);
  if (until <= after.at) return RUN_INTERVAL_MS;
  const rows = await listUnmatchedMovements(deps.db, after, until, MISSING_MOVEMENTS_PER_RUN);
  await lookUpMovements(deps, rows);
  const last = rows.length === MISSING_MOVEMENTS_PER_RUN ? rows.at(-1) : undefined;
  await upsertReconciliationPosition(
    deps.db,
    'ledger',
    { at: (last?.at ?? until).toISOString(), id: last?.id ?? NIL_UUID },
    deps.now(),
  );
  return last === undefined ? RUN_INTERVAL_MS : MORE_PAGES_DELAY_MS;
}

const MAX_RECHECKED_DIFFERENCES = 50;

/** Resolves exceptions that no longer apply. Returns the delay until the next run. */
async function recheckDifferences(deps: Deps): Promise<number> {
  const open = await listOpenDifferences(deps.db, MAX_RECHECKED_DIFFERENCES);
  const booked = await listBookedCents(
    deps.db,
    open.map(({ subject }) => subject),
  );
  for (const { kind, subject, data } of open) {
    const { cents: seenCents, transferId = null } = data as { cents: number | null; transferId?: string | null };
    const cents =
      kind === 'reconcile_missing_object' ? await deps.stripe.books.findCents(subject, transferId) : seenCents;
    if (cents === null || booked.get(subject) !== cents) continue;
    await insertReconciliationMatches(deps.db, [subject], deps.now());
    await inTransaction(deps, (tx) =>
      resolveException(tx.db, {
        kind: kind as ExceptionKind,
        subject,
        resolution: 'Both books agree now',
        resolvedByPersonId: null,
        at: deps.now(),
      }),
    );
  }
  return RUN_INTERVAL_MS;
}

/**
 * Enqueues a re-read of a few open payments in each run, because a webhook event may be lost permanently. Returns
 * the delay until the next run.
 */
async function syncOpenPayments(deps: Deps): Promise<number> {
  const { after } = ((await findReconciliationPosition(deps.db, 'open')) as { after: string } | undefined) ?? {
    after: NIL_UUID,
  };
  const before = new Date(deps.now().getTime() - OVERLAP_S * 1000);
  const rows = await listOpenPayments(deps.db, after, before, OPEN_PAYMENTS_PER_RUN);
  for (const { id } of rows) await inTransaction(deps, (tx) => tx.enqueue('payments.sync', { bookingId: id }));
  await upsertReconciliationPosition(
    deps.db,
    'open',
    { after: rows.length === OPEN_PAYMENTS_PER_RUN ? (rows.at(-1)?.id ?? NIL_UUID) : NIL_UUID },
    deps.now(),
  );
  return RUN_INTERVAL_MS;
}
