import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Claims the booking's one settlement slot; false when something else has it. */
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

/** A settlement that has not moved all of its money yet, with what moving it needs. */
export const findOpenSettlement = (db: Db, bookingId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .innerJoin('appUser as creator', 'creator.id', 'booking.creatorId')
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
    ])
    .where('settlement.bookingId', '=', bookingId)
    .where(sql<boolean>`settlement.settled_at is null and settlement.voided_at is null`)
    .executeTakeFirst();

export const setSettlementBlocked = (
  tx: Transaction<Database>,
  bookingId: string,
  blockedReason: 'payout_setup' | null,
) => tx.updateTable('settlement').set({ blockedReason }).where('bookingId', '=', bookingId).execute();

/** Notes that a transfer was definitely not made: the next try is a new request. */
export const setNextAttempt = (db: Db, bookingId: string, failedAttempt: number) =>
  db
    .updateTable('settlement')
    .set({ attempt: failedAttempt + 1 })
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', failedAttempt)
    .execute();

/** The same for a refund. */
export const setNextRefundAttempt = (db: Db, bookingId: string, failedAttempt: number) =>
  db
    .updateTable('settlement')
    .set({ refundAttempt: failedAttempt + 1 })
    .where('bookingId', '=', bookingId)
    .where('refundAttempt', '=', failedAttempt)
    .execute();

export const setSettled = (
  tx: Transaction<Database>,
  bookingId: string,
  paid: { stripeTransferId: string; paidAccountId: string | null; settledAt: Date },
) =>
  tx
    .updateTable('settlement')
    .set({ ...paid, blockedReason: null })
    .where('bookingId', '=', bookingId)
    .execute();

/** Notes the refund; `isAll`: nothing else is left to do. */
export const setRefunded = (
  tx: Transaction<Database>,
  bookingId: string,
  { stripeRefundId, refundedAt, isAll }: { stripeRefundId: string; refundedAt: Date; isAll: boolean },
) =>
  tx
    .updateTable('settlement')
    .set({ stripeRefundId, refundedAt, ...(isAll && { settledAt: refundedAt }) })
    .where('bookingId', '=', bookingId)
    .execute();

/** A chargeback that was lost took the money first. */
export const setVoided = (tx: Transaction<Database>, bookingId: string, voidedAt: Date) =>
  tx
    .updateTable('settlement')
    .set({ voidedAt, blockedReason: null })
    .where('bookingId', '=', bookingId)
    .where('settledAt', 'is', null)
    .execute();

/** The refund that was made for a booking's settlement, if any. */
export const findRefundIdOf = async (tx: Transaction<Database>, bookingId: string): Promise<string | null> =>
  (await tx.selectFrom('settlement').select('stripeRefundId').where('bookingId', '=', bookingId).executeTakeFirst())
    ?.stripeRefundId ?? null;

/** Whether a charge paid for a booking of ours, or was a payment too many. */
export async function isOwnCharge(tx: Transaction<Database>, chargeId: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from booking where stripe_charge_id = ${chargeId})
      or exists (select from surplus_payment where stripe_charge_id = ${chargeId}) as own`.execute(tx);
  return rows[0]?.own === true;
}

/** Holds the creator's payout setup still while a release decides whether it is blocked. */
export const lockPayoutSetup = (tx: Transaction<Database>, creatorId: string) =>
  tx
    .selectFrom('appUser')
    .select(['stripeAccountId', 'payoutsEnabled'])
    .where('id', '=', creatorId)
    .forShare()
    .executeTakeFirst();

/** Returns the creator of the account, or undefined when the account is nobody's here. */
export const setPayoutsEnabled = (tx: Transaction<Database>, stripeAccountId: string, payoutsEnabled: boolean) =>
  tx
    .updateTable('appUser')
    .set({ payoutsEnabled })
    .where('stripeAccountId', '=', stripeAccountId)
    .returning('id')
    .executeTakeFirst();

/**
 * Bookings of a creator whose payout waits for the payout setup. Other payouts that are not out have a job that tries.
 */
export const listBlockedReleases = (db: Db, creatorId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .select('settlement.bookingId')
    .where('booking.creatorId', '=', creatorId)
    .where('settlement.settledAt', 'is', null)
    .where('settlement.blockedReason', 'is not', null)
    .execute();

/** Notes a payment that belongs to no booking; false when it is known. */
export async function insertSurplus(
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

/** A surplus payment that was not given back yet. */
export const findOpenSurplus = (db: Db, stripePaymentIntentId: string) =>
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

/** Notes that it was given back; false when it was noted before. */
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

/** Stores what Stripe last said of an account. */
export const setPayoutAccount = (
  db: Db,
  stripeAccountId: string,
  change: {
    payoutDetailsSubmitted: boolean;
    payoutAgreement: 'full' | 'recipient';
    payoutDisabledReason: string | null;
    payoutRequirements: string[];
  },
) => db.updateTable('appUser').set(change).where('stripeAccountId', '=', stripeAccountId).execute();
