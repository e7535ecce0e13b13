/** Compares the database of an installation with Stripe, and stores the result. */
import pg from 'pg';
import { Stripe } from 'stripe';
import { readStripeBooks, type StripeBooks } from './books.ts';
import { checkUntilClean, describeFindings, listViolations } from './check.ts';

/**
 * Maximum time for the database and Stripe to agree. While the app runs, they may differ for a moment, but a
 * difference of more than a minute is an error (M11).
 */
export const MAX_WAIT_MS = 60_000;

/** Reads the objects that were created at Stripe since a time. */
type BooksReader = (since: Date) => StripeBooks | Promise<StripeBooks>;

/** Thrown if the database has no tables yet. */
export class NothingToCheckError extends Error {}

/**
 * Checks the database at `url` against the objects that `readBooks` returns, prints one line per rule, and stores the
 * result. Waits up to `patienceMs` for differences to disappear. Returns the number of violations. Throws
 * NothingToCheckError if the database is empty.
 */
export async function runMoneyCheck(url: string, readBooks: BooksReader, patienceMs: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: boolean }>(`select to_regclass('money_exception') is not null as made`);
    if (rows[0]?.made !== true)
      throw new NothingToCheckError('There is no money to check at this database yet. Start Marquee once.');
    const since = await findStart(client);
    const startedAt = new Date();
    const findings = await checkUntilClean(client, () => readBooks(since), patienceMs);
    for (const line of describeFindings(findings)) console.log(line);
    const violations = listViolations(findings).length;
    await recordMoneyCheck(client, { startedAt, violations });
    console.log(violations === 0 ? 'The money is all there.' : `${violations} violations.`);
    return violations;
  } finally {
    await client.end();
  }
}

/**
 * Stores the result in the table of the nightly job's results, because /trust shows the latest result from either
 * source.
 */
async function recordMoneyCheck(client: pg.Client, { startedAt, violations }: { startedAt: Date; violations: number }) {
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into reconciliation_run (source, started_at, finished_at, movements, differences, held_cents, held_bookings)
    select 'command', $1, now(), movements, $2, coalesce(sum(owed), 0), count(owed)
    from (select count(*) as movements from ledger_transaction t
        where stripe_object_id is not null and exists (select from ledger_entry e where e.transaction_id = t.id
          and account = 'processor')) as moved
      left join (select -sum(amount_cents) as owed from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
        where account in ('held', 'creator', 'surplus') group by booking_id having sum(amount_cents) < 0) as held on true
    group by movements`,
    [startedAt, violations],
  );
}

/** Returns a day before the first booking, or the current time if there is none. */
async function findStart(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ since: Date | null }>(
    `select min(created_at) - interval '1 day' as since from booking`,
  );
  return rows[0]?.since ?? new Date();
}

/** Returns a function that reads the objects of Stripe, or of the server at `address` that is compatible with it. */
export function openStripeBooks(key: string, address: string | undefined): BooksReader {
  const base = address === undefined ? null : new URL(address);
  const stripe = new Stripe(key, {
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
  return (since) => readStripeBooks(stripe, since);
}
