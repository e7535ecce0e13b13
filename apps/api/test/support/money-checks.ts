/** Runs the money checks in specs, which compare a stack's ledger with its Stripe simulator. */
import { readStandInBooks } from '@marquee/tools/money/books';
import { checkMoney, listViolations, type CheckOptions, type MoneyFinding } from '@marquee/tools/money/check';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import type { Stack } from './stack.ts';

/** Returns every finding for the current state of a stack's database and Stripe simulator. */
export async function runMoneyChecks(
  stack: Pick<Stack, 'deps' | 'stripe'>,
  options: CheckOptions = {},
): Promise<MoneyFinding[]> {
  const client = new pg.Client({ connectionString: stack.deps.env.DATABASE_URL });
  await client.connect();
  try {
    return await checkMoney(client, await readStandInBooks(stack.stripe), { now: stack.deps.now(), ...options });
  } finally {
    await client.end();
  }
}

/** Returns the violations of an idle stack as lines, or an empty list if every invariant holds. */
export async function listMoneyViolations(
  stack: Pick<Stack, 'deps' | 'stripe'>,
  options: CheckOptions = {},
): Promise<string[]> {
  return listViolations(await runMoneyChecks(stack, options)).map(
    ({ invariant, rule, subject, detail }) => `${invariant} ${rule}: ${subject}: ${detail}`,
  );
}

/** Waits after the tests of a file until everything is done, and expects every invariant to hold. */
export function checkMoneyAfterAll(stack: Pick<Stack, 'deps' | 'stripe' | 'settle'>): void {
  afterAll(async () => {
    await stack.settle();
    expect(await listMoneyViolations(stack)).toEqual([]);
  });
}
