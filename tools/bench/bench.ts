/**
 * `npm run bench` measures Marquee on marketplaces of several sizes and prints a table of performance goals with
 * their results. It measures every read next to a bare server that runs the same statements, the buffers that each
 * read touches, calls over 16 connections, whole bookings, startup time, memory and pages. Compare numbers within
 * one run only, because they depend on the machine. Options: `--size 10000,100000`, `--only <part of a name>`
 * (measures only the matching reads), `--seconds` and `--rounds` per measurement, `--connections`, `--profile`
 * (prints the API's CPU time during the reads by package), and `--data <folder>` (keeps the databases for the next
 * run).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILDER_PASSWORD } from '../../apps/api/src/demo/builders.ts';
import { ROOT } from '../install.mjs';
import { LOCAL_KEYS } from '../local/services.ts';
import { startBareServer } from './bare.ts';
import { buildWeb } from '../build.ts';
import { compareReads, findPostmaster, createApiReads as callsOf, startApi, listTrpcPaths } from './calls.ts';
import { measureCheckout } from './checkout.ts';
import {
  listMissedReadGoals,
  createBookingGoals,
  createCallGoals,
  formatGoals,
  LOADED_CONNECTIONS,
  createPageGoals,
  createReadGoals,
  type ReadFigures,
  type SizeFigures,
} from './goals.ts';
import { BIG_BRAND_EMAIL, BIG_CREATOR_EMAIL, STAFF_EMAIL } from './generate.ts';
import { readCpuMs, measureLoad, readMemoryMb, computeRatio, type LoadTarget } from './load.ts';
import { openBenchMarket, startBenchPostgres, type BenchMarket } from './market.ts';
import { getMaxBuffers, explainAllPlans, recordReads } from './plans.ts';
import { printProfileShares } from './profile.ts';
import { createProcedureReads, type ProcedureRead, type ReaderRole } from './reads.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1' },
    data: { type: 'string', default: join(ROOT, '.data') },
    profile: { type: 'boolean', default: false },
  },
});

export async function main(): Promise<void> {
  const sizes = options.size.split(',').map(Number);
  if (sizes.some((size) => !Number.isSafeInteger(size) || size < 1_000)) {
    console.error('--size takes numbers of packages from 1000 on, separated by commas');
    process.exit(1);
  }
  const server = await startBenchPostgres(options.data);
  const webDir = await buildWeb(console.log, new AbortController().signal);
  const tables = new Map<number, ReadFigures[]>();
  const whole = new Map<number, SizeFigures>();
  try {
    for (const size of sizes) {
      const printLine = (line: string) => console.log(`[${size}] ${line}`);
      const market = await openBenchMarket(server.url, size, options.data, printLine);
      try {
        const rows = await measureReads(market, size, printLine);
        tables.set(size, rows);
        if (options.only === '') whole.set(size, { rows, ...(await measureRest(market, webDir, printLine)) });
      } finally {
        await market.close();
      }
    }
  } finally {
    await server.stop();
  }
  printTables(tables);
  if (whole.size > 0) {
    console.log('\nWhole bookings …');
    const how = { seconds: Math.max(4, Number(options.seconds)), rounds: Number(options.rounds) };
    const goals = [
      ...createReadGoals(whole),
      ...createCallGoals(whole),
      ...createBookingGoals(await measureCheckout({ ...how, atOnce: 8 }), await measureCheckout({ ...how, atOnce: 1 })),
      ...createPageGoals(whole, webDir),
    ];
    console.log(`\n${formatGoals(goals, sizes).join('\n')}`);
    for (const [size, { rows }] of whole)
      console.log(`\n${size}: ${listMissedReadGoals(rows).join('; ') || 'nothing above'}`);
  }
  process.exit(0);
}

async function measureReads(market: BenchMarket, size: number, say: (line: string) => void): Promise<ReadFigures[]> {
  const reads = (await createProcedureReads(market.deps.pool)).filter(({ name }) => name.includes(options.only));
  const env = { DATABASE_URL: market.url };
  const profileTo = options.profile ? mkdtempSync(join(tmpdir(), 'marquee-profile-')) : '';
  const calls = reads.filter(({ as }) => as === 'visitor').map(toBenchCall);
  const bare = await startBareServer({ ...env, DATA_DIR: tmpdir(), ...LOCAL_KEYS }, calls);
  const api = await startApi(env, { profileTo });
  try {
    say(`the API served after ${api.readyMs.toFixed(0)} ms, with ${readMemoryMb(api.pid).toFixed(0)} MB`);
    // Staff need a second factor, which a session that began with the password gets afterwards.
    const setStaffFactor = (hasFactor: boolean) =>
      market.deps.pool.query('update person set has_factor = $1 where email = $2', [hasFactor, STAFF_EMAIL]);
    await setStaffFactor(false);
    const cookies = await signIn(api.origin);
    await setStaffFactor(true);
    const postmaster = await findPostmaster(market.url);
    const rows: ReadFigures[] = [];
    for (const read of reads) {
      const buffers = await countBuffers(market, read);
      const at = calls.findIndex((call) => call.name === read.name);
      const targets: LoadTarget[] = [
        {
          name: 'tRPC',
          origin: api.origin,
          pid: api.pid,
          paths: listTrpcPaths(toBenchCall(read)),
          ...(read.as !== 'visitor' && { headers: { cookie: cookies[read.as] } }),
        },
        ...(read.path === undefined ? [] : [{ name: 'REST', origin: api.origin, pid: api.pid, paths: [read.path] }]),
        ...(at === -1 ? [] : [{ name: 'bare', origin: bare.origin, pid: bare.pid, paths: [`/${at}/0`] }]),
      ];
      const measured = await measureLoad({
        targets,
        connections: Number(options.connections),
        seconds: Number(options.seconds),
        rounds: Number(options.rounds),
        // Use fewer warm-up requests than the default, because slow reads would take too long.
        warmRequests: 50,
        ...(postmaster !== undefined && { postmaster }),
      });
      const findMeasured = (name: string) => measured.find((each) => each.name === name);
      const product = findMeasured('tRPC');
      if (product === undefined) throw new Error('Nothing was measured');
      rows.push({ read, product, rest: findMeasured('REST'), bare: findMeasured('bare'), buffers });
      say(`${read.name}: p50 ${product.p50Ms.toFixed(1)} ms, p99 ${product.p99Ms.toFixed(1)} ms, ${buffers} buffers`);
    }
    say(`the API has ${readMemoryMb(api.pid).toFixed(0)} MB`);
    return rows;
  } finally {
    await api.stop();
    await bare.stop();
    if (profileTo !== '') {
      printProfileShares(`${size} packages`, profileTo);
      rmSync(profileTo, { recursive: true, force: true });
    }
  }
}

async function measureRest(
  { url, deps }: BenchMarket,
  webDir: string,
  say: (line: string) => void,
): Promise<Omit<SizeFigures, 'rows'>> {
  const {
    compared: calls,
    readyMs,
    loadedMb,
  } = await compareReads({ DATABASE_URL: url }, await callsOf(url), {
    connections: LOADED_CONNECTIONS,
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
    say,
  });
  const { rows } = await deps.pool.query<{ username: string }>(
    'select username from creator_listing l join workspace u on u.id = l.creator_id order by md5(username) limit $1',
    [WARM_UP_PAGES + COUNTED_PAGES],
  );
  const api = await startApi({ DATABASE_URL: url, WEB_DIR: webDir });
  try {
    const open = async (path: string) =>
      (await (await fetch(`${api.origin}${path}`, { headers: BROWSER_HEADERS })).text()).length;
    const paths = rows.map(({ username }) => `/profile/${username}`);
    for (const path of paths.slice(0, WARM_UP_PAGES)) await open(path);
    const before = readCpuMs(api.pid);
    for (const path of paths.slice(WARM_UP_PAGES)) await open(path);
    const drawnMs = (readCpuMs(api.pid) - before) / (paths.length - WARM_UP_PAGES);
    return { calls, readyMs, loadedMb, pages: { drawnMs, findKb: (await open('/find-influencers')) / 1024 } };
  } finally {
    await api.stop();
  }
}

/** Number of pages to render as a warm-up, in which V8 compiles the rendering code. */
const WARM_UP_PAGES = 600;
/** Number of pages to render during the measurement. */
const COUNTED_PAGES = 600;

/** `accept-encoding` header that Chromium, Firefox and Edge send. */
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

const toBenchCall = ({ name, procedure, input }: ProcedureRead) => ({ name, procedure, inputs: [input] });

/**
 * Returns the number of buffers that one call touches. For each statement, the worse of its custom and its generic
 * plan counts. The call runs once before the measurement to fill precomputed data. Each statement runs twice and the
 * second run counts, because the first one on a connection also reads the catalog.
 */
async function countBuffers(market: BenchMarket, read: ProcedureRead): Promise<number> {
  await market.call(read);
  const statements = await recordReads(() => market.call(read));
  const client = await market.deps.pool.connect();
  try {
    let buffers = 0;
    for (const statement of statements) {
      await explainAllPlans(client, statement);
      buffers += getMaxBuffers(await explainAllPlans(client, statement));
    }
    return buffers;
  } finally {
    client.release();
  }
}

async function signIn(origin: string): Promise<Record<Exclude<ReaderRole, 'visitor'>, string>> {
  const cookieOf = async (email: string) => {
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: BUILDER_PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; ');
  };
  return {
    creator: await cookieOf(BIG_CREATOR_EMAIL),
    brand: await cookieOf(BIG_BRAND_EMAIL),
    staff: await cookieOf(STAFF_EMAIL),
  };
}

/** Prints one line per read, with ratios to the bare server and to the smallest size. */
function printTables(tables: ReadonlyMap<number, readonly ReadFigures[]>): void {
  const sizes = [...tables.keys()];
  const [first = []] = tables.values();
  const cell = (text: string) => text.padStart(11);
  for (const size of sizes) {
    console.log(`\n${size} packages (of the bare server: throughput; of the smallest: throughput)`);
    console.log(
      [
        'read'.padEnd(34),
        ...['p50 ms', 'p99 ms', 'buffers', 'API ms', 'PG ms', 'of bare', 'REST', `of ${sizes[0]}`].map(cell),
      ].join(' '),
    );
    for (const [at, row] of (tables.get(size) ?? []).entries()) {
      const { read, product, rest, bare, buffers } = row;
      const smallest = first[at];
      console.log(
        [
          read.name.padEnd(34),
          ...[
            product.p50Ms.toFixed(1),
            product.p99Ms.toFixed(1),
            String(buffers),
            product.cpuMs.toFixed(2),
            product.postgresMs.toFixed(2),
            bare === undefined ? '' : computeRatio(product, bare).toFixed(2),
            bare === undefined || rest === undefined ? '' : computeRatio(rest, bare).toFixed(2),
            smallest === undefined ? '' : (product.requestsPerSecond / smallest.product.requestsPerSecond).toFixed(2),
          ].map(cell),
        ].join(' '),
      );
    }
  }
}
