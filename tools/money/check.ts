/** The checker: every invariant of docs/safety.md over our database and Stripe's books, in one consistent look. */
import type pg from 'pg';
import type { StripeBooks } from './books.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';
import { insertBooks } from './stripe-tables.ts';

/** Something that must not be. `subject` is a booking's id, or that of what else is wrong. */
interface Violation {
  subject: string;
  detail: string;
}

/** One line of the report: what was looked at, and what was wrong. */
export interface MoneyFinding {
  invariant: string;
  says: string;
  looked: number;
  violations: Violation[];
}

/** An action that somebody was told has happened (M10): the booking, and what must be in its timeline. */
export interface AcknowledgedAction {
  bookingId: string;
  /** A kind of event, or several with `|` of which one must be there. */
  event: string;
  /** What its data must contain. */
  data?: Record<string, unknown>;
}

export interface CheckOptions {
  /** The application's time, when a test has moved it. */
  now?: Date;
  acknowledged?: readonly AcknowledgedAction[];
}

/**
 * Looks at both books once and returns a finding per rule, violations or not. Nothing is changed. While work is under
 * way a look may see one side ahead of the other: look again, or wait until it is quiet (`checkUntilClean`).
 */
export async function checkMoney(
  client: pg.ClientBase,
  books: StripeBooks,
  options: CheckOptions = {},
): Promise<MoneyFinding[]> {
  await client.query('begin isolation level repeatable read');
  try {
    // A report over a large database may take longer than a request may.
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

async function checkInvariant(client: pg.ClientBase, { id, says, looks, wrong }: Invariant): Promise<MoneyFinding> {
  const looked = await client.query<{ n: string }>(`select count(*) as n from (${looks}) as looked`);
  const { rows } = await client.query<{ subject: string; detail: string }>(wrong);
  return {
    invariant: id,
    says,
    looked: Number(looked.rows[0]?.n),
    violations: rows.map(({ subject, detail }) => ({ subject, detail })),
  };
}

/**
 * Looks until nothing is wrong, at most `patienceMs`; returns the last findings. `readBooks` is asked anew each time.
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

/** Every violation with the invariant that it breaks. */
export const listViolations = (findings: readonly MoneyFinding[]) =>
  findings.flatMap(({ invariant, says, violations }) =>
    violations.map((violation) => ({ invariant, says, ...violation })),
  );

const MAX_SHOWN_VIOLATIONS = 5;

/** The findings as lines for a person, the first few violations of each. */
export function describeFindings(findings: readonly MoneyFinding[]): string[] {
  return findings.flatMap(({ invariant, says, looked, violations }) => [
    `${violations.length === 0 ? 'ok  ' : 'FAIL'} ${invariant.padEnd(3)} ${says}: ${looked} looked at, ${violations.length} violations`,
    ...violations.slice(0, MAX_SHOWN_VIOLATIONS).map(({ subject, detail }) => `         ${subject}: ${detail}`),
    ...(violations.length > MAX_SHOWN_VIOLATIONS
      ? [`         … and ${violations.length - MAX_SHOWN_VIOLATIONS} more`]
      : []),
  ]);
}
