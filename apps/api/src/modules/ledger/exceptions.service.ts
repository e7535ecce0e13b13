/**
 * Manages exceptions: problems with money that staff have to look at because the program must not guess. They stay
 * open until they resolve themselves or staff resolve them.
 */
import { DAY_MS } from '@marquee/booking';
import type { LabeledFields } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../core/deps.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { StripeRefusedError } from '../../gateways/stripe.ts';
import { closeException, insertException } from './exceptions.sql.ts';

/**
 * - payout_blocked: the creator cannot receive a payout that is due (subject: booking)
 * - payout_returned: a creator's bank returned a payout of Stripe, and the bank account was not replaced yet
 *   (payout)
 * - transfer_refused, refund_refused: Stripe refuses a settlement's request for its own reasons (booking)
 * - refund_returned: a card's bank returned a refund, and the brand has to be paid another way (Stripe's refund)
 * - intent_misfit: a payment intent has another amount or names another booking (intent)
 * - captured_by_hand: a card was charged without a request of ours (intent)
 * - surplus_payment: a payment belongs to no booking and is refunded (intent)
 * - chargeback_lost: a card's bank kept the money (Stripe's dispute)
 * - reversal_refused: a creator's payout cannot be reversed after a chargeback (Stripe's dispute)
 * - restore_refused: a reversed payout cannot be paid again after the chargeback was won (Stripe's dispute)
 * - chargeback_unexpected: a chargeback does not fit our data about the payment (Stripe's dispute)
 * - dispute_undecided: staff have missed their own deadline for deciding a dispute (our dispute)
 * - stripe_object_missing: an event names an object that Stripe has not known for a day (that object)
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
  | 'stripe_object_missing'
  | `reconcile${string}`;

interface MoneyException {
  kind: ExceptionKind;
  bookingId: string | null;
  /** The id of a booking or of an object at Stripe. Each subject has at most one open exception per kind. */
  subject: string;
  at: Date;
}

/** Opens an exception for staff. Returns false if it is already open. */
export const openException = <D extends object>(
  tx: Transaction<Database>,
  // `data` explains the exception to staff. Amounts are in cents.
  { at, data, ...exception }: MoneyException & { data: LabeledFields<D> },
): Promise<boolean> =>
  insertException(tx, {
    ...exception,
    data: JSON.stringify(data),
    openedAt: at,
    resolvedAt: null,
    resolution: null,
    resolvedBy: null,
  });

/** Resolves an exception. `resolvedBy` is null if it resolved itself. Returns false if none is open. */
export const resolveException = (
  tx: Transaction<Database>,
  { at, ...rest }: { kind: ExceptionKind; subject: string; resolution: string; resolvedBy: string | null; at: Date },
): Promise<boolean> => closeException(tx, { ...rest, resolvedAt: at });

/** Stripe's limit for retrying an event. An object that Stripe does not know by then will not appear later. */
const MAX_MISSING_MS = DAY_MS;

/**
 * Runs `work` on a Stripe object that an event named. If Stripe does not know the object yet, the job fails and is
 * retried. A day after the job's start (`since`), an exception is opened instead and the job ends.
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
    await inTransaction(deps.db, (tx) =>
      openException(tx, {
        kind: 'stripe_object_missing',
        bookingId: null,
        subject: about.subject,
        data: { message: error.message },
        at,
      }),
    );
  }
}
