/** Reads that may be some seconds old: a standby answers them while it is near, else the primary. */
import type pg from 'pg';

/** How often a connection's standby is asked where it is, and how long standbys are left alone after one failed. */
const STANDBY_CHECK_MS = 1_000;
/** Longer than this nobody waits to hear where the primary is: what was last heard counts. */
const PRIMARY_TIMEOUT_MS = 500;
/** Who waits longer for a standby is better served by the primary. */
const CONNECT_TIMEOUT_MS = 1_000;

/** A place in the primary's log (an LSN in bytes), and when the primary was there, by our clock and by its own. */
interface WalPosition {
  at: number;
  clock: number;
  lsn: number;
}

const PRIMARY_POSITION_QUERY = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as lsn, (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`;
/**
 * Where a standby is, and the primary's time of the last change that it has. While changes come the time says how far
 * it is behind, while none come the place does. No place: what is meant to be a standby is a primary, for example where
 * a proxy has no other to lead to.
 */
const STANDBY_POSITION_QUERY = `
  select case when pg_is_in_recovery() then coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8, 0) end as lsn,
    (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as changed`;

/**
 * What must not be asked again of the primary: a write, and what took too long. Whatever else goes wrong on a standby
 * (it ends, it cancels what is in the way of its log, a table has not come yet) may go well there.
 */
const FINAL_SQLSTATES = new Set(['25006', '57014']);
const isFinalError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && FINAL_SQLSTATES.has(error.code as string)) || error.message === 'Query read timeout');

/** Whether nobody answered: anything else that a server says is an answer. */
const isServerUnreachable = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))) ||
  /^(08|53|57P)/.test(String(error.code));

type RunQuery = (text: unknown, values?: readonly unknown[]) => Promise<unknown>;

/**
 * A pool whose connections lead to a standby that is at most `mostBehindMs` behind, else to the primary; also when the
 * standby fails while it answers. When the primary is away, any standby does: an old page is better than none. For
 * single reads: a write is refused, and nothing holds a transaction together. `onTrouble` hears why a standby was left.
 */
export function openStandbyPool(
  standbys: pg.Pool,
  primary: pg.Pool,
  mostBehindMs: number,
  onTrouble: (why: unknown) => void,
): pg.Pool {
  /** From old to new, as far back as matters. */
  let marks: WalPosition[] = [];
  let marking: Promise<void> | undefined;
  let isPrimaryAway = false;
  let leftAloneUntil = 0;
  let isLeft = false;
  const lookedAt = new WeakMap<pg.PoolClient, number>();

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
  /** Notes where the primary is, for all who ask at once. */
  const mark = (): Promise<void> => withTimeout((marking ??= markNow()), PRIMARY_TIMEOUT_MS);

  /** How long ago the primary was where this connection's standby is, as far as anybody knows. */
  const behindMs = async (client: pg.PoolClient): Promise<number> => {
    await mark();
    if (isPrimaryAway) return 0;
    const { rows } = await client.query<{ lsn: number | null; changed: number | null }>(STANDBY_POSITION_QUERY);
    const lsn = rows[0]?.lsn ?? Infinity;
    const now = performance.now();
    const reached = marks.findLast((known) => known.lsn <= lsn)?.at ?? -Infinity;
    // What it has was written by the primary's clock, which goes on as ours does.
    const last = marks.at(-1);
    const changed = last === undefined ? -Infinity : last.at + ((rows[0]?.changed ?? -Infinity) - last.clock);
    return now - Math.max(reached, changed);
  };

  /** A connection to a standby that is near; undefined when there is none now. */
  const connectNear = async (): Promise<pg.PoolClient | undefined> => {
    if (performance.now() < leftAloneUntil) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await connectWithinTimeout(standbys);
      if (performance.now() - (lookedAt.get(client) ?? -STANDBY_CHECK_MS) < STANDBY_CHECK_MS) return client;
      const behind = await behindMs(client);
      if (behind <= mostBehindMs) {
        lookedAt.set(client, performance.now());
        isLeft = false;
        return client;
      }
      leaveAlone(new Error(`The standby is ${Math.round(behind)} ms behind`));
      // Where a proxy leads to several standbys, the next connection may find another one.
      client.release(true);
    } catch (error) {
      leaveAlone(error);
      client?.release(true);
    }
    return undefined;
  };

  /** Asks those who are left, one after another: the primary unless it was asked, then whatever standby there is. */
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

/** A connection of the pool within CONNECT_MS; one that comes later goes back. Throws when there is none. */
async function connectWithinTimeout(pool: pg.Pool): Promise<pg.PoolClient> {
  let isLate = false;
  let client: pg.PoolClient | undefined;
  const take = async () => {
    const connected = await pool.connect();
    if (isLate) connected.release();
    else client = connected;
  };
  await withTimeout(take(), CONNECT_TIMEOUT_MS);
  if (client !== undefined) return client;
  isLate = true;
  throw new Error('No connection to a standby in time');
}

/** Waits for `work`, no longer than `ms`. Throws what it throws. */
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
