/** What the database does for a call: its statements as they are sent, and the plan and the buffers of each. */
import pg from 'pg';
import { isReadStatement } from './statements.ts';

export interface SentStatement {
  text: string;
  values: readonly unknown[];
  /** Sent with a name: PostgreSQL keeps its plan, and after some calls may keep one for any values. */
  isPrepared: boolean;
}

type ExplainableQuery = Pick<SentStatement, 'text' | 'values'>;

export interface StatementPlan {
  text: string;
  /** Pages of tables and indexes that were touched, in memory or not. */
  buffers: number;
  ms: number;
  /** Tables that were read from end to end. */
  scanned: string[];
  plan: PlanNode;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

let recordedStatements: SentStatement[] | null = null;

// Before any connection is made: the product's pool keeps each client's own `query`.
const query = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...args: unknown[]) => unknown;
Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
  const [first, second] = args as [unknown, unknown];
  const { text, values, name } =
    typeof first === 'string'
      ? { text: first, values: second, name: undefined }
      : (first as { text?: unknown; values?: unknown; name?: unknown });
  if (typeof text === 'string' && isReadStatement(text))
    recordedStatements?.push({
      text,
      values: Array.isArray(values) ? values : [],
      isPrepared: typeof name === 'string' && name !== '',
    });
  return query.apply(this, args);
});

/** Notes every read that `call` sends through `pg`, by whichever connection. One at a time. */
export async function recordReads(call: () => Promise<unknown>): Promise<SentStatement[]> {
  const noted: SentStatement[] = [];
  recordedStatements = noted;
  try {
    await call();
  } finally {
    recordedStatements = null;
  }
  return noted;
}

/**
 * Runs a statement in each way in which the product may come to run it: planned for its values, and where it is sent
 * prepared also for any values.
 */
export async function explainAllPlans(client: pg.ClientBase, statement: SentStatement): Promise<StatementPlan[]> {
  const plans = [await explainPlan(client, statement)];
  if (statement.isPrepared) plans.push(await explainPlan(client, statement, true));
  return plans;
}

/** The buffers of the way that touches the most. */
export const getMaxBuffers = (plans: readonly StatementPlan[]): number =>
  Math.max(...plans.map(({ buffers }) => buffers));

/** Runs a statement and says how. `generic`: as a prepared statement is planned after some calls, for any values. */
export async function explainPlan(
  client: pg.ClientBase,
  { text, values }: ExplainableQuery,
  generic = false,
): Promise<StatementPlan> {
  const rows = generic ? await explainPrepared(client, { text, values }) : await explain(client, text, values);
  const [{ Plan: plan, 'Execution Time': ms }] = rows;
  const scanned: string[] = [];
  const walk = (node: PlanNode) => {
    if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined) scanned.push(node['Relation Name']);
    node.Plans?.forEach(walk);
  };
  walk(plan);
  return { text, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms, scanned, plan };
}

type Explained = [{ Plan: PlanNode; 'Execution Time': number }];
const EXPLAIN = 'explain (analyze, buffers, timing off, format json)';

async function explain(client: pg.ClientBase, text: string, values: readonly unknown[]): Promise<Explained> {
  const { rows } = await client.query<{ 'QUERY PLAN': Explained }>(`${EXPLAIN} ${text}`, [...values]);
  return rows[0]?.['QUERY PLAN'] as Explained;
}

async function explainPrepared(client: pg.ClientBase, { text, values }: ExplainableQuery): Promise<Explained> {
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare measured as ${text}`);
  try {
    const literals = values.map((value) => toSqlLiteral(value)).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': Explained }>(
      `${EXPLAIN} execute measured${literals === '' ? '' : `(${literals})`}`,
    );
    return rows[0]?.['QUERY PLAN'] as Explained;
  } finally {
    // The connection's others are the product's.
    await client.query('deallocate measured');
    await client.query('reset plan_cache_mode');
  }
}

/** A value as text that PostgreSQL reads as the parameter's own type. */
function toSqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((each) => `"${String(each).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return pg.escapeLiteral(
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value),
  );
}
