/**
 * Manages exceptions, which are problems with money that must not be solved automatically, so that staff have to
 * check them. An exception stays open until its cause is gone or staff resolve it.
 */
import { DAY_MS } from '@marquee/time';
import type { LabeledFields, PersonId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { closeException, insertException } from './exceptions.sql.ts';

/**
 * The kinds of exceptions, each with the object that `subject` identifies in parentheses:
 * - payout_blocked: a payee cannot receive a payout that is due (settlement transfer)
 * - payout_returned: a creator's bank returned a payout, and the creator has not replaced the bank account (Stripe
 * payout)
 * - transfer_refused: Stripe refused a transfer of a settlement (settlement transfer)
 * - refund_refused: Stripe refused the refund of a settlement (booking)
 * - refund_returned: a cardholder's bank returned a refund, so the brand has to be paid by other means (Stripe
 * refund)
 * - intent_misfit: the amount or booking of a payment intent does not match our data (payment intent)
 * - captured_by_hand: a card was charged, but not by our API, for example in Stripe's dashboard (payment intent)
 * - surplus_payment: a payment belongs to no booking and is refunded (payment intent)
 * - chargeback_lost: the cardholder's bank kept the money (Stripe dispute)
 * - reversal_refused: a payout cannot be reversed after a chargeback, so its payee owes the amount (settlement
 * transfer)
 * - restore_refused: a reversed payout cannot be paid again after a won chargeback (settlement transfer)
 * - chargeback_unexpected: a chargeback does not match our data about the payment (Stripe dispute)
 * - dispute_undecided: staff missed their deadline for deciding a dispute between the two sides (dispute)
 * - lost_booking: the database was restored to a time before the order, and Stripe has its payment (payment intent)
 * - stripe_object_missing: a Stripe event names an object that Stripe still does not return after a day (the object)
 * - reconcile…: reconciliation found a difference
 */
export type ExceptionKind =
  | 'payout_blocked'
  | 'payout_returned'
  | 'transfer_refused'
  | 'refund_refused'
  | 'refund_returned'
  | 'intent_misfit'
  | 'captured_by_hand'
  | 'surplus_payment'
  | 'chargeback_lost'
  | 'reversal_refused'
  | 'restore_refused'
  | 'chargeback_unexpected'
  | 'dispute_undecided'
  | 'lost_booking'
  | 'stripe_object_missing'
  | `reconcile${string}`;

interface MoneyException {
  kind: ExceptionKind;
  bookingId: string | null;
  /**
   * The id of the object in parentheses in the list of `ExceptionKind`. Each subject has at most one open exception
   * per kind.
   */
  subject: string;
  at: Date;
}

/** Opens an exception for staff. Returns false if it is already open. */
export const openException = <D extends object>(
  db: Transaction<Database>,
  // `data` describes the problem to staff. Amounts are in cents.
  { at, data, ...exception }: MoneyException & { data: LabeledFields<D> },
): Promise<boolean> =>
  insertException(db, {
    ...exception,
    data: JSON.stringify(data),
    openedAt: at,
    resolvedAt: null,
    resolution: null,
    resolvedByPersonId: null,
  });

/** Resolves an exception. `resolvedByPersonId` is null if no staff member was involved. Returns false if none is open. */
export const resolveException = (
  db: Transaction<Database>,
  {
    at,
    ...rest
  }: { kind: ExceptionKind; subject: string; resolution: string; resolvedByPersonId: PersonId | null; at: Date },
): Promise<boolean> => closeException(db, { ...rest, resolvedAt: at });

/**
 * The time to retry if Stripe cannot find the object that its event named. An object that is still missing after
 * that is not expected to appear.
 */
const MAX_MISSING_MS = DAY_MS;

/**
 * Runs `work` on a Stripe object that a Stripe event named. If Stripe does not know the object yet, throws, so that
 * the job is retried. From one day after `since`, when the job was first enqueued, opens an exception instead.
 */
export async function openExceptionIfMissing(
  deps: Deps,
  about: { subject: string; since: Date },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isMissing =
      error instanceof StripeRefusedError &&
      ['resource_missing', 'account_invalid'].includes(error.code ?? '') &&
      error.message.includes(about.subject);
    const at = deps.now();
    if (!isMissing || at.getTime() - about.since.getTime() < MAX_MISSING_MS) throw error;
    await inTransaction(deps, (tx) =>
      openException(tx.db, {
        kind: 'stripe_object_missing',
        bookingId: null,
        subject: about.subject,
        data: { message: error.message },
        at,
      }),
    );
  }
}
