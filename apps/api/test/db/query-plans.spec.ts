/**
 * Every read that grows with the marketplace, over one with very much: it may touch a stated number of buffers, and
 * must not depend on reading a growing table from end to end. Buffers and plans, never times.
 */
import { BIG_BRAND_EMAIL, BIG_CREATOR_EMAIL, fillDatabase } from '@marquee/tools/bench/generate';
import { createProcedureReader } from '@marquee/tools/bench/market';
import {
  getMaxBuffers,
  explainAllPlans,
  recordReads,
  type StatementPlan,
  type SentStatement,
} from '@marquee/tools/bench/plans';
import { createProcedureReads, type ProcedureRead } from '@marquee/tools/bench/reads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSitemapPart } from '../../src/modules/discovery/figures.service.ts';
import { listMoneyViolations } from '../support/money-checks.ts';
import { IS_DEEP } from '../support/deep.ts';
import { SHORT_TIMING, useStack } from '../support/stack.ts';

const stack = useStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, figuresMs: 3_600_000 }) });
const PACKAGES = IS_DEEP ? 20_000 : 2_000;
/** One row, or a few for every day or month: they may be read whole. */
const SMALL = ['operator_terms', 'cached_figure', 'ledger_close', 'ledger_day', 'market_close', 'market_day'];

let client: pg.Client;
let call: (read: ProcedureRead) => Promise<unknown>;
let reads: ProcedureRead[];

beforeAll(async () => {
  // Its statements are not the reads'.
  await stack.stopWorker();
  await fillDatabase(stack.deps.env.DATABASE_URL, { packages: PACKAGES, passwordHash: 'nobody signs in' });
  client = new pg.Client({ connectionString: stack.deps.env.DATABASE_URL });
  await client.connect();
  // With few rows reading all of them is the better plan; what is asked here is whether there is another one.
  await client.query('set enable_seqscan = off');
  reads = await createProcedureReads(stack.deps.pool);
  call = await createProcedureReader(stack.deps);
});
afterAll(() => client.end());

describe('the generated marketplace', () => {
  it('keeps what the product would have kept', async () => {
    const wrong = await listMoneyViolations(stack);
    expect(wrong.filter((line) => line.startsWith('M14') || line.startsWith('M1 '))).toEqual([]);
    const { rows } = await client.query(
      `select count(*)::int as count from booking join app_user on app_user.id = brand_id where email = '${BIG_BRAND_EMAIL}'`,
    );
    expect(rows).not.toEqual([{ count: 0 }]);
  });
});

/** Buffers of one part of the site map: 10,000 creators, and the way to each of their usernames. */
const MAP_PART = 60_000;

/** Of each statement its plan for the values, and the one for any values where it may come to have that. */
async function plansOfAll(statements: readonly SentStatement[]): Promise<StatementPlan[][]> {
  const plans: StatementPlan[][] = [];
  for (const statement of statements) plans.push(await explainAllPlans(client, statement));
  return plans;
}

const buffersOf = (plans: readonly StatementPlan[][]) => plans.reduce((sum, ways) => sum + getMaxBuffers(ways), 0);

describe('every read', () => {
  it('includes the parts of the site map', async () => {
    const read = () => findSitemapPart(stack.deps, 0);
    expect((await read())?.length).toBeGreaterThan(100);
    const plans = await plansOfAll(await recordReads(read));
    expect(buffersOf(plans)).toBeLessThan(MAP_PART);
    expect(
      plans
        .flat()
        .flatMap(({ scanned }) => scanned)
        .filter((table) => !SMALL.includes(table)),
    ).toEqual([]);
  });

  it('touches few buffers and needs no sequential scan', async () => {
    const found: string[] = [];
    for (const read of reads) {
      await call(read);
      const statements = await recordReads(() => call(read));
      expect(statements.length, read.name).toBeGreaterThan(0);
      let plans = await plansOfAll(statements);
      // A connection looks into the catalogue again whenever statistics have changed: that is not the read's.
      if (buffersOf(plans) > read.buffers) plans = await plansOfAll(statements);
      const buffers = buffersOf(plans);
      if (buffers > read.buffers) found.push(`${read.name}: ${buffers} buffers, at most ${read.buffers}`);
      for (const { scanned, text } of plans.flat())
        for (const table of scanned)
          if (!SMALL.includes(table)) found.push(`${read.name}: reads all of ${table}: ${text.slice(0, 200)}`);
    }
    expect(found).toEqual([]);
  });
});

describe('what waits for a creator with very many open bookings', () => {
  it('is read in the order of its deadlines, and no further than it is counted', async () => {
    await client.query(`
      set session_replication_role = replica;
      insert into booking select (jsonb_populate_record(booking, jsonb_build_object('id', gen_random_uuid(),
        'stripe_payment_intent_id', null, 'stripe_charge_id', null, 'due_at', due_at + n * interval '1 hour'))).*
      from booking, generate_series(1, 3000) as n where id = (
        select booking.id from booking join app_user on app_user.id = creator_id
        where email = '${BIG_CREATOR_EMAIL}' and status = 'in_progress' and payment_state = 'held' limit 1);
      set session_replication_role = origin;
      analyze booking`);
    const waiting = reads.find(({ name }) => name === 'creator: all that waits');
    if (waiting === undefined) throw new Error('There is no such read');
    const [list] = await recordReads(() => call(waiting));
    if (list === undefined) throw new Error('It sends no statement');
    for (const { plan } of await explainAllPlans(client, list)) expect(rowsRead(plan, 'booking')).toBeLessThan(600);
  });
});

/** How many rows of a table a plan has read. */
const rowsRead = (node: StatementPlan['plan'], table: string): number =>
  (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each, table), 0);
