/** Opens database connections: pools with timeouts, and Kysely with named prepared statements and camelCase names. */
import { PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { DEFAULT_TIMING } from '../config/timing.ts';
import { camelCasePlugin, getStatementName, PreparedDb } from './prepared.ts';
import type { Db } from './schema.ts';

// PostgreSQL returns counts and sums as int8. All values in this database stay far below 2^53.
const INT8_OID = 20;
// Keeps days as strings instead of converting them to a Date (safety.md "Input").
const DATE_OID = 1082;
pg.types.setTypeParser(INT8_OID, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 out of range: ${value}`);
  return number;
});
pg.types.setTypeParser(DATE_OID, (value) => value);

/**
 * Session limits in milliseconds, which PostgreSQL enforces (safety.md). Without these settings, PostgreSQL has no
 * limits.
 */
export const SESSION_TIMEOUTS = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

/**
 * Planner settings. Our statements are so short that JIT compilation or starting parallel workers would take longer
 * than running them.
 */
export const SESSION_PLANNING = { jit: 'off', max_parallel_workers_per_gather: '0' } as const;

const formatSessionOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
const NO_TIMEOUT_OPTIONS = formatSessionOptions(
  Object.fromEntries(Object.keys(SESSION_TIMEOUTS).map((name) => [name, '0'])),
);

/** Enables TCP keepalive, which detects a dead server on an idle connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * A client that sends every statement without its name. Behind a pooler in transaction mode, each transaction may use
 * another server connection, on which a named statement is missing or exists already (SQLSTATE 26000 and 42P05). The
 * client drops the names itself, because libraries such as rate-limiter-flexible name their statements, too.
 */
class UnnamedStatementsClient extends pg.Client {
  override query(...[query, ...rest]: unknown[]): never {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    return send(dropName(query), ...rest) as never;
  }
}

/** Returns a query config without its name, and everything else (SQL text, cursors) unchanged. */
const dropName = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query)
    ? { ...query, name: undefined }
    : query;

/**
 * Opens a connection pool for `url`. Errors on idle connections are passed to `onError`, which must not end the
 * process.
 * - `isPooled`: `url` points to a pooler in transaction mode. A pooler accepts no session settings, so they are set
 * on the database role (`setRoleTimeouts` in migrate.ts).
 * - `isPrepared: false`: No statement of this pool is named. Poolers in transaction mode need this unless they support
 * named statements (PgBouncer 1.21 or later).
 * - `isBounded: false`: Turns off all timeouts, including those of the role, for statements that may take long.
 * - `isFlushed: false`: A PostgreSQL crash may lose the writes of the last half second. Use it only for writes that
 * can simply be repeated.
 * - `name`: The application name in pg_stat_activity.
 * - `connectionMs`: The maximum time to wait for a free connection.
 */
export function openPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  {
    isPooled = false,
    isPrepared = true,
    isBounded = true,
    isFlushed = true,
    name = 'marquee',
    connectionMs = DEFAULT_TIMING.connectionMs,
  }: {
    isPooled?: boolean;
    isPrepared?: boolean;
    isBounded?: boolean;
    isFlushed?: boolean;
    name?: string;
    connectionMs?: number;
  } = {},
): pg.Pool {
  const planning = { ...SESSION_PLANNING, ...(!isFlushed && { synchronous_commit: 'off' }) };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: 30_000,
    ...(isBounded
      ? { query_timeout: 20_000, ...(!isPooled && { ...SESSION_TIMEOUTS, options: formatSessionOptions(planning) }) }
      : { options: NO_TIMEOUT_OPTIONS }),
    application_name: name,
    ...(!isPrepared && { Client: UnnamedStatementsClient }),
  });
  pool.on('error', onError);
  // If the connection breaks while a client is in use, the client emits an 'error' event in addition to rejecting
  // the query. Without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Creates a Kysely instance for a pool. Its statements are named unless the pool drops the names. */
export function openDb(pool: pg.Pool): Db {
  return new PreparedDb({ dialect: new PostgresDialect({ pool: watchPool(pool) }), plugins: [camelCasePlugin] }, pool);
}

/** The error code that PostgreSQL returns for a write on a standby. */
export const READ_ONLY_SQLSTATE = '25006';

/**
 * Prefix for a query whose best plan depends on its parameter values. Such a query is sent without a statement name,
 * so that PostgreSQL plans it each time. For a named statement, PostgreSQL would soon switch to a generic plan.
 */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */');
const PLANNED_EACH_TIME_MARK = 'planned each time';

/**
 * Returns whether the connection must be closed after this error. After a failover, an old connection may lead to a
 * former primary that is now a read-only standby, or to a server that no longer responds. By default, pg only gives
 * up on the query and keeps the connection.
 */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === READ_ONLY_SQLSTATE) || error.message === 'Query read timeout');

type RunQuery = (text: unknown, values?: readonly unknown[]) => unknown;

/**
 * Wraps a pool so that Kysely's parameterized queries are sent as named statements and lost connections are closed.
 * Cursors and SQL without parameters are passed through. The clients themselves are not modified, because the job
 * queue and the rate limiter use the same pool with callbacks.
 */
function watchPool(pool: pg.Pool): pg.Pool {
  const wrappers = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const wrap = (client: pg.PoolClient): pg.PoolClient => {
    const query = client.query.bind(client) as RunQuery;
    let lost = false;
    const named: RunQuery = (text, values) => {
      const isNamed =
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
          // Kysely keeps its own data about a connection by the client object that it gets, so a client that the pool
          // hands out again needs the same wrapper. The map must not keep clients alive that the pool has closed.
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

/** Throws if the database does not respond. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
