/**
 * Runs every read whose cost could grow with the marketplace on a very large database. Each read may touch a limited
 * number of buffers and must not scan a growing table completely. The tests check buffers and plans, never times.
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
import { LIMITS } from '@marquee/validation';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSessionUser } from '../../src/modules/identity/accounts/accounts.sql.ts';
import { findSitemapPart } from '../../src/modules/catalog/market/sitemap.service.ts';
import { listMoneyViolations } from '../support/money-checks.ts';
import { SHORT_TIMING, useStack } from '../support/stack.ts';

const stack = useStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, figuresMs: 3_600_000 }) });
const PACKAGES = 20_000;
/** Tables with one row in total, or a few rows per day or month. They may be scanned completely. */
const SMALL = ['operator_terms', 'cached_figure', 'ledger_close', 'ledger_day', 'market_close', 'market_day'];

let client: pg.Client;
let call: (read: ProcedureRead) => Promise<unknown>;
let reads: ProcedureRead[];

beforeAll(async () => {
  // The worker's statements must not be counted with the reads.
  await stack.stopWorker();
  await fillDatabase(stack.deps.env.DATABASE_URL, { packages: PACKAGES, passwordHash: 'nobody signs in' });
  client = new pg.Client({ connectionString: stack.deps.env.DATABASE_URL });
  await client.connect();
  // PostgreSQL prefers full scans of small tables, but the tests check whether another plan exists.
  await client.query('set enable_seqscan = off');
  reads = await createProcedureReads(stack.deps.pool);
  call = await createProcedureReader(stack.deps);
});
afterAll(() => client.end());

describe('the marketplace generated for this test', () => {
  it('passes the money checks of the ledger (M1) and of the read models (M14)', async () => {
    const wrong = await listMoneyViolations(stack);
    expect(wrong.filter((line) => line.startsWith('M14') || line.startsWith('M1 '))).toEqual([]);
    const { rows } = await client.query(
      `select count(*)::int as count from booking join person on person.id = brand_id where email = '${BIG_BRAND_EMAIL}'`,
    );
    expect(rows).not.toEqual([{ count: 0 }]);
  });
});

/**
 * Maximum number of buffers for one part of the sitemap, with 10,000 creators and the index lookups of their
 * usernames.
 */
const MAP_PART = 60_000;
/** Maximum number of buffers for reading a user who is a member of as many workspaces as possible. */
const SESSION = 6 * LIMITS.memberships;

/**
 * For each statement, returns the plan for its values, and also the generic plan if PostgreSQL might choose that
 * one.
 */
async function plansOfAll(statements: readonly SentStatement[]): Promise<StatementPlan[][]> {
  const plans: StatementPlan[][] = [];
  for (const statement of statements) plans.push(await explainAllPlans(client, statement));
  return plans;
}

const buffersOf = (plans: readonly StatementPlan[][]) => plans.reduce((sum, ways) => sum + getMaxBuffers(ways), 0);

describe('every database read', () => {
  it('of a sitemap part stays below its buffer limit and needs no sequential scan of a growing table', async () => {
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

  it.each([
    ['username', 'creator_1'],
    ['id', '00000000-0000-4000-8000-000000000000'],
  ])(
    'of the session of a user who names another workspace by its %s touches few buffers and needs no sequential scan',
    async (_, workspace) => {
      const { id } = await stack.deps.db
        .selectFrom('person')
        .select('id')
        .where('email', '=', BIG_BRAND_EMAIL)
        .executeTakeFirstOrThrow();
      const plans = await plansOfAll(await recordReads(() => findSessionUser(stack.deps.db, id, 0, workspace)));
      expect(plans).toHaveLength(2);
      expect(plans.flat().flatMap(({ scanned }) => scanned)).toEqual([]);
      expect(buffersOf(plans)).toBeLessThan(SESSION);
    },
  );

  it('of a procedure stays below its buffer limit and needs no sequential scan of a growing table', async () => {
    const problems: string[] = [];
    for (const read of reads) {
      await call(read);
      const explain = async () => {
        const statements = await recordReads(() => call(read));
        expect(statements.length, read.name).toBeGreaterThan(0);
        return plansOfAll(statements);
      };
      let plans = await explain();
      // A connection reads the catalog again whenever the statistics have changed, and a recording can contain other
      // reads of the process. A second attempt does not count those buffers.
      for (let attempt = 0; attempt < 3 && buffersOf(plans) > read.buffers; attempt++) plans = await explain();
      const buffers = buffersOf(plans);
      if (buffers > read.buffers) problems.push(`${read.name}: ${buffers} buffers, at most ${read.buffers}`);
      for (const { scanned, text } of plans.flat())
        for (const table of scanned)
          if (!SMALL.includes(table)) problems.push(`${read.name}: reads all of ${table}: ${text.slice(0, 200)}`);
    }
    expect(problems.join('\n')).toBe('');
  });
});

describe('the list of bookings that need action from a creator with 3,000 open bookings', () => {
  it('reads fewer than 600 rows of the booking table', async () => {
    await client.query(`
      set session_replication_role = replica;
      insert into booking select (jsonb_populate_record(booking, jsonb_build_object('id', gen_random_uuid(),
        'stripe_payment_intent_id', null, 'stripe_charge_id', null, 'due_at', due_at + n * interval '1 hour'))).*
      from booking, generate_series(1, 3000) as n where id = (
        select booking.id from booking join person on person.id = creator_id
        where email = '${BIG_CREATOR_EMAIL}' and status = 'in_progress' and payment_state = 'held' limit 1);
      set session_replication_role = origin;
      analyze booking`);
    const waiting = reads.find(({ name }) => name === 'creator: all open actions');
    if (waiting === undefined) throw new Error('There is no such read');
    const [list] = await recordReads(() => call(waiting));
    if (list === undefined) throw new Error('It sends no statement');
    for (const { plan } of await explainAllPlans(client, list)) expect(rowsRead(plan, 'booking')).toBeLessThan(600);
  });
});

/** Returns the number of rows of a table that a plan has read, including its child nodes. */
const rowsRead = (node: StatementPlan['plan'], table: string): number =>
  (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each, table), 0);
