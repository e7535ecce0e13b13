/**
 * Measures single calls through tRPC and REST next to a bare server that runs the same statements. `node
 * tools/bench/calls.ts` uses the database in DATABASE_URL, which must contain data, and prints a table. With
 * `--profile <call>`, it prints the API's CPU time during that call by package instead. API_MAIN selects another
 * build of the API.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { API_FLAGS, buildApi } from '../build.ts';
import { LOCAL_KEYS } from '../local/services.ts';
import { findFreePort } from '../local/postgres.ts';
import { startBareServer, type BenchCall } from './bare.ts';
import { measureLoad, readMemoryMb, findParentPid, computeRatio, type LoadResult, type LoadTarget } from './load.ts';
import { printProfileShares, createProfileFlags } from './profile.ts';

/** Call to measure, through tRPC and, if the REST API has the call, through REST. */
export interface ApiRead extends BenchCall {
  name: string;
  /** REST path for each input, if the REST API has the call. */
  rest?: readonly string[];
}

/** Number of different inputs per call. With fewer, the benchmark would mostly measure cached rows. */
const INPUTS_PER_CALL = 50;

/** Returns the calls to measure, with inputs from the database. Throws if the database has no packages for sale. */
export async function createApiReads(databaseUrl: string): Promise<ApiRead[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const packages = await client.query<{ id: string }>(
      `select id from package where is_active and hidden_at is null order by md5(id::text) limit $1`,
      [INPUTS_PER_CALL],
    );
    const creators = await client.query<{ username: string }>(
      `select username from workspace where user_type = 'influencer' and suspended_at is null and deleted_at is null
       order by md5(id::text) limit $1`,
      [INPUTS_PER_CALL],
    );
    if (packages.rows.length === 0) throw new Error('The database has no packages for sale');
    return [
      {
        name: 'detail',
        procedure: 'packages.byId',
        inputs: packages.rows,
        rest: packages.rows.map(({ id }) => `/api/packages/${id}`),
      },
      {
        name: 'profile',
        procedure: 'profiles.byUsername',
        inputs: creators.rows,
        rest: creators.rows.map(({ username }) => `/api/profile/${username}`),
      },
      { name: 'list', procedure: 'discovery.search', inputs: [{}] },
      {
        name: 'filtered list',
        procedure: 'discovery.search',
        inputs: ['Beauty', 'Fitness', 'Gaming', 'Food'].map((category) => ({
          categories: [category],
          minBudget: 50,
          maxBudget: 2_000,
          minFollowers: 10_000,
        })),
      },
      {
        name: 'text search',
        procedure: 'discovery.search',
        inputs: ['video', 'review', 'photo', 'story'].map((query) => ({ query })),
      },
    ];
  } finally {
    await client.end();
  }
}

export interface RunningApi {
  origin: string;
  pid: number;
  /** Time from starting the process until it serves requests. */
  readyMs: number;
  stop(): Promise<void>;
}

/**
 * Starts the API in its own process and resolves when it serves requests. It runs without the worker unless `env`
 * sets another `ROLE`. `main` selects another build, a nonempty `profileTo` is the folder for a CPU profile, and
 * `port` 0 picks a free port.
 */
export async function startApi(
  env: Record<string, string>,
  { main = process.env['API_MAIN'] ?? '', profileTo = '', port = 0 } = {},
): Promise<RunningApi> {
  const free = port || (await findFreePort());
  const built = main || (await buildApi(() => undefined, new AbortController().signal));
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const startedAt = performance.now();
  const child = fork(built, {
    execArgv: [...API_FLAGS, ...(profileTo === '' ? [] : createProfileFlags(profileTo))],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'marquee-bench-compiled'),
      ROLE: 'web',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${free}`,
      ...LOCAL_KEYS,
      ...env,
      PORT: String(free),
    },
  });
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The API ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
  await Promise.race([ready, ended]);
  return {
    origin: `http://127.0.0.1:${free}`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill();
      await ended.catch(() => undefined);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Row of the table, which compares our API and the bare server over the same rounds. */
export interface ReadComparison {
  name: string;
  ratio: number;
  product: LoadResult;
  bare: LoadResult;
}

/**
 * Measures each call through tRPC, through REST (if available) and on the bare server, in rotation. `env` contains
 * the address of the database.
 */
export async function compareReads(
  env: Record<string, string>,
  reads: readonly ApiRead[],
  how: { connections: number; seconds: number; rounds: number; say?: (line: string) => void },
): Promise<{ compared: ReadComparison[]; readyMs: number; idleMb: number; loadedMb: number }> {
  const bare = await startBareServer({ ...LOCAL_KEYS, DATA_DIR: tmpdir(), ...env }, reads);
  const api = await startApi(env);
  try {
    const idleMb = readMemoryMb(api.pid);
    const postmaster = await findPostmaster(env['DATABASE_URL'] ?? '');
    const compared: ReadComparison[] = [];
    for (const read of reads) {
      const targets: LoadTarget[] = [
        { name: `${read.name} bare`, origin: bare.origin, pid: bare.pid, paths: bare.pathsOf(read) },
        { name: `${read.name} tRPC`, origin: api.origin, pid: api.pid, paths: listTrpcPaths(read) },
        ...(read.rest === undefined
          ? []
          : [{ name: `${read.name} REST`, origin: api.origin, pid: api.pid, paths: read.rest }]),
      ];
      how.say?.(`${read.name}, ${how.connections} at once`);
      const [base, ...others] = await measureLoad({
        ...how,
        targets,
        ...(postmaster === undefined ? {} : { postmaster }),
      });
      if (base === undefined) continue;
      for (const product of others)
        compared.push({ name: product.name, ratio: computeRatio(product, base), product, bare: base });
    }
    return { compared, readyMs: api.readyMs, idleMb, loadedMb: readMemoryMb(api.pid) };
  } finally {
    await api.stop();
    await bare.stop();
  }
}

export const listTrpcPaths = ({ procedure, inputs }: BenchCall): string[] =>
  inputs.map((input) =>
    input === undefined
      ? `/trpc/${procedure}`
      : `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
  );

/** Returns the process ID of PostgreSQL's postmaster, or undefined if it does not run on this machine. */
export async function findPostmaster(databaseUrl: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0] && findParentPid(rows[0].pid);
  } finally {
    await client.end();
  }
}

/** Requests `paths` for 15 seconds and prints the API's CPU time by package. */
async function printCpuProfile(
  env: Record<string, string>,
  name: string,
  paths: readonly string[],
  connections: number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-profile-'));
  try {
    const api = await startApi(env, { profileTo: folder });
    await measureLoad({
      targets: [{ name, origin: api.origin, pid: api.pid, paths }],
      connections,
      seconds: 15,
      rounds: 1,
    });
    await api.stop();
    printProfileShares(name, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      connections: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      profile: { type: 'string', default: '' },
    },
  });
  const databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl === undefined) throw new Error('Set DATABASE_URL to a database with data in it');
  const env = { DATABASE_URL: databaseUrl };
  const reads = await createApiReads(databaseUrl);
  const connections = Number(values.connections);
  if (values.profile !== '') {
    for (const read of reads.filter(({ name }) => name === values.profile)) {
      await printCpuProfile(env, `${read.name} tRPC`, listTrpcPaths(read), connections);
      if (read.rest !== undefined) await printCpuProfile(env, `${read.name} REST`, read.rest, connections);
    }
    return;
  }
  const { compared, readyMs, idleMb, loadedMb } = await compareReads(
    env,
    reads.filter(({ name }) => values.only === '' || values.only.split(',').includes(name)),
    { connections, seconds: Number(values.seconds), rounds: Number(values.rounds) },
  );
  console.table(
    Object.fromEntries(
      compared.map(({ name, ratio, product, bare }) => [
        name,
        {
          'of bare': ratio.toFixed(3),
          'per second': Math.round(product.requestsPerSecond),
          'p50 ms': product.p50Ms.toFixed(2),
          'p99 ms': product.p99Ms.toFixed(2),
          'CPU ms': product.cpuMs.toFixed(3),
          'bare CPU ms': bare.cpuMs.toFixed(3),
          'PostgreSQL ms': product.postgresMs.toFixed(3),
          'bare PostgreSQL ms': bare.postgresMs.toFixed(3),
          bytes: Math.round(product.bytes),
        },
      ]),
    ),
  );
  console.log(
    `ready after ${Math.round(readyMs)} ms, ${Math.round(idleMb)} MB idle, ${Math.round(loadedMb)} MB loaded`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
