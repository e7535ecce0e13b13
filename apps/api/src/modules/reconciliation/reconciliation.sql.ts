import { isId } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Where a stream stands; undefined before its first run. */
export const findPosition = async (db: Db, stream: string): Promise<object | undefined> =>
  (await db.selectFrom('reconciliationPosition').select('position').where('stream', '=', stream).executeTakeFirst())
    ?.position;

export const setPosition = (db: Db, stream: string, position: object, at: Date) =>
  db
    .insertInto('reconciliationPosition')
    .values({ stream, position: JSON.stringify(position), at })
    .onConflict((conflict) => conflict.column('stream').doUpdateSet({ position: JSON.stringify(position), at }))
    .execute();

/** When the first booking was made: before that nothing at Stripe is ours. */
export const findFirstBookingTime = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('booking')
      .select((eb) => eb.fn.min('createdAt').as('at'))
      .executeTakeFirst()
  )?.at ?? null;

/** Which of these events were taken. */
export const listTakenEvents = async (db: Db, ids: string[]): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('stripeEvent')
        .select('id')
        .where(sql<boolean>`id = any(${ids})`)
        .execute()
    ).map(({ id }) => id),
  );

/** Bookings of ours among these ids, which are whatever somebody wrote at Stripe. */
export const listPaymentsByIds = (db: Db, ids: string[]) =>
  db
    .selectFrom('booking')
    .select(['id', 'status', 'paymentState', 'stripePaymentIntentId'])
    .where(sql<boolean>`id = any(${ids.filter(isId)}::uuid[])`)
    .execute();

/** What the ledger says that these objects moved, in cents. */
export const listBookedCents = async (db: Db, ids: string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select(['stripeObjectId', sql<number>`max(abs(amount_cents))::int8`.as('cents')])
    .where(sql<boolean>`stripe_object_id = any(${ids})`)
    .where('account', '=', sql.lit('processor'))
    .groupBy('stripeObjectId')
    .execute();
  return new Map(rows.map(({ stripeObjectId, cents }) => [stripeObjectId ?? '', cents]));
};

/** Those of these objects that were found on both sides before. */
export const listMatched = async (db: Db, ids: string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('reconciliationMatch')
    .select('stripeObjectId')
    .where(sql<boolean>`stripe_object_id = any(${ids})`)
    .execute();
  return new Set(rows.map(({ stripeObjectId }) => stripeObjectId));
};

export const insertMatches = (db: Db, ids: string[], matchedAt: Date) =>
  db
    .insertInto('reconciliationMatch')
    .values(ids.map((stripeObjectId) => ({ stripeObjectId, matchedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Those of these subjects that a person was ever told about, resolved or not. */
export const listExceptionSubjects = async (db: Db, subjects: string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('moneyException')
    .select('subject')
    .where(sql<boolean>`subject = any(${subjects})`)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
};

/** What reconciliation has told people about and is open, oldest first. */
export const listOpenDifferences = (db: Db, limit: number) =>
  db
    .selectFrom('moneyException')
    .select(['kind', 'subject', 'data'])
    .where(sql<boolean>`kind like 'reconcile%' and resolved_at is null`)
    .orderBy('openedAt')
    .limit(limit)
    .execute();

/** A movement in the ledger that was not found at Stripe yet. `stripeTransferId`: what a reversal is found through. */
export interface UnmatchedMovement {
  stripeObjectId: string;
  stripeTransferId: string | null;
  bookingId: string | null;
}

/**
 * Movements in the ledger, booked after one and until a time, that nobody
 * has found at Stripe yet. A reversal is found through its transfer.
 */
export const listUnmatchedMovements = (db: Db, after: { at: Date; id: string }, until: Date, limit: number) =>
  db
    .selectFrom('ledgerTransaction')
    .leftJoin('reconciliationMatch', 'reconciliationMatch.stripeObjectId', 'ledgerTransaction.stripeObjectId')
    .leftJoin('settlement', 'settlement.bookingId', 'ledgerTransaction.bookingId')
    .select([
      'ledgerTransaction.id',
      'ledgerTransaction.bookingId',
      'ledgerTransaction.at',
      'settlement.stripeTransferId',
      sql<string>`ledger_transaction.stripe_object_id`.as('stripeObjectId'),
    ])
    .where(sql<boolean>`(ledger_transaction.at, ledger_transaction.id) > (${after.at}, ${after.id}::uuid)`)
    .where('ledgerTransaction.at', '<=', until)
    .where('ledgerTransaction.stripeObjectId', 'is not', null)
    .where('reconciliationMatch.stripeObjectId', 'is', null)
    .orderBy('ledgerTransaction.at')
    .orderBy('ledgerTransaction.id')
    .limit(limit)
    .execute();

/** Bookings whose payment is open, in a stable order from `after` on. */
export const listOpenPayments = (db: Db, after: string, before: Date, limit: number) =>
  db
    .selectFrom('booking')
    .select('id')
    .where('id', '>', after)
    .where('createdAt', '<', before)
    .where('paymentState', 'in', ['requires_payment', 'authorized', 'capturing'])
    .where('stripePaymentIntentId', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
