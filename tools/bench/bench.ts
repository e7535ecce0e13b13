/**
 * `npm run bench`: every read of the product over marketplaces of several sizes, beside a bare server that runs the
 * same statements, and how many buffers each touches. `--size 10000,100000`, `--only <part of a name>`, `--seconds` and
 * `--rounds` of each measurement, `--connections`, `--profile` (where the API's CPU time goes during what is measured),
 * `--data <folder>` where the databases are kept for the next run. The figures mean something only beside each other.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { PASSWORD } from '../../apps/api/src/demo/builders.ts';
import { ROOT } from '../install.mjs';
import { LOCAL_KEYS } from '../local/services.ts';
import { startBare } from './bare.ts';
import { findPostmaster, startApi, trpcPaths } from './calls.ts';
import { BIG_BRAND, BIG_CREATOR, STAFF } from './generate.ts';
import { measure, memoryOf, ratioOf, type Measured, type Target } from './load.ts';
import { openMarket, startBenchPostgres, type Market } from './market.ts';
import { planOf, statementsOf } from './plans.ts';
import { printShares } from './profile.ts';
import { readsOf, type Read, type Role } from './reads.ts';

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

interface Row {
  read: Read;
  product: Measured;
  rest: Measured | undefined;
  bare: Measured | undefined;
  buffers: number;
}

/** The command; ends the process. */
export async function main(): Promise<void> {
  const sizes = options.size.split(',').map(Number);
  if (sizes.some((size) => !Number.isSafeInteger(size) || size < 1_000)) {
    console.error('--size takes numbers of packages from 1000 on, separated by commas');
    process.exit(1);
  }
  const server = await startBenchPostgres(options.data);
  const tables = new Map<number, Row[]>();
  try {
    for (const size of sizes) tables.set(size, await measureSize(server.url, size));
  } finally {
    await server.stop();
  }
  print(tables);
  process.exit(0);
}

async function measureSize(server: string, size: number): Promise<Row[]> {
  const say = (line: string) => console.log(`[${size}] ${line}`);
  const market = await openMarket(server, size, options.data, say);
  const reads = (await readsOf(market.deps.pool)).filter(({ name }) => name.includes(options.only));
  const env = { DATABASE_URL: market.url };
  const profileTo = options.profile ? mkdtempSync(join(tmpdir(), 'marquee-profile-')) : '';
  const calls = reads.filter(({ as }) => as === 'visitor').map(callOf);
  const bare = await startBare({ ...env, DATA_DIR: tmpdir(), ...LOCAL_KEYS }, calls);
  const api = await startApi(env, { profileTo });
  try {
    say(`the API served after ${api.readyMs.toFixed(0)} ms, with ${memoryOf(api.pid).toFixed(0)} MB`);
    const cookies = await signIn(api.origin);
    const postmaster = await findPostmaster(market.url);
    const rows: Row[] = [];
    for (const read of reads) {
      const buffers = await buffersOf(market, read);
      const at = calls.findIndex((call) => call.name === read.name);
      const targets: Target[] = [
        {
          name: 'tRPC',
          origin: api.origin,
          pid: api.pid,
          paths: trpcPaths(callOf(read)),
          ...(read.as !== 'visitor' && { headers: { cookie: cookies[read.as] } }),
        },
        ...(read.path === undefined ? [] : [{ name: 'REST', origin: api.origin, pid: api.pid, paths: [read.path] }]),
        ...(at === -1 ? [] : [{ name: 'bare', origin: bare.origin, pid: bare.pid, paths: [`/${at}/0`] }]),
      ];
      const measured = await measure({
        targets,
        connections: Number(options.connections),
        seconds: Number(options.seconds),
        rounds: Number(options.rounds),
        // Slow reads would be warmed for minutes.
        warmRequests: 50,
        ...(postmaster !== undefined && { postmaster }),
      });
      const found = (name: string) => measured.find((each) => each.name === name);
      const product = found('tRPC');
      if (product === undefined) throw new Error('Nothing was measured');
      rows.push({ read, product, rest: found('REST'), bare: found('bare'), buffers });
      say(`${read.name}: p50 ${product.p50Ms.toFixed(1)} ms, p99 ${product.p99Ms.toFixed(1)} ms, ${buffers} buffers`);
    }
    say(`the API has ${memoryOf(api.pid).toFixed(0)} MB`);
    return rows;
  } finally {
    await api.stop();
    await bare.stop();
    await market.close();
    if (profileTo !== '') {
      printShares(`${size} packages`, profileTo);
      rmSync(profileTo, { recursive: true, force: true });
    }
  }
}

const callOf = ({ name, procedure, input }: Read) => ({ name, procedure, inputs: [input] });

/** What one call touches, with the plans for its values; computed once it is warm, so that kept figures are there. */
async function buffersOf(market: Market, read: Read): Promise<number> {
  await market.call(read);
  const client = new pg.Client({ connectionString: market.url });
  await client.connect();
  try {
    let buffers = 0;
    for (const statement of await statementsOf(() => market.call(read)))
      buffers += (await planOf(client, statement)).buffers;
    return buffers;
  } finally {
    await client.end();
  }
}

/** A session for each role, as a cookie. */
async function signIn(origin: string): Promise<Record<Exclude<Role, 'visitor'>, string>> {
  const cookieOf = async (email: string) => {
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; ');
  };
  return { creator: await cookieOf(BIG_CREATOR), brand: await cookieOf(BIG_BRAND), staff: await cookieOf(STAFF) };
}

/** One line a read: each size beside the smallest, and the bare server beside the product. */
function print(tables: ReadonlyMap<number, readonly Row[]>): void {
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
            bare === undefined ? '' : ratioOf(product, bare).toFixed(2),
            bare === undefined || rest === undefined ? '' : ratioOf(rest, bare).toFixed(2),
            smallest === undefined ? '' : (product.requestsPerSecond / smallest.product.requestsPerSecond).toFixed(2),
          ].map(cell),
        ].join(' '),
      );
    }
  }
}
