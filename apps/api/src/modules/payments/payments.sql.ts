import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Notes an event's id; false when it was there already. */
export async function insertStripeEvent(tx: Transaction<Database>, event: { id: string; type: string; receivedAt: Date }) {
  const inserted = await tx
    .insertInto('stripeEvent')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Claims the booking's one settlement slot; false when something else has it. */
export async function insertSettlement(
  tx: Transaction<Database>,
  row: { bookingId: string; kind: 'release'; decidedBy: string | null; creatorCents: number; feeCents: number; claimedAt: Date },
) {
  const claimed = await tx
    .insertInto('settlement')
    .values({ ...row, refundCents: 0, blockedReason: null, stripeTransferId: null })
    .onConflict((conflict) => conflict.column('bookingId').doNothing())
    .returning('bookingId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** An open settlement with what its transfer needs. */
export const findOpenRelease = (db: Db, bookingId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .innerJoin('appUser as creator', 'creator.id', 'booking.creatorId')
    .select([
      'settlement.bookingId', 'settlement.creatorCents', 'settlement.attempt', 'settlement.blockedReason', 'settlement.claimedAt',
      'booking.stripeChargeId', 'booking.creatorId', 'creator.stripeAccountId', 'creator.payoutsEnabled',
    ])
    .where('settlement.bookingId', '=', bookingId)
    .where('settlement.kind', '=', sql.lit('release'))
    .where('settlement.settledAt', 'is', null)
    .executeTakeFirst();

export const setSettlementBlocked = (tx: Transaction<Database>, bookingId: string, blockedReason: 'payout_setup' | null) =>
  tx.updateTable('settlement').set({ blockedReason }).where('bookingId', '=', bookingId).execute();

/** Notes a definite refusal: nothing was transferred, and the next try is a new request. */
export const setNextAttempt = (db: Db, bookingId: string, refusedAttempt: number) =>
  db
    .updateTable('settlement')
    .set({ attempt: refusedAttempt + 1 })
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', refusedAttempt)
    .execute();

export const setSettled = (tx: Transaction<Database>, bookingId: string, stripeTransferId: string, settledAt: Date) =>
  tx
    .updateTable('settlement')
    .set({ stripeTransferId, settledAt, blockedReason: null })
    .where('bookingId', '=', bookingId)
    .execute();

/** Holds the creator's payout setup still while a release decides whether it is blocked. */
export const lockPayoutSetup = (tx: Transaction<Database>, creatorId: string) =>
  tx.selectFrom('appUser').select(['stripeAccountId', 'payoutsEnabled']).where('id', '=', creatorId).forShare().executeTakeFirst();

export const findPayoutSetup = (db: Db, userId: string) =>
  db.selectFrom('appUser').select(['stripeAccountId', 'payoutsEnabled']).where('id', '=', userId).executeTakeFirstOrThrow();

/** Keeps the connected account's id unless there is one already. */
export const setStripeAccount = (db: Db, userId: string, stripeAccountId: string) =>
  db.updateTable('appUser').set({ stripeAccountId }).where('id', '=', userId).where('stripeAccountId', 'is', null).execute();

/** Returns the creator of the account, or undefined when the account is nobody's here. */
export const setPayoutsEnabled = (tx: Transaction<Database>, stripeAccountId: string, payoutsEnabled: boolean) =>
  tx.updateTable('appUser').set({ payoutsEnabled }).where('stripeAccountId', '=', stripeAccountId).returning('id').executeTakeFirst();

/** Bookings of a creator whose payout waits for the payout setup. Other payouts that are not out have a job that tries. */
export const listBlockedReleases = (db: Db, creatorId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .select('settlement.bookingId')
    .where('booking.creatorId', '=', creatorId)
    .where('settlement.kind', '=', sql.lit('release'))
    .where('settlement.settledAt', 'is', null)
    .where('settlement.blockedReason', 'is not', null)
    .execute();

/** What waits for a creator's payout setup, in cents. */
export const sumBlockedPayouts = (db: Db, creatorId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .select(sql<number>`coalesce(sum(settlement.creator_cents), 0)::int8`.as('blockedCents'))
    .where('booking.creatorId', '=', creatorId)
    .where('settlement.blockedReason', 'is not', null)
    .executeTakeFirstOrThrow();
