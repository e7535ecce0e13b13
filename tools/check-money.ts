/**
 * Checks the money of one installation, whether it is running or not. Compares the database in DATABASE_URL (or the
 * local one) with Stripe (or with the journal of the local Stripe stand-in).
 */
import { join } from 'node:path';
import pg from 'pg';
import { Stripe } from 'stripe';
import { exitWithMessage } from './install.mjs';
import { PostgresFailure, findRunningPostgresUrl, startPostgres } from './local/postgres.ts';
import { readSettings, StartRefusedError } from './local/services.ts';
import { readJournalBooks, readStripeBooks, type StripeBooks } from './money/books.ts';
import { checkUntilClean, describeFindings, listViolations } from './money/check.ts';

/**
 * Maximum time for the database and Stripe to agree. While the app runs, they may differ for a moment, but a
 * difference of more than a minute is an error (M11).
 */
const MAX_WAIT_MS = 60_000;

/**
 * Prints one line per rule. Exits with code 0 if every rule holds, or 1 if a rule is broken or could not be checked.
 */
export async function main(): Promise<void> {
  let violations: number;
  try {
    const { dataDir, given } = await readSettings();
    const dir = join(dataDir, 'postgres');
    const running = given['DATABASE_URL'] ?? findRunningPostgresUrl(dir);
    const started = running === undefined ? await startPostgres({ dir }) : undefined;
    try {
      violations = await runMoneyCheck(
        running ?? started?.url ?? '',
        given,
        dataDir,
        running === undefined ? 0 : MAX_WAIT_MS,
      );
    } finally {
      await started?.stop();
    }
  } catch (error) {
    if (error instanceof StartRefusedError || error instanceof PostgresFailure) exitWithMessage(error.message);
    throw error;
  }
  process.exit(violations === 0 ? 0 : 1);
}

async function runMoneyCheck(
  url: string,
  given: Record<string, string>,
  dataDir: string,
  patienceMs: number,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: boolean }>(`select to_regclass('money_exception') is not null as made`);
    if (rows[0]?.made !== true)
      throw new StartRefusedError(
        `There is no money to check at this database yet; start the product once (DATA_DIR is ${dataDir}).`,
      );
    const startedAt = new Date();
    const findings = await checkUntilClean(client, await createBooksReader(client, given, dataDir), patienceMs);
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

/**
 * Returns a function that reads Stripe's side of the books, from Stripe if a secret key is set, and from the journal
 * of the stand-in otherwise.
 */
async function createBooksReader(
  client: pg.Client,
  given: Record<string, string>,
  dataDir: string,
): Promise<() => StripeBooks | Promise<StripeBooks>> {
  const key = given['STRIPE_SECRET_KEY'];
  if (key === undefined) return () => readJournalBooks(join(dataDir, 'stripe'));
  const { rows } = await client.query<{ since: Date | null }>(
    `select min(created_at) - interval '1 day' as since from booking`,
  );
  const base = given['STRIPE_API_BASE'] === undefined ? null : new URL(given['STRIPE_API_BASE']);
  const stripe = new Stripe(key, {
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
  return () => readStripeBooks(stripe, rows[0]?.since ?? new Date());
}
