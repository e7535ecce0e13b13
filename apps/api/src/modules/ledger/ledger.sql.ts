import { sql, type Transaction } from 'kysely';
import type { Database, Db, LedgerAccount, LedgerKind } from '../../db/schema.ts';
import { insertDocumentOf } from './documents.sql.ts';

interface Entry {
  account: LedgerAccount;
  amountCents: number;
  userId?: string;
}

/**
 * Writes one transaction, its entries, and the number of its document if it has one. The database refuses one that does
 * not sum to zero and a second one of the same kind for the same booking.
 */
export async function insertTransaction(
  tx: Transaction<Database>,
  transaction: { bookingId: string; kind: LedgerKind; stripeObjectId: string | null; at: Date },
  entries: readonly Entry[],
): Promise<void> {
  const { id } = await tx.insertInto('ledgerTransaction').values(transaction).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('ledgerEntry')
    .values(
      entries.map(({ account, amountCents, userId }) => ({
        transactionId: id,
        account,
        amountCents,
        userId: userId ?? null,
      })),
    )
    .execute();
  await insertDocumentOf(tx, { id, ...transaction });
}

/** What stands on a booking's accounts, in cents; what is owed is negative. */
export const findBalances = (tx: Transaction<Database>, bookingId: string) =>
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

/**
 * The movements that change what a creator has earned. Being paid, and paying back for a while, is not among them; a
 * lost chargeback is, since what it takes was earned before.
 */
const EARNING_KINDS = ['earn', 'unearn', 'chargeback_lost', 'recovery'] as const satisfies LedgerKind[];

/**
 * What a creator has earned and keeps, in cents: all of it, since `monthStart`, and from `lastMonthStart` until
 * `lastMonthUntil`.
 */
export const sumEarnings = (
  db: Db,
  creatorId: string,
  { monthStart, lastMonthStart, lastMonthUntil }: { monthStart: Date; lastMonthStart: Date; lastMonthUntil: Date },
) =>
  db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select([
      sql<number>`coalesce(-sum(amount_cents), 0)::int8`.as('totalCents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where at >= ${monthStart}), 0)::int8`.as('thisMonthCents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where at >= ${lastMonthStart} and at < ${lastMonthUntil}), 0)::int8`.as(
        'lastMonthCents',
      ),
    ])
    .where('account', '=', sql.lit('creator'))
    .where('kind', 'in', EARNING_KINDS)
    .where('userId', '=', creatorId)
    .executeTakeFirstOrThrow();

/** What was booked of an object at Stripe, and how much of it, in cents. */
export const listTransactionsOf = (tx: Transaction<Database>, stripeObjectId: string) =>
  tx
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select(['bookingId', 'kind', sql<number>`max(abs(amount_cents))::int8`.as('amountCents')])
    .where('stripeObjectId', '=', stripeObjectId)
    .groupBy(['bookingId', 'kind'])
    .execute();
