/**
 * The processes of a soak: PostgreSQL, the Stripe stand-in, API and workers, each of which may be killed at any moment.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '../install.mjs';
import { freePort, startPostgres, type RunningPostgres } from '../local/postgres.ts';
import { control, type Control } from '../local/stripe/control/client.ts';

type ProcessName = 'api' | 'worker 1' | 'worker 2' | 'stripe';
export const PROCESSES: readonly ProcessName[] = ['api', 'worker 1', 'worker 2', 'stripe'];

/** What the product's processes are told through FAULTS_FILE (apps/api/src/core/faults.ts). */
export interface Ordered {
  clockOffsetMs: number;
  crash: Record<string, number>;
  pause: Record<string, { chance: number; ms: number }>;
}

export interface World {
  url: string;
  stripeUrl: string;
  stripe: Control;
  stripeDir: string;
  databaseUrl: string;
  /** The product's time. */
  now(): Date;
  /** Runs SQL as an outsider; fails while PostgreSQL is down. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Changes what the processes are told. */
  order(change: Partial<Ordered>): void;
  /** Moves all clocks forward, and what is due by them. */
  advance(ms: number): Promise<void>;
  /** kill -9, SIGTERM, or SIGSTOP and SIGCONT after a while. What is gone is started again by itself. */
  hit(name: ProcessName, how: 'KILL' | 'TERM' | 'STOP'): Promise<boolean>;
  killPostgres(): Promise<void>;
  /** Everything runs and answers. */
  healthy(): Promise<void>;
  /** What fired inside the processes, by name. */
  fired(): string[];
  /** How often each process was started. */
  starts: Map<string, number>;
  stop(): Promise<void>;
}

const MAIN = join(ROOT, 'apps/api/src/process/main.ts');
const STRIPE = join(ROOT, 'tools/local/stripe/main.ts');
const RESTART_MS = 200;

/** Starts everything in `dir`, which is empty. */
export async function startWorld(dir: string): Promise<World> {
  mkdirSync(dir, { recursive: true });
  const [postgresPort, stripePort, port] = [await freePort(), await freePort(), await freePort()];
  const postgresDir = join(dir, 'postgres');
  const stripeDir = join(dir, 'stripe');
  const faultsFile = join(dir, 'faults.json');
  const url = `http://127.0.0.1:${port}`;
  const stripeUrl = `http://127.0.0.1:${stripePort}`;
  const starts = new Map<string, number>();
  const stripe = control(stripeUrl);

  let ordered: Ordered = { clockOffsetMs: 0, crash: {}, pause: {} };
  const order = (change: Partial<Ordered>) => {
    ordered = { ...ordered, ...change };
    // Whole or not at all: the processes read it at any moment.
    writeFileSync(`${faultsFile}.new`, JSON.stringify(ordered));
    renameSync(`${faultsFile}.new`, faultsFile);
  };
  order({});

  const stopping = new AbortController();
  const { signal } = stopping;
  let postgres: RunningPostgres = await startPostgres({ dir: postgresDir, port: postgresPort });
  const databaseUrl = postgres.url;
  const keepPostgres = async () => {
    while (!signal.aborted) {
      await postgres.ended;
      if (signal.aborted) return;
      await postgres.stop().catch(() => {});
      starts.set('postgres', (starts.get('postgres') ?? 1) + 1);
      postgres = await startPostgres({ dir: postgresDir, port: postgresPort });
    }
  };
  const keptPostgres = keepPostgres();

  const product = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dir,
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    FAULTS_FILE: faultsFile,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
    STRIPE_WEBHOOK_SECRET: 'whsec_local',
    STRIPE_API_BASE: stripeUrl,
    SESSION_SECRET: 'soak-soak-soak-soak-soak-soak-soak-soak',
  };
  const programs: Record<ProcessName, { main: string; env: Record<string, string> }> = {
    stripe: {
      main: STRIPE,
      env: { PORT: String(stripePort), STRIPE_DIR: stripeDir, STRIPE_WEBHOOK_URL: `${url}/api/webhooks/stripe` },
    },
    api: { main: MAIN, env: { ...product, ROLE: 'web', PORT: String(port) } },
    'worker 1': { main: MAIN, env: { ...product, ROLE: 'worker', PORT: '0' } },
    'worker 2': { main: MAIN, env: { ...product, ROLE: 'worker', PORT: '0' } },
  };
  const children = new Map<ProcessName, ChildProcess>();
  const keepers: Promise<void>[] = [];
  /** Starts a process, and again whenever it ends. */
  const keep = async (name: ProcessName) => {
    const log = createWriteStream(join(dir, `${name.replace(' ', '-')}.log`), { flags: 'a' });
    while (!signal.aborted) {
      const { main, env } = programs[name];
      const child = fork(main, {
        env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...env },
        execArgv: ['--enable-source-maps'],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.stdout?.pipe(log, { end: false });
      child.stderr?.pipe(log, { end: false });
      children.set(name, child);
      starts.set(name, (starts.get(name) ?? 0) + 1);
      await once(child, 'exit');
      if (!signal.aborted) await sleep(RESTART_MS);
    }
    log.end();
  };

  const query = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const now = () => new Date(Date.now() + ordered.clockOffsetMs);
  const answers = async (address: string) => {
    for (;;) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      if (answer?.ok === true) return;
      await sleep(100);
    }
  };
  const healthy = async () => {
    await answers(`${stripeUrl}/healthz`);
    await answers(`${url}/readyz`);
  };

  // The first process migrates the empty database before the others come.
  for (const name of ['stripe', 'api', 'worker 1', 'worker 2'] as const) {
    keepers.push(keep(name));
    if (name === 'api') await healthy();
  }

  return {
    url,
    stripeUrl,
    stripe,
    stripeDir,
    databaseUrl,
    now,
    query,
    order,
    healthy,
    starts,
    async advance(ms) {
      order({ clockOffsetMs: ordered.clockOffsetMs + ms });
      // The processes look ten times a second.
      await sleep(250);
      // To the same time, not by as much: it may have missed an earlier move while it was down.
      await stripe.setClock(Math.floor(now().getTime() / 1000));
      await query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1', [
        now(),
      ]);
      // Cookies go by the machine's clock, which stays; nobody could sign in after a month.
      await query(`update session set last_seen_at = $1, expires_at = $1::timestamptz + interval '30 days'`, [now()]);
    },
    async hit(name, how) {
      const child = children.get(name);
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
      child.kill(`SIG${how}`);
      if (how === 'STOP') {
        await sleep(4_000);
        child.kill('SIGCONT');
      }
      return true;
    },
    async killPostgres() {
      const [row] = await query<{ folder: string }>(`select current_setting('data_directory') as folder`);
      const pid = Number(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (pid > 1) process.kill(pid, 'SIGKILL');
    },
    fired: () =>
      existsSync(`${faultsFile}.fired`)
        ? readFileSync(`${faultsFile}.fired`, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [],
    async stop() {
      stopping.abort();
      for (const child of children.values()) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
      }
      const late = setTimeout(() => {
        for (const child of children.values()) child.kill('SIGKILL');
      }, 20_000);
      await Promise.all(keepers);
      clearTimeout(late);
      await postgres.stop();
      await keptPostgres;
    },
  };
}
