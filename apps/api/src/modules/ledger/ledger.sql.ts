import { sql, type Transaction } from 'kysely';
import type { Database, Db, LedgerAccount } from '../../db/schema.ts';

interface Entry {
  account: LedgerAccount;
  amountCents: number;
  userId?: string;
}

/**
 * Writes one transaction and its entries. The database refuses one that does not sum to zero and a second one of the
 * same kind for the same booking.
 */
export async function insertTransaction(
  tx: Transaction<Database>,
  transaction: { bookingId: string; kind: 'capture' | 'earn' | 'release'; stripeObjectId: string | null; at: Date },
  entries: readonly Entry[],
): Promise<void> {
  const { id } = await tx.insertInto('ledgerTransaction').values(transaction).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('ledgerEntry')
    .values(entries.map(({ account, amountCents, userId }) => ({ transactionId: id, account, amountCents, userId: userId ?? null })))
    .execute();
}

/** What a creator has earned, in cents: all of it, since `monthStart`, and from `lastMonthStart` to `monthStart`. */
export const sumEarnings = (db: Db, creatorId: string, monthStart: Date, lastMonthStart: Date) =>
  db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select([
      sql<number>`coalesce(-sum(amount_cents), 0)::int8`.as('totalCents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where at >= ${monthStart}), 0)::int8`.as('thisMonthCents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where at >= ${lastMonthStart} and at < ${monthStart}), 0)::int8`.as(
        'lastMonthCents',
      ),
    ])
    .where('account', '=', sql.lit('creator'))
    .where('kind', '=', sql.lit('earn'))
    .where('userId', '=', creatorId)
    .executeTakeFirstOrThrow();
