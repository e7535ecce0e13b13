import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database, Db, LedgerAccount, LedgerKind } from '../../db/schema.ts';
import { insertDocuments, type DocumentedMovement } from './documents.sql.ts';

interface NewLedgerEntry {
  account: LedgerAccount;
  amountCents: number;
  userId?: string;
}

/**
 * Writes one transaction, its entries, and its documents where it has some (`papers`: what they need). The database
 * refuses one that does not sum to zero and a second one of the same kind for the same booking.
 */
export async function insertLedgerTransaction(
  tx: Transaction<Database>,
  transaction: { bookingId: string; kind: LedgerKind; stripeObjectId: string | null; at: Date },
  entries: readonly NewLedgerEntry[],
  papers?: Pick<DocumentedMovement, 'issuer' | 'paidWith'>,
): Promise<void> {
  const { id } = await tx.insertInto('ledgerTransaction').values(transaction).returning('id').executeTakeFirstOrThrow();
  const moving = entries.filter(({ amountCents }) => amountCents !== 0);
  await tx
    .insertInto('ledgerEntry')
    .values(
      // At a fee of nothing, or a part so small that its fee rounds to nothing, there is nothing to book of it.
      moving.map(({ account, amountCents, userId }) => ({
        transactionId: id,
        account,
        amountCents,
        userId: userId ?? null,
      })),
    )
    .execute();
  if (papers) await insertDocuments(tx, { id, ...transaction, ...papers });
}

/** What stands on a booking's accounts, in cents; what is owed is negative. */
export const findBookingBalances = (tx: Transaction<Database>, bookingId: string) =>
  tx
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where account = 'held'), 0)::int8`.as('held'),
      sql<number>`coalesce(sum(amount_cents) filter (where account = 'creator'), 0)::int8`.as('creator'),
      sql<number>`coalesce(sum(amount_cents) filter (where account = 'surplus'), 0)::int8`.as('surplus'),
    ])
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow();

/** All that a creator has earned and keeps, in cents. */
export const earnedCentsSql = (creatorId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(earned_cents), 0)::int8 from creator_day where creator_id = ${creatorId})`;

/**
 * What a creator has earned and keeps, in cents: all of it, since `monthStart`, and from `lastMonthStart` until
 * `lastMonthUntil`; the first two are the beginnings of days (UTC), by which the database sums. Being
 * paid, and paying back for a while, is not among it; a lost chargeback is, since what it takes was earned before.
 */
export async function sumEarnings(
  db: Db,
  creatorId: string,
  { monthStart, lastMonthStart, lastMonthUntil }: { monthStart: Date; lastMonthStart: Date; lastMonthUntil: Date },
): Promise<{ totalCents: number; thisMonthCents: number; lastMonthCents: number }> {
  const { rows } = await sql<{ totalCents: number; thisMonthCents: number; lastMonthCents: number }>`
    select coalesce(sum(earned_cents), 0)::int8 as total_cents,
      coalesce(sum(earned_cents) filter (where day >= ${toUtcDay(monthStart)}::date), 0)::int8 as this_month_cents,
      (coalesce(sum(earned_cents) filter (where day >= ${toUtcDay(lastMonthStart)}::date and day < ${toUtcDay(lastMonthUntil)}::date), 0)
        + (
          -- The day that the span ends in, as far as it goes.
          select coalesce(-sum(amount_cents) filter (where account = 'creator'), 0) from ledger_transaction as movement
          join ledger_entry on ledger_entry.transaction_id = movement.id
          where movement.creator_id = ${creatorId} and kind in ('earn', 'unearn', 'chargeback_lost', 'recovery')
            and at >= ${toUtcDay(lastMonthUntil)}::date::timestamp at time zone 'UTC' and at < ${lastMonthUntil}
        ))::int8 as last_month_cents
    from creator_day where creator_id = ${creatorId}`.execute(db);
  return rows[0] ?? { totalCents: 0, thisMonthCents: 0, lastMonthCents: 0 };
}

/**
 * Sums the days (UTC) before the one of `until` for reports; what is booked on one of them later is added to its sum.
 */
export const runCloseLedgerDays = (db: Db, until: Date) =>
  sql`select close_ledger_days(${toUtcDay(until)}::date)`.execute(db);

const toUtcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** What was booked of an object at Stripe, and how much of it, in cents. */
export const listTransactionsByStripeObject = (tx: Transaction<Database>, stripeObjectId: string) =>
  tx
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select(['bookingId', 'kind', sql<number>`max(abs(amount_cents))::int8`.as('amountCents')])
    .where('stripeObjectId', '=', stripeObjectId)
    .groupBy(['bookingId', 'kind'])
    .execute();
