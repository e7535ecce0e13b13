/**
 * Checks every invariant of docs/safety.md on our database and Stripe's books, in one consistent snapshot of the
 * database.
 */
import type pg from 'pg';
import type { StripeBooks } from './books.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';
import { insertBooks } from './stripe-tables.ts';

/** Violation of an invariant. `subject` is the ID of the booking or of another row that violates it. */
interface Violation {
  subject: string;
  detail: string;
}

export interface MoneyFinding {
  invariant: string;
  rule: string;
  /** The number of rows that were checked. */
  rows: number;
  violations: Violation[];
}

/** Action that the server acknowledged, and the event that must be in the booking's timeline as a result (M10). */
export interface AcknowledgedAction {
  bookingId: string;
  /** Kind of event, or several kinds separated by `|`, of which at least one must exist. */
  event: string;
  data?: Record<string, unknown>;
}

export interface CheckOptions {
  /** Current time of the app, if a test has moved the app's clock. */
  now?: Date;
  acknowledged?: readonly AcknowledgedAction[];
}

/**
 * Checks our database and Stripe's books once and returns one finding per invariant, with its violations if there
 * are any. Does not change any data. While the app is running, either side may be ahead of the other. In that case,
 * check again or use `checkUntilClean`.
 */
export async function checkMoney(
  client: pg.ClientBase,
  books: StripeBooks,
  options: CheckOptions = {},
): Promise<MoneyFinding[]> {
  await client.query('begin isolation level repeatable read');
  try {
    // Checking a large database may take longer than the timeout for requests.
    await client.query('set local statement_timeout = 0');
    await insertBooks(client, books);
    await client.query('create temp table checked (now timestamptz) on commit drop');
    await client.query('insert into checked values ($1)', [options.now ?? new Date()]);
    await client.query('create temp table acknowledged (booking_id uuid, event text, data jsonb) on commit drop');
    await client.query(
      'insert into acknowledged select "bookingId", event, coalesce(data, $$ {} $$) from json_to_recordset($1) as given ("bookingId" uuid, event text, data jsonb)',
      [JSON.stringify(options.acknowledged ?? [])],
    );
    const findings: MoneyFinding[] = [];
    for (const invariant of INVARIANTS) findings.push(await checkInvariant(client, invariant));
    return findings;
  } finally {
    await client.query('rollback');
  }
}

async function checkInvariant(client: pg.ClientBase, { id, rule, rows, wrong }: Invariant): Promise<MoneyFinding> {
  const checkedRows = await client.query<{ n: string }>(`select count(*) as n from (${rows}) as found`);
  const violations = await client.query<{ subject: string; detail: string }>(wrong);
  return {
    invariant: id,
    rule,
    rows: Number(checkedRows.rows[0]?.n),
    violations: violations.rows.map(({ subject, detail }) => ({ subject, detail })),
  };
}

/**
 * Repeats the check for at most `patienceMs` until there are no violations, and returns the last findings. Calls
 * `readBooks` before each check.
 */
export async function checkUntilClean(
  client: pg.ClientBase,
  readBooks: () => StripeBooks | Promise<StripeBooks>,
  patienceMs: number,
  options: () => CheckOptions = () => ({}),
): Promise<MoneyFinding[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const findings = await checkMoney(client, await readBooks(), options());
    if (listViolations(findings).length === 0 || performance.now() >= deadline) return findings;
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  }
}

export const listViolations = (findings: readonly MoneyFinding[]) =>
  findings.flatMap(({ invariant, rule, violations }) =>
    violations.map((violation) => ({ invariant, rule, ...violation })),
  );

const MAX_SHOWN_VIOLATIONS = 5;

/** Formats the findings as readable lines, each with its first violations. */
export function describeFindings(findings: readonly MoneyFinding[]): string[] {
  return findings.flatMap(({ invariant, rule, rows, violations }) => [
    `${violations.length === 0 ? 'ok  ' : 'FAIL'} ${invariant.padEnd(3)} ${rule}: ${rows} checked, ${violations.length} violations`,
    ...violations.slice(0, MAX_SHOWN_VIOLATIONS).map(({ subject, detail }) => `         ${subject}: ${detail}`),
    ...(violations.length > MAX_SHOWN_VIOLATIONS
      ? [`         … and ${violations.length - MAX_SHOWN_VIOLATIONS} more`]
      : []),
  ]);
}
