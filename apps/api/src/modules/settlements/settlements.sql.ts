import type { PayoutBlockedReason } from '@marquee/booking';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Claims the booking's only settlement slot. Returns false if it is taken. */
export async function insertSettlement(
  tx: Transaction<Database>,
  row: {
    bookingId: string;
    kind: 'release' | 'refund' | 'split';
    decidedBy: string | null;
    creatorCents: number;
    feeCents: number;
    refundCents: number;
    claimedAt: Date;
  },
) {
  const claimed = await tx
    .insertInto('settlement')
    .values({ ...row, blockedReason: null, stripeTransferId: null, stripeRefundId: null })
    .onConflict((conflict) => conflict.column('bookingId').doNothing())
    .returning('bookingId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Returns a settlement that has not yet moved all of its money, with the data needed for the refund and transfer. */
export const findOpenSettlement = (db: Db, bookingId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .select([
      'settlement.bookingId',
      'settlement.kind',
      'settlement.creatorCents',
      'settlement.feeCents',
      'settlement.refundCents',
      'settlement.attempt',
      'settlement.refundAttempt',
      'settlement.refundedAt',
      'settlement.blockedReason',
      'settlement.claimedAt',
      'booking.stripeChargeId',
      'booking.paymentState',
      'booking.creatorId',
      'creator.stripeAccountId',
      'creator.payoutsEnabled',
      'creator.payoutsHeldUntil',
      'creator.payoutsFrozenAt',
    ])
    .where('settlement.bookingId', '=', bookingId)
    .where(sql<boolean>`settlement.settled_at is null and settlement.voided_at is null`)
    .executeTakeFirst();

export const setSettlementBlocked = (
  tx: Transaction<Database>,
  bookingId: string,
  blockedReason: PayoutBlockedReason | null,
) => tx.updateTable('settlement').set({ blockedReason }).where('bookingId', '=', bookingId).execute();

/** Records that a transfer definitely failed, so that the next attempt uses a new idempotency key. */
export const setNextTransferAttempt = (db: Db, bookingId: string, failedAttempt: number) =>
  db
    .updateTable('settlement')
    .set({ attempt: failedAttempt + 1 })
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', failedAttempt)
    .execute();

/** Records that a refund definitely failed, so that the next attempt uses a new idempotency key. */
export const setNextRefundAttempt = (db: Db, bookingId: string, failedAttempt: number) =>
  db
    .updateTable('settlement')
    .set({ refundAttempt: failedAttempt + 1 })
    .where('bookingId', '=', bookingId)
    .where('refundAttempt', '=', failedAttempt)
    .execute();

export const setSettlementSettled = (
  tx: Transaction<Database>,
  bookingId: string,
  paid: { stripeTransferId: string; paidAccountId: string | null; settledAt: Date },
) =>
  tx
    .updateTable('settlement')
    .set({ ...paid, blockedReason: null })
    .where('bookingId', '=', bookingId)
    .execute();

/** Records the refund of a settlement. `isAll` is true if the refund completes the settlement. */
export const setSettlementRefunded = (
  tx: Transaction<Database>,
  bookingId: string,
  { stripeRefundId, refundedAt, isAll }: { stripeRefundId: string; refundedAt: Date; isAll: boolean },
) =>
  tx
    .updateTable('settlement')
    .set({ stripeRefundId, refundedAt, ...(isAll && { settledAt: refundedAt }) })
    .where('bookingId', '=', bookingId)
    .execute();

/** Ends a settlement because a lost chargeback took the money before it could be moved. */
export const setSettlementVoided = (tx: Transaction<Database>, bookingId: string, voidedAt: Date) =>
  tx
    .updateTable('settlement')
    .set({ voidedAt, blockedReason: null })
    .where('bookingId', '=', bookingId)
    .where('settledAt', 'is', null)
    .execute();

export const findSettlementRefundId = async (tx: Transaction<Database>, bookingId: string): Promise<string | null> =>
  (await tx.selectFrom('settlement').select('stripeRefundId').where('bookingId', '=', bookingId).executeTakeFirst())
    ?.stripeRefundId ?? null;

/** Returns whether a charge belongs to a booking or to a surplus payment. */
export async function isOwnCharge(tx: Transaction<Database>, chargeId: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from booking where stripe_charge_id = ${chargeId})
      or exists (select from surplus_payment where stripe_charge_id = ${chargeId}) as own`.execute(tx);
  return rows[0]?.own === true;
}

/** Locks the creator's payout setup while a release checks whether it blocks the payout. */
export const lockPayoutSetup = (tx: Transaction<Database>, creatorId: string) =>
  tx
    .selectFrom('workspace')
    .select(['stripeAccountId', 'payoutsEnabled', 'payoutsHeldUntil', 'payoutsFrozenAt'])
    .where('id', '=', creatorId)
    .forShare()
    .executeTakeFirst();

/**
 * Stores whether an account can receive transfers. Returns the creator, or undefined if no creator has this account.
 */
export const setPayoutsEnabled = (tx: Transaction<Database>, stripeAccountId: string, payoutsEnabled: boolean) =>
  tx
    .updateTable('workspace')
    .set({ payoutsEnabled })
    .where('stripeAccountId', '=', stripeAccountId)
    .returning('id')
    .executeTakeFirst();

/** Lists the creator's bookings whose payout is on hold for one of the reasons. */
export const listBlockedReleases = (db: Db, creatorId: string, reasons: readonly PayoutBlockedReason[]) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .select('settlement.bookingId')
    .where('booking.creatorId', '=', creatorId)
    .where('settlement.settledAt', 'is', null)
    .where('settlement.blockedReason', 'in', reasons)
    .execute();

/** Records a surplus payment. Returns false if it is already recorded. */
export async function insertSurplusPayment(
  tx: Transaction<Database>,
  row: Insertable<Database['surplusPayment']>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('surplusPayment')
    .values(row)
    .onConflict((conflict) => conflict.column('stripePaymentIntentId').doNothing())
    .returning('stripePaymentIntentId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns a surplus payment that is not refunded yet. */
export const findOpenSurplusPayment = (db: Db, stripePaymentIntentId: string) =>
  db
    .selectFrom('surplusPayment')
    .select(['stripePaymentIntentId', 'bookingId', 'stripeChargeId', 'amountCents', 'foundAt', 'attempt'])
    .where('stripePaymentIntentId', '=', stripePaymentIntentId)
    .where('refundedAt', 'is', null)
    .executeTakeFirst();

export const setNextSurplusAttempt = (db: Db, stripePaymentIntentId: string, failedAttempt: number) =>
  db
    .updateTable('surplusPayment')
    .set({ attempt: failedAttempt + 1 })
    .where('stripePaymentIntentId', '=', stripePaymentIntentId)
    .where('attempt', '=', failedAttempt)
    .execute();

/** Marks a surplus payment as refunded. Returns false if it is already marked. */
export async function setSurplusRefunded(
  tx: Transaction<Database>,
  stripePaymentIntentId: string,
  stripeRefundId: string,
  refundedAt: Date,
) {
  const { numUpdatedRows } = await tx
    .updateTable('surplusPayment')
    .set({ stripeRefundId, refundedAt })
    .where('stripePaymentIntentId', '=', stripePaymentIntentId)
    .where('refundedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the state of an account as Stripe reported it. */
export const setPayoutAccount = (
  db: Db,
  stripeAccountId: string,
  change: {
    payoutDetailsSubmitted: boolean;
    payoutAgreement: 'full' | 'recipient';
    payoutDisabledReason: string | null;
    payoutRequirements: string[];
  },
) => db.updateTable('workspace').set(change).where('stripeAccountId', '=', stripeAccountId).execute();
