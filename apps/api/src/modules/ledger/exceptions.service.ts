/**
 * What a person has to look at: money that the program will not guess
 * about, listed until it rights itself or somebody resolves it.
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
 * - payout_blocked: the creator cannot receive a payout that is decided (subject: booking)
 * - payout_returned: a creator's bank sent a payout of Stripe's back, and the bank account is not replaced yet (payout)
 * - transfer_refused, refund_refused: Stripe refuses what a settlement asks for, for a reason of its own (booking)
 * - refund_returned: a card's bank sent a refund back, and the brand has to be paid another way (Stripe's refund)
 * - intent_misfit: a payment intent has another amount or names another booking (intent)
 * - captured_by_hand: a card was charged that nobody here asked to charge (intent)
 * - surplus_payment: money came in that belongs to no booking and is given back (intent)
 * - chargeback_lost: a card's bank took the money for good (Stripe's dispute)
 * - reversal_refused: what a creator was paid cannot be taken back after a chargeback (Stripe's dispute)
 * - restore_refused: what was taken back cannot be paid again after the chargeback was won (Stripe's dispute)
 * - chargeback_unexpected: one that does not fit what we know of the payment (Stripe's dispute)
 * - dispute_undecided: staff has let its own time to decide a dispute go by (our dispute)
 * - stripe_object_missing: an event names an object that Stripe has not known for a day (that object)
 * - reconcile…: what a comparison of both books found
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
  /** A booking's id or an object at Stripe. One exception of a kind is open per subject. */
  subject: string;
  at: Date;
}

/** Lists something for a person to look at; false when the same is listed already. */
export const openException = <D extends object>(
  tx: Transaction<Database>,
  // `data`: what a person needs to understand it. Amounts are cents.
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

/** Takes it off the list again. `resolvedBy` null: it righted itself. False when it is not listed. */
export const resolveException = (
  tx: Transaction<Database>,
  { at, ...rest }: { kind: ExceptionKind; subject: string; resolution: string; resolvedBy: string | null; at: Date },
): Promise<boolean> => closeException(tx, { ...rest, resolvedAt: at });

/** As long as Stripe itself goes on sending an event would do; what it does not know by then it will not know later. */
const MAX_MISSING_MS = DAY_MS;

/**
 * Does a job about an object at Stripe that an event named. Stripe may not know it yet, so the job fails
 * and is tried again; after a day (`since`: the job's beginning) it is listed instead, and the job is done.
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
