/** Records the statements of a call and explains each one with its plan and the buffers it touches. */
import pg from 'pg';
import { isReadStatement } from './statements.ts';

export interface SentStatement {
  text: string;
  values: readonly unknown[];
  /**
   * True if the statement was sent with a name. PostgreSQL caches the plan of such a statement and may switch to a
   * generic plan after several calls.
   */
  isPrepared: boolean;
}

type ExplainableQuery = Pick<SentStatement, 'text' | 'values'>;

export interface StatementPlan {
  text: string;
  /** Number of table and index pages that were read, from memory or from disk. */
  buffers: number;
  ms: number;
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

// Patch the prototype before any connection is opened, because the API's pool keeps a reference to each client's
// `query` method.
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

/** Runs `call` and returns every read that it sends through `pg`, on any connection. Recordings must not overlap. */
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

/** Runs a statement with its custom plan and, if it was prepared, also with its generic plan. */
export async function explainAllPlans(client: pg.ClientBase, statement: SentStatement): Promise<StatementPlan[]> {
  const plans = [await explainPlan(client, statement)];
  if (statement.isPrepared) plans.push(await explainPlan(client, statement, true));
  return plans;
}

export const getMaxBuffers = (plans: readonly StatementPlan[]): number =>
  Math.max(...plans.map(({ buffers }) => buffers));

/**
 * Runs a statement and returns its plan. With `generic`, uses the plan for unknown parameters, which PostgreSQL may
 * choose for a prepared statement after several calls.
 */
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
    // Restore the session, because the connection belongs to the API's pool.
    await client.query('deallocate measured');
    await client.query('reset plan_cache_mode');
  }
}

/** Formats a value as a literal that PostgreSQL converts to the parameter's type. */
function toSqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((each) => `"${String(each).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return pg.escapeLiteral(
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value),
  );
}
