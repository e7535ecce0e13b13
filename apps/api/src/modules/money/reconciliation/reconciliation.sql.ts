import { isId } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Returns the position in a list, or undefined before its first run. */
export const findReconciliationPosition = async (db: Db, stream: string): Promise<object | undefined> =>
  (await db.selectFrom('reconciliationPosition').select('position').where('stream', '=', stream).executeTakeFirst())
    ?.position;

export const upsertReconciliationPosition = (db: Db, stream: string, position: object, at: Date) =>
  db
    .insertInto('reconciliationPosition')
    .values({ stream, position: JSON.stringify(position), at })
    .onConflict((conflict) => conflict.column('stream').doUpdateSet({ position: JSON.stringify(position), at }))
    .execute();

/** Returns the time of the first booking. Older objects at Stripe were not created by us. */
export const findFirstBookingTime = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('booking')
      .select((eb) => eb.fn.min('createdAt').as('at'))
      .executeTakeFirst()
  )?.at ?? null;

/** Returns the ids of those events that are already stored. */
export const listReceivedStripeEventIds = async (db: Db, ids: string[]): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('stripeEvent')
        .select('id')
        .where(sql<boolean>`id = any(${ids})`)
        .execute()
    ).map(({ id }) => id),
  );

/** Lists the bookings with these ids. The ids come from Stripe's metadata and may be invalid. */
export const listPaymentsByIds = (db: Db, ids: string[]) =>
  db
    .selectFrom('booking')
    .select(['id', 'status', 'paymentState', 'stripePaymentIntentId'])
    .where(sql<boolean>`id = any(${ids.filter(isId)}::uuid[])`)
    .execute();

/** Returns the ledger's amounts for these Stripe objects, in cents. */
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

/** Returns the ids of those objects that are already matched. */
export const listMatchedObjectIds = async (db: Db, ids: string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('reconciliationMatch')
    .select('stripeObjectId')
    .where(sql<boolean>`stripe_object_id = any(${ids})`)
    .execute();
  return new Set(rows.map(({ stripeObjectId }) => stripeObjectId));
};

export const insertReconciliationMatches = (db: Db, ids: string[], matchedAt: Date) =>
  db
    .insertInto('reconciliationMatch')
    .values(ids.map((stripeObjectId) => ({ stripeObjectId, matchedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Returns those subjects that have ever had an exception, open or resolved. */
export const listExceptionSubjects = async (db: Db, subjects: string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('moneyException')
    .select('subject')
    .where(sql<boolean>`subject = any(${subjects})`)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
};

export const listOpenDifferences = (db: Db, limit: number) =>
  db
    .selectFrom('moneyException')
    .select(['kind', 'subject', 'data'])
    .where(sql<boolean>`kind like 'reconcile%' and resolved_at is null`)
    .orderBy('openedAt')
    .limit(limit)
    .execute();

/** A movement in the ledger that is not matched with Stripe. A reversal is requested through `stripeTransferId`. */
export interface UnmatchedMovement {
  stripeObjectId: string;
  stripeTransferId: string | null;
  bookingId: string | null;
}

/** Lists up to `limit` unmatched movements after the movement `after` that were recorded before `until`. */
export const listUnmatchedMovements = (db: Db, after: { at: Date; id: string }, until: Date, limit: number) =>
  db
    .selectFrom('ledgerTransaction')
    .leftJoin('reconciliationMatch', 'reconciliationMatch.stripeObjectId', 'ledgerTransaction.stripeObjectId')
    .leftJoin('settlementTransfer', (join) =>
      join
        .onRef('settlementTransfer.bookingId', '=', 'ledgerTransaction.bookingId')
        .onRef('settlementTransfer.payeeWorkspaceId', '=', 'ledgerTransaction.creatorId'),
    )
    .select([
      'ledgerTransaction.id',
      'ledgerTransaction.bookingId',
      'ledgerTransaction.at',
      'settlementTransfer.stripeTransferId',
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

/** Lists bookings with an open payment in id order, starting after `after`. */
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
