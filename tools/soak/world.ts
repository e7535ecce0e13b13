/**
 * Starts the processes of a soak: PostgreSQL, the Stripe stand-in, the API and the workers. The soak may kill any of
 * them at any time.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '../install.mjs';
import { findFreePort, startPostgres, type RunningPostgres } from '../local/postgres.ts';
import { openControl, type Control } from '@marquee/stripe-stand-in/control';

export const SOAK_PROCESSES: readonly string[] = ['api', 'worker 1', 'worker 2', 'stripe'];

/** Faults for the API and worker processes, which read them from FAULTS_FILE (see apps/api/src/core/faults.ts). */
export interface FaultOrders {
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
  now(): Date;
  /** Runs SQL as a superuser on a separate connection. Throws while PostgreSQL is down. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  order(change: Partial<FaultOrders>): void;
  /** Moves all clocks forward and starts the jobs that become due. */
  advance(ms: number): Promise<void>;
  /**
   * Sends a signal to a process: SIGKILL, SIGTERM, or SIGSTOP followed by SIGCONT four seconds later. A process that
   * exits is restarted. Returns false if the process is not running.
   */
  hit(name: string, how: 'KILL' | 'TERM' | 'STOP'): Promise<boolean>;
  /** Lets the API and worker processes run another build when they start the next time. */
  install(build: Build): void;
  killPostgres(): Promise<void>;
  /** Waits until the Stripe stand-in and the API respond. */
  healthy(): Promise<void>;
  /** Returns the names of the crash and pause points that took effect in the processes. */
  fired(): string[];
  starts: Map<string, number>;
  stop(): Promise<void>;
}

/** Built or source code of the product. */
export interface Build {
  main: string;
  env: Record<string, string>;
}

const SOURCES: Build = { main: join(ROOT, 'apps/api/src/process/main.ts'), env: {} };
const STRIPE = join(ROOT, 'tools/stand-ins/stripe/main.ts');
const RESTART_MS = 200;
const DUE_EVERY_MS = 1_000;

/**
 * Simulated users send their address in X-Forwarded-For (client.ts), as a proxy in front would. Rate limits then apply
 * to each of them, as they do to users with connections of their own.
 */
export const CLIENT_PROXIES = 1;

/** Database and addresses of one installation of Marquee. */
export interface Site {
  /** Base URL for users and for Stripe's webhooks. */
  url: string;
  ports: number[];
  databaseUrl: string;
  /** The data folder that all processes share. By default, each has its own, as if it ran on a machine of its own. */
  dataDir?: string;
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a site with one API process and one PostgreSQL server. The server is restarted whenever it exits. */
async function startOneMachine(dir: string, starts: Map<string, number>): Promise<Site> {
  const [postgresPort, port] = [await findFreePort(), await findFreePort()];
  const postgresDir = join(dir, 'postgres');
  let isStopping = false;
  let postgres: RunningPostgres = await startPostgres({ dir: postgresDir, port: postgresPort });
  const keepRunning = async () => {
    for (;;) {
      await postgres.ended;
      if (isStopping) return;
      await postgres.stop().catch(() => {});
      starts.set('postgres', (starts.get('postgres') ?? 1) + 1);
      postgres = await startPostgres({ dir: postgresDir, port: postgresPort });
    }
  };
  const running = keepRunning();
  return {
    url: `http://127.0.0.1:${port}`,
    ports: [port],
    databaseUrl: postgres.url,
    env: { DATABASE_URL: postgres.url, TRUST_PROXY: String(CLIENT_PROXIES) },
    async stop() {
      isStopping = true;
      await postgres.stop();
      await running;
    },
  };
}

/**
 * Starts all processes in the empty folder `dir`, on the site `at` or, by default, on a single machine. The API and the
 * workers run `build`.
 */
export async function startWorld(dir: string, at?: Site, build: Build = SOURCES): Promise<World> {
  mkdirSync(dir, { recursive: true });
  const starts = new Map<string, number>();
  const site = at ?? (await startOneMachine(dir, starts));
  const { url, databaseUrl } = site;
  const stripePort = await findFreePort();
  const stripeDir = join(dir, 'stripe');
  const faultsFile = join(dir, 'faults.json');
  const stripeUrl = `http://127.0.0.1:${stripePort}`;
  const stripe = openControl(stripeUrl);

  let ordered: FaultOrders = { clockOffsetMs: 0, crash: {}, pause: {} };
  const order = (change: Partial<FaultOrders>) => {
    ordered = { ...ordered, ...change };
    // Replace the file atomically, because the processes may read it at any time.
    writeFileSync(`${faultsFile}.new`, JSON.stringify(ordered));
    renameSync(`${faultsFile}.new`, faultsFile);
  };
  order({});

  const stopping = new AbortController();
  const { signal } = stopping;
  const product = {
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    FAULTS_FILE: faultsFile,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
    STRIPE_WEBHOOK_SECRET: 'whsec_local',
    STRIPE_API_BASE: stripeUrl,
    SESSION_SECRET: 'soak-soak-soak-soak-soak-soak-soak-soak',
    FACTOR_SECRET: 'factor-factor-factor-factor-factor-factor',
  };
  // Each process has its own data folder, as if it ran on a machine of its own.
  const program = (name: string, role: 'web' | 'worker', port: number) => ({
    env: {
      ...product,
      ...site.env,
      ROLE: role,
      PORT: String(port),
      DATA_DIR: site.dataDir ?? join(dir, name.replace(' ', '-')),
    },
  });
  let installed = build;
  const programs: Record<string, { main?: string; env: Record<string, string> }> = {
    stripe: {
      main: STRIPE,
      env: { PORT: String(stripePort), STRIPE_DIR: stripeDir, STRIPE_WEBHOOK_URL: `${url}/api/webhooks/stripe` },
    },
  };
  for (const [n, port] of site.ports.entries()) {
    const name = site.ports.length === 1 ? 'api' : `api ${n + 1}`;
    programs[name] = program(name, 'web', port);
  }
  for (const name of ['worker 1', 'worker 2']) programs[name] = program(name, 'worker', 0);
  const children = new Map<string, ChildProcess>();
  const keepers: Promise<void>[] = [];
  const keepProgram = async (name: string, { main, env }: (typeof programs)[string]) => {
    const log = createWriteStream(join(dir, `${name.replace(' ', '-')}.log`), { flags: 'a' });
    while (!signal.aborted) {
      const child = fork(main ?? installed.main, {
        env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...env, ...(main === undefined && installed.env) },
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

  /** Makes jobs due that are due by the app's clock, which may be ahead of the database's clock. */
  const makeDue = () => query('update job set run_at = now() where run_at > now() and run_at <= $1', [now()]);
  /**
   * Extends the sessions by the app's clock, which decides whether they have ended. A new session, which a sign-in or
   * a confirmation creates, ends by the machine's clock.
   */
  const keepSessions = (at: Date) =>
    query(`update session set last_seen_at = $1, expires_at = $1::timestamptz + interval '30 days'`, [at]);
  /**
   * Keeps making jobs due and extending new sessions after the clock was moved. The app schedules new jobs by its own
   * clock, some of them every half minute.
   */
  const keepDue = async () => {
    while (!signal.aborted) {
      if (ordered.clockOffsetMs > 0)
        await makeDue()
          .then(() => keepSessions(now()))
          .catch(() => {});
      await sleep(DUE_EVERY_MS);
    }
  };
  /** Changes the clock one change at a time, because concurrent changes would overwrite each other's offset. */
  let moving = Promise.resolve();
  const advance = async (ms: number) => {
    const offset = ordered.clockOffsetMs + ms;
    // Move Stripe's clock before the app's, as soon as the stand-in is running. If the app's clock were ahead by
    // more than the tolerated difference, new Stripe objects would get a creation time that reconciliation has
    // already passed.
    for (;;) {
      const moved = stripe.setClock(Math.floor((Date.now() + offset) / 1000)).then(() => true);
      if ((await moved.catch(() => false)) || signal.aborted) break;
      await sleep(RESTART_MS);
    }
    // Extend the sessions before the app's clock moves. They end by that clock, and housekeeping deletes those that
    // have ended. Repeat this until it succeeds, because the database may be down.
    const extend = () => keepSessions(new Date(Date.now() + offset)).then(() => true);
    while (!(await extend().catch(() => false)) && !signal.aborted) await sleep(RESTART_MS);
    order({ clockOffsetMs: offset });
    // The processes read the file ten times a second, so wait until all of them have read it.
    await sleep(250);
    await makeDue().catch(() => {});
  };

  // The API process that starts before all others migrates the empty database.
  for (const [name, each] of Object.entries(programs)) {
    keepers.push(keepProgram(name, each));
    if (name.startsWith('api')) await healthy();
  }
  keepers.push(keepDue());

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
    advance(ms) {
      const moved = moving.then(() => advance(ms));
      moving = moved.catch(() => {});
      return moved;
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
    install(next) {
      installed = next;
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
      await site.stop();
    },
  };
}
