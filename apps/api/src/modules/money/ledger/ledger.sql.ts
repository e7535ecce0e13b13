import { sql, type Transaction } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db, LedgerAccount, LedgerKind } from '../../../db/schema.ts';
import { insertDocuments, type DocumentedMovement } from './documents.sql.ts';

interface NewLedgerEntry {
  account: LedgerAccount;
  amountCents: number;
}

/**
 * Inserts a transaction with its entries. `payeeWorkspaceId` is the payee whose money it moves, who owns the entries of
 * the account `creator`. Without it, the transaction belongs to the booking's creator. `documents` is the data for the
 * documents to issue, if there are any. The database rejects a transaction that does not sum to zero, and for most
 * kinds also a second transaction of the same kind for a payee of a booking.
 */
export async function insertLedgerTransaction(
  tx: UnitOfWork,
  {
    payeeWorkspaceId,
    ...transaction
  }: { bookingId: string; kind: LedgerKind; stripeObjectId: string | null; at: Date; payeeWorkspaceId?: string },
  entries: readonly NewLedgerEntry[],
  documents?: Pick<DocumentedMovement, 'issuer' | 'paidWith'>,
): Promise<void> {
  const { id, creatorId } = await tx.db
    .insertInto('ledgerTransaction')
    .values({ ...transaction, ...(payeeWorkspaceId !== undefined && { creatorId: payeeWorkspaceId }) })
    .returning(['id', 'creatorId'])
    .executeTakeFirstOrThrow();
  const moving = entries.filter(({ amountCents }) => amountCents !== 0);
  await tx.db
    .insertInto('ledgerEntry')
    .values(
      // Leaves out amounts of zero, such as a fee that rounds to zero.
      moving.map(({ account, amountCents }) => ({
        transactionId: id,
        account,
        amountCents,
        workspaceId: account === 'creator' ? creatorId : null,
      })),
    )
    .execute();
  if (documents) await insertDocuments(tx, { id, creatorId, ...transaction, ...documents });
}

/** Returns the balances of a booking's ledger accounts in cents. A negative balance is owed. */
export const findBookingBalances = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where account = 'held'), 0)::int8`.as('held'),
      sql<number>`coalesce(sum(amount_cents) filter (where account = 'surplus'), 0)::int8`.as('surplus'),
    ])
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow();

/** Lists the amounts that a booking still owes to its payees, in cents. */
export const listOwedByPayee = async (
  db: Transaction<Database>,
  bookingId: string,
): Promise<{ payeeWorkspaceId: string; cents: number }[]> => {
  const { rows } = await sql<{ payeeWorkspaceId: string; cents: number }>`
    select workspace_id as payee_workspace_id, (-sum(amount_cents))::int8 as cents
    from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
    where booking_id = ${bookingId} and account = 'creator' group by workspace_id having sum(amount_cents) <> 0`.execute(
    db,
  );
  return rows;
};

/**
 * Stores the totals of all UTC days before `until`. If a transaction is booked on one of these days later, it is
 * added to the stored totals.
 */
export const runCloseLedgerDays = (db: Db, until: Date) =>
  sql`select close_ledger_days(${toUtcDay(until)}::date)`.execute(db);

const toUtcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Lists the ledger transactions of a Stripe object with their amounts in cents. */
export const listTransactionsByStripeObject = (db: Transaction<Database>, stripeObjectId: string) =>
  db
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select(['bookingId', 'kind', sql<number>`max(abs(amount_cents))::int8`.as('amountCents')])
    .where('stripeObjectId', '=', stripeObjectId)
    .groupBy(['bookingId', 'kind'])
    .execute();
