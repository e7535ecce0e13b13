/** Opens the database: pool with time-outs, named (prepared) statements, camelCase. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { camelCasePlugin, registerPool } from './prepared.ts';
import type { Database, Db } from './schema.ts';

// Counts and sums come as int8; all of ours stay far below 2^53.
const INT8_OID = 20;
// A day is text, never a Date (safety.md "Input").
const DATE_OID = 1082;
pg.types.setTypeParser(INT8_OID, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 out of range: ${value}`);
  return number;
});
pg.types.setTypeParser(DATE_OID, (value) => value);

/** What PostgreSQL itself ends, in milliseconds; it has no such bounds by default (safety.md). */
export const SESSION_TIMEOUTS = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

/**
 * How PostgreSQL runs our statements: they are short, and starting helpers or compiling them takes longer than they do.
 */
export const SESSION_PLANNING = { jit: 'off', max_parallel_workers_per_gather: '0' } as const;

const formatSessionOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
const NO_TIMEOUT_OPTIONS = formatSessionOptions(
  Object.fromEntries(Object.keys(SESSION_TIMEOUTS).map((name) => [name, '0'])),
);

/** A machine that died says nothing: the system asks idle connections after this long. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * Opens a pool for `url`. `onError` is told of errors on idle connections: they must never end the process. `isPooled`:
 * a pooler in transaction mode is there, which takes no settings of a session; the role has them (`setRoleTimeouts` in
 * migrate.ts). `isBounded`: false for what may take long, whatever the role has. `isFlushed`: false for writes that may
 * be lost when PostgreSQL dies within the next half second, and then are simply made again. `name`: what operators see
 * in pg_stat_activity.
 */
export function openPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  {
    isPooled = false,
    isBounded = true,
    isFlushed = true,
    name = 'marquee',
  }: { isPooled?: boolean; isBounded?: boolean; isFlushed?: boolean; name?: string } = {},
): pg.Pool {
  const planning = { ...SESSION_PLANNING, ...(!isFlushed && { synchronous_commit: 'off' }) };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(isBounded
      ? { query_timeout: 20_000, ...(!isPooled && { ...SESSION_TIMEOUTS, options: formatSessionOptions(planning) }) }
      : { options: NO_TIMEOUT_OPTIONS }),
    application_name: name,
  });
  pool.on('error', onError);
  // A client that is taken out reports its broken connection itself, besides failing its query.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/**
 * Kysely over a pool. `isPrepared`: statements are named; a pooler in transaction mode must know of them (PgBouncer
 * from 1.21 on), or the next transaction, on another connection, finds none.
 */
export function openDb(pool: pg.Pool, { isPrepared = true }: { isPrepared?: boolean } = {}): Db {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: watchPool(pool, isPrepared) }),
    plugins: [camelCasePlugin],
  });
  if (isPrepared) registerPool(db, pool, getStatementName);
  return db;
}

const statementNames = new Map<string, string>();

/** A stable name per SQL text, so that PostgreSQL parses and plans it once per connection. */
function getStatementName(sql: string): string {
  let name = statementNames.get(sql);
  if (name === undefined) {
    name = createHash('sha1').update(sql).digest('base64url');
    // Texts are few: lists are passed as arrays, never as a varying number of parameters. The bound is a safety net.
    if (statementNames.size < 5_000) statementNames.set(sql, name);
  }
  return name;
}

/** What PostgreSQL answers to a write on a standby. */
export const READ_ONLY_SQLSTATE = '25006';

/**
 * Stands at the beginning of a query whose best plan depends on its values: it is sent without a name, and planned each
 * time. A named one would soon be planned once for all values.
 */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */');
const PLANNED_EACH_TIME_MARK = 'planned each time';

/**
 * Whether a connection must not be used again. After a failover an old one may lead to what is now the standby, where
 * nothing can be written, or to a machine that answers no more: pg gives the query up and would keep the connection.
 */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === READ_ONLY_SQLSTATE) || error.message === 'Query read timeout');

type RunQuery = (text: unknown, values?: readonly unknown[]) => unknown;

/**
 * Wraps a pool so that Kysely's parameterised queries are sent as named
 * statements, and lost connections are closed; cursors and plain text pass through. The clients themselves stay as
 * they are: the job queue and the rate limiter use the same pool, with callbacks.
 */
function watchPool(pool: pg.Pool, isPrepared: boolean): pg.Pool {
  const wrappers = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const wrap = (client: pg.PoolClient): pg.PoolClient => {
    const query = client.query.bind(client) as RunQuery;
    let lost = false;
    const named: RunQuery = (text, values) => {
      const isNamed =
        isPrepared &&
        typeof text === 'string' &&
        values !== undefined &&
        values.length > 0 &&
        !text.slice(0, 40).includes(PLANNED_EACH_TIME_MARK);
      const answer = isNamed ? query({ text, values, name: getStatementName(text) }) : query(text, values);
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          lost ||= isConnectionLost(error);
        });
      }
      return answer;
    };
    const release = (error?: Error | boolean) => client.release(lost || error);
    return Object.create(client, { query: { value: named }, release: { value: release } }) as pg.PoolClient;
  };
  return new Proxy(pool, {
    get(target, property) {
      if (property === 'connect') {
        return async () => {
          const client = await target.connect();
          // Kysely keeps its connection per client object: one wrapper for each.
          const wrapper = wrappers.get(client) ?? wrap(client);
          wrappers.set(client, wrapper);
          return wrapper;
        };
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** Throws unless the database answers. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
