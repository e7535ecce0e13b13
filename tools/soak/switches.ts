/**
 * Steps of `npm run soak -- --cluster`: restarts, kills and leader switches while users book. Measures how long the
 * database accepts no writes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { RunRecord } from './record.ts';
import type { World } from './world.ts';

const SWITCH_COUNT = 10;
/** Returns true if switch number `n` kills the leader's node, which is every third one. */
const isKill = (n: number) => n % 3 === 2;
const HALF_DAY_MS = 12 * 3_600_000;
/** Pause between two switches, in which users act and finish their calls. */
const PAUSE_MS = 3_000;
const START_TIMEOUT_MS = 60_000;

/** Probe that writes a row every few milliseconds through the same poolers and proxies as our API. */
export interface Probe {
  /**
   * Returns the longest time between two acknowledged writes since `from` (a value of `performance.now()`). The time
   * from the last write until now counts, too.
   */
  gapSince(from: number): number;
  /** Stops the probe. Returns the number of acknowledged rows, and how many of them are missing. */
  finish(): Promise<{ answered: number; lost: number }>;
}

const WRITERS = 2;
const WRITE_INTERVAL_MS = 20;
const ANSWER_MS = 1_000;

/** Starts the probe on the database at `url`. `adminUrl` is the address of the leader for a superuser. */
export async function startProbe(adminUrl: string, url: string): Promise<Probe> {
  const admin = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    const { rows } = await client.query<T>(text, values);
    await client.end();
    return rows;
  };
  await admin('create table if not exists soak_probe (n bigint primary key)');
  await admin('grant all on soak_probe to public');
  const answered: number[] = [];
  const times: number[] = [performance.now()];
  const stopping = new AbortController();
  let last = 0;
  const write = async () => {
    let client: pg.Client | undefined;
    while (!stopping.signal.aborted) {
      await sleep(WRITE_INTERVAL_MS);
      const n = ++last;
      try {
        if (client === undefined) {
          client = new pg.Client({
            connectionString: url,
            connectionTimeoutMillis: ANSWER_MS,
            query_timeout: ANSWER_MS,
          });
          client.on('error', () => {});
          await client.connect();
        }
        await client.query('insert into soak_probe values ($1)', [n]);
        answered.push(n);
        times.push(performance.now());
      } catch {
        // The write was not acknowledged, so the row may or may not exist.
        void client?.end().catch(() => {});
        client = undefined;
      }
    }
    await client?.end().catch(() => {});
  };
  const writers = Array.from({ length: WRITERS }, write);
  return {
    gapSince(from) {
      const since = [from, ...times.filter((time) => time > from), performance.now()];
      return since.reduce((most, time, at) => Math.max(most, time - (since[at - 1] ?? time)), 0);
    },
    async finish() {
      stopping.abort();
      await Promise.all(writers);
      const rows = await admin<{ n: string }>(
        'select n from unnest($1::bigint[]) as n where not exists (select from soak_probe where soak_probe.n = n.n)',
        [answered],
      );
      return { answered: answered.length, lost: rows.length };
    },
  };
}

/**
 * Browses as a signed-out visitor until `stopping` is aborted. Returns the number of calls with and without a
 * response.
 */
export async function browseAsVisitor(
  world: World,
  stopping: AbortSignal,
): Promise<{ answered: number; unanswered: number }> {
  const answerCounts = { answered: 0, unanswered: 0 };
  const paths = ['/trpc/discovery.search?input={}', '/trpc/discovery.landing', '/trpc/discovery.prices'];
  for (let n = 0; !stopping.aborted; n++) {
    const answer = await fetch(`${world.url}${paths[n % paths.length]}`, { signal: AbortSignal.timeout(30_000) }).then(
      async (response) => response.ok && (await response.text()) !== '',
      () => false,
    );
    if (answer) answerCounts.answered++;
    else answerCounts.unanswered++;
    await sleep(100);
  }
  return answerCounts;
}

const countUnanswered = (memory: RunRecord) => [...memory.unknown.values()].reduce((sum, count) => sum + count, 0);
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Waits until `isSo` returns true. Throws if that takes a minute. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; performance.now() < deadline; await sleep(100))
    if (await isSo().catch(() => false)) return;
  throw new Error(`It did not come to this: ${what}`);
}

/**
 * Restarts the processes one after another, as the rollout of a new version does. Returns the number of calls
 * without a response.
 */
export async function restartEachProcess(world: World, cluster: Cluster, memory: RunRecord): Promise<number> {
  const [before, totalBefore] = [countUnanswered(memory), memory.tally.total];
  for (const [n, port] of cluster.ports.entries()) {
    await restartProcess(world, `api ${n + 1}`, 'TERM');
    await waitUntil(`the proxy sends to api ${n + 1} again`, () => cluster.isServing(port));
  }
  for (const name of ['worker 1', 'worker 2']) await restartProcess(world, name, 'TERM');
  const unansweredCount = countUnanswered(memory) - before;
  console.log(
    `Rolling restart: ${memory.tally.total - totalBefore} calls during the restarts, ${unansweredCount} without a response.`,
  );
  return unansweredCount;
}

const WORKERS = 2;

async function countWorkers(world: World): Promise<number> {
  const [row] = await world.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where application_name = 'marquee-listener' and query like '%marquee_job_added%'`,
  );
  return row?.n ?? 0;
}

/** Ends a process, and waits until its successor works. */
export async function restartProcess(world: World, name: string, how: 'TERM' | 'KILL'): Promise<void> {
  const starts = world.starts.get(name) ?? 0;
  await world.hit(name, how);
  await waitUntil(`${name} starts again`, () => Promise.resolve((world.starts.get(name) ?? 0) > starts));
  await waitUntil('both workers work', async () => (await countWorkers(world)) === WORKERS);
}

/** Kills each API and worker process once. The checks at the end of the soak would detect lost data. */
export async function killEachProcess(world: World, cluster: Cluster): Promise<void> {
  for (const [n, port] of cluster.ports.entries()) {
    await restartProcess(world, `api ${n + 1}`, 'KILL');
    await waitUntil(`the proxy sends to api ${n + 1} again`, () => cluster.isServing(port));
  }
  for (const name of ['worker 1', 'worker 2']) await restartProcess(world, name, 'KILL');
  console.log('Every process was killed once.');
}

/**
 * Switches the leader ten times. Returns the number of times that an API or worker process restarted during the
 * switches.
 */
export async function switchLeaders(world: World, cluster: Cluster, probe: Probe, memory: RunRecord): Promise<number> {
  const startsOf = () => [...world.starts].reduce((sum, [name, count]) => (name === 'stripe' ? sum : sum + count), 0);
  const started = startsOf();
  for (let n = 0; n < SWITCH_COUNT; n++) {
    await cluster.settled();
    await sleep(PAUSE_MS);
    const [was, from, before] = [await cluster.leader(), performance.now(), countUnanswered(memory)];
    let now: string;
    if (isKill(n)) {
      const dead = await cluster.killLeader();
      cluster.revive(dead.killed);
      now = dead.leader;
    } else {
      now = await cluster.switchOver();
    }
    await cluster.settled();
    await sleep(PAUSE_MS);
    console.log(
      `  ${isKill(n) ? 'killed' : 'handed over'}: ${was} → ${now}, ${formatSeconds(probe.gapSince(from))} without writes, ${countUnanswered(memory) - before} calls without an answer`,
    );
    // Move the clock forward, so that payouts and other jobs become due between two leader switches of the database.
    await world.advance(HALF_DAY_MS);
  }
  return startsOf() - started;
}
