/**
 * Sends reads that may return slightly outdated data to a standby. If no standby is up to date enough, sends them to
 * the primary.
 */
import type pg from 'pg';

/**
 * The interval between two lag checks of a connection. This is also the time for which standbys are not used after a
 * failure.
 */
const STANDBY_CHECK_MS = 1_000;
/** Maximum wait for reading the primary's position. After that, the last known position is used. */
const PRIMARY_TIMEOUT_MS = 500;
/** Maximum wait for a connection to a standby before the primary is used. */
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * A position in the primary's write-ahead log (`lsn`, in bytes) and the time when it was read, in milliseconds: `at`
 * on the local clock and `clock` on the primary's clock.
 */
interface WalPosition {
  at: number;
  clock: number;
  lsn: number;
}

const PRIMARY_POSITION_QUERY = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as lsn, (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`;
/**
 * Returns a standby's replay position and the primary's timestamp of the last replayed transaction. The timestamp
 * indicates the lag while the primary is writing, the position while it is idle. `lsn` is null if the server is not
 * a standby, for example because only the primary was available to a proxy.
 */
const STANDBY_POSITION_QUERY = `
  select case when pg_is_in_recovery() then coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8, 0) end as lsn,
    (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as changed`;

/**
 * SQLSTATEs that must not be retried on the primary: a write on a read-only server, and a timeout. Any other error
 * may be specific to the standby, for example a shutdown, a query canceled because of replay, or a table that is not
 * replicated yet.
 */
const FINAL_SQLSTATES = new Set(['25006', '57014']);
const isFinalError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && FINAL_SQLSTATES.has(error.code as string)) || error.message === 'Query read timeout');

/** Returns whether the server did not respond. An SQL error counts as a response. */
const isServerUnreachable = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))) ||
  /^(08|53|57P)/.test(String(error.code));

type RunQuery = (text: unknown, values?: readonly unknown[]) => Promise<unknown>;

/**
 * Returns a pool that connects to a standby that is at most `mostBehindMs` behind, or else to the primary. If the
 * standby fails during a query, the query is repeated on the primary. If the primary is unreachable, any standby is
 * used, because outdated data is better than an error. Use it for single reads only, because writes are rejected and
 * a transaction cannot continue on another server. `onTrouble` is called with the reason when standbys are no longer
 * used.
 */
export function openStandbyPool(
  standbys: pg.Pool,
  primary: pg.Pool,
  mostBehindMs: number,
  onTrouble: (why: unknown) => void,
): pg.Pool {
  /** Known positions of the primary, oldest first. */
  let marks: WalPosition[] = [];
  let marking: Promise<void> | undefined;
  let isPrimaryAway = false;
  let leftAloneUntil = 0;
  let isLeft = false;
  /** The time of the last lag check of each connection. */
  const checkedAt = new Map<pg.PoolClient, number>();
  standbys.on('remove', (client) => checkedAt.delete(client));

  const leaveAlone = (why: unknown) => {
    if (!isLeft) onTrouble(why);
    isLeft = true;
    leftAloneUntil = performance.now() + STANDBY_CHECK_MS;
  };

  const markNow = async (): Promise<void> => {
    try {
      const { rows } = await primary.query<Omit<WalPosition, 'at'>>(PRIMARY_POSITION_QUERY);
      const at = performance.now();
      marks = [...marks.filter((each) => each.at > at - 2 * mostBehindMs), ...rows.map((row) => ({ at, ...row }))];
      isPrimaryAway = false;
    } catch {
      isPrimaryAway = true;
    } finally {
      marking = undefined;
    }
  };
  const mark = (): Promise<void> => withTimeout((marking ??= markNow()), PRIMARY_TIMEOUT_MS);

  /** Returns the estimated lag of the connection's standby in milliseconds. */
  const behindMs = async (client: pg.PoolClient): Promise<number> => {
    await mark();
    if (isPrimaryAway) return 0;
    const { rows } = await client.query<{ lsn: number | null; changed: number | null }>(STANDBY_POSITION_QUERY);
    const lsn = rows[0]?.lsn ?? Infinity;
    const now = performance.now();
    const reached = marks.findLast((known) => known.lsn <= lsn)?.at ?? -Infinity;
    // `changed` is a time on the primary's clock, so convert it to the local clock.
    const last = marks.at(-1);
    const changed = last === undefined ? -Infinity : last.at + ((rows[0]?.changed ?? -Infinity) - last.clock);
    return now - Math.max(reached, changed);
  };

  /** Returns a connection to a standby that is up to date, or undefined if there is none at the moment. */
  const connectNear = async (): Promise<pg.PoolClient | undefined> => {
    if (performance.now() < leftAloneUntil) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await connectWithinTimeout(standbys);
      if (performance.now() - (checkedAt.get(client) ?? -STANDBY_CHECK_MS) < STANDBY_CHECK_MS) return client;
      const behind = await behindMs(client);
      if (behind <= mostBehindMs) {
        checkedAt.set(client, performance.now());
        isLeft = false;
        return client;
      }
      leaveAlone(new Error(`The standby is ${Math.round(behind)} ms behind`));
      // Close the connection instead of returning it to the pool. A proxy may then connect the next one to another
      // standby.
      client.release(true);
    } catch (error) {
      leaveAlone(error);
      client?.release(true);
    }
    return undefined;
  };

  /**
   * Repeats the query on the pools in `others`, in order, until a server responds. Throws the last error if none
   * does.
   */
  const askOthers = async (
    text: unknown,
    values: readonly unknown[] | undefined,
    others: pg.Pool[],
    first: unknown,
  ) => {
    let last = first;
    for (const other of others) {
      try {
        return await (other.query as RunQuery).call(other, text, values);
      } catch (error) {
        if (!isServerUnreachable(error)) throw error;
        last = error;
      }
    }
    throw last;
  };

  const connect = async (): Promise<pg.PoolClient> => {
    const near = await connectNear();
    const client = near ?? (await primary.connect().catch(() => standbys.connect()));
    let isBroken = false;
    const query: RunQuery = async (text, values) => {
      try {
        return await (client.query as RunQuery).call(client, text, values);
      } catch (error) {
        if (isFinalError(error) || (near === undefined && !isServerUnreachable(error))) throw error;
        isBroken = true;
        if (near !== undefined) leaveAlone(error);
        return askOthers(text, values, near === undefined ? [standbys] : [primary, standbys], error);
      }
    };
    const release = (error?: Error | boolean) => client.release(isBroken || error);
    return Object.create(client, { query: { value: query }, release: { value: release } }) as pg.PoolClient;
  };

  const query: RunQuery = async (text, values) => {
    const client = await connect();
    try {
      const answer = await (client.query as RunQuery).call(client, text, values);
      client.release();
      return answer;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };

  return new Proxy(standbys, {
    get(target, property) {
      if (property === 'connect') return connect;
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

/**
 * Returns a connection of the pool. Throws if none is available within CONNECT_TIMEOUT_MS. A connection that becomes
 * available later is released.
 */
async function connectWithinTimeout(pool: pg.Pool): Promise<pg.PoolClient> {
  let isLate = false;
  let client: pg.PoolClient | undefined;
  const connect = async () => {
    const connected = await pool.connect();
    if (isLate) connected.release();
    else client = connected;
  };
  await withTimeout(connect(), CONNECT_TIMEOUT_MS);
  if (client !== undefined) return client;
  isLate = true;
  throw new Error('No connection to a standby in time');
}

/** Waits until `work` is done, for at most `ms`. Rethrows errors of `work`. */
async function withTimeout(work: Promise<void>, ms: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    late = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, patience]);
  } finally {
    clearTimeout(late);
  }
}
