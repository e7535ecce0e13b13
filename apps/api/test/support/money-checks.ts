/** The money checker for specs: both books of a stack, compared. */
import { readStandInBooks } from '@marquee/tools/money/books';
import { checkMoney, listViolations, type CheckOptions, type MoneyFinding } from '@marquee/tools/money/check';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import type { Stack } from './stack.ts';

/** Every finding of one look at a stack's database and its stand-in. */
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

/** What is wrong with the money of a stack that is quiet, as lines; empty when every invariant holds. */
export async function listMoneyViolations(
  stack: Pick<Stack, 'deps' | 'stripe'>,
  options: CheckOptions = {},
): Promise<string[]> {
  return listViolations(await runMoneyChecks(stack, options)).map(
    ({ invariant, says, subject, detail }) => `${invariant} ${says}: ${subject}: ${detail}`,
  );
}

/** After a file's tests everything is done and every invariant holds. */
export function checkMoneyAfterAll(stack: Pick<Stack, 'deps' | 'stripe' | 'settle'>): void {
  afterAll(async () => {
    await stack.settle();
    expect(await listMoneyViolations(stack)).toEqual([]);
  });
}
