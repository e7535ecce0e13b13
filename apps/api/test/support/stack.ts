/**
 * Opens the environment of a spec file: its own database, Stripe simulator, server and worker, and a movable clock.
 */
import type { SessionUser } from '../../src/core/ctx.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox, type MailboxMessage, type RunningMailbox } from '@marquee/mailbox';
import { startOpenId, type RunningOpenId } from '@marquee/openid-stand-in';
import { findFreePort } from '@marquee/tools/local/postgres';
import type { UnpackedData } from '@marquee/tools/upgrade/releases';
import { startStripe } from '@marquee/stripe-stand-in';
import { openControl, type Control } from '@marquee/stripe-stand-in/control';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { boot, type BootedDeps } from '../../src/process/boot.ts';
import { createUserCaller } from '../../src/demo/builders.ts';
import { parseEnv, type Env } from '../../src/config/env.ts';
import { openLog } from '../../src/config/log.ts';
import type { Timing } from '../../src/config/timing.ts';
import { openPool } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import type { Caller } from '../../src/http/router.ts';
import { JOB_ADDED_CHANNEL } from '../../src/core/job-watch.ts';
import { buildServer } from '../../src/http/server.ts';
import { startWorker, type RunningWorker } from '../../src/process/worker.ts';
import { BUILDER_PASSKEY_NAME } from '../../src/demo/passkeys.ts';
import { getDatabaseUrl } from './global-setup.ts';
import { usePasskey, type SoftwarePasskey } from './passkeys.ts';

export interface Stack {
  deps: BootedDeps;
  app: FastifyInstance;
  /** The local mail server and OpenID provider. Set only if the spec requested them. */
  mailbox: RunningMailbox;
  openId: RunningOpenId;
  /** The log lines so far. Empty unless the spec requested them. */
  logged: string[];
  /** Waits until no job is due and returns the emails to this address, newest first. */
  mailsTo(address: string): Promise<MailboxMessage[]>;
  stripe: Control;
  as(user: SessionUser | null): Caller;
  /**
   * Returns a function that sends HTTP requests with the session of this user, or without a session if `user` is
   * null.
   */
  asBrowser(user: { email: string } | null, cookies?: Record<string, string>): Promise<TestBrowser>;
  /** Advances the clocks of the app, of the jobs and of Stripe. */
  advance(ms: number): Promise<void>;
  /** Waits until no job is running or due. */
  idle(): Promise<void>;
  /** Waits until Stripe has delivered all webhooks and no job is running or due. */
  settle(): Promise<void>;
  /** Advances every clock and waits until everything that is due has happened. */
  pass(ms: number): Promise<void>;
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
}

export type TestBrowser = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

export interface StackNeeds {
  mailbox?: boolean;
  openId?: boolean;
  /** A marketplace of an earlier release, which this version upgrades first. Without it, the database is empty. */
  data?: UnpackedData;
  /** Minimum level of the log lines in `logged`. Without it, none are collected. */
  log?: 'info' | 'debug';
}

/** Short delays, so that failed jobs and those of a killed worker are retried immediately. */
export const SHORT_TIMING: Partial<Timing> = {
  retryMs: 200,
  leaseMs: 1_500,
  pollMs: 100,
  ownMs: 500,
  webhookDelayMs: 0,
  restartMs: 100,
  // On a slow machine, the many simultaneous requests of a test wait longer than users would.
  connectionMs: 60_000,
  figuresMs: 0,
  facetsMs: 0,
  pingMs: 400,
  missedMs: 200,
};

/** Converts parsed settings to environment variables for another process. */
export const toEnvVariables = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

/** Returns the URL of the same database with read-only sessions. */
export const toReadOnlyUrl = (url: string): string => `${url}?options=-c%20default_transaction_read_only%3Don`;

/**
 * Opens a stack before the tests of a file and closes it after them. Its properties are only available inside tests.
 */
export function useStack(overrides: Record<string, string> = {}, needs: StackNeeds = {}): Stack {
  const stack = {} as Stack;
  let close: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const opened = await openStack(overrides, needs);
    Object.assign(stack, opened.stack);
    close = opened.close;
  });
  afterAll(() => close());
  return stack;
}

/** Opens a stack for a part of a file. The caller must call `close`. */
export async function openStack(
  overrides: Record<string, string>,
  needs: StackNeeds = {},
): Promise<{ stack: Stack; close: () => Promise<void> }> {
  const { url, template } = inject('pg');
  const name = `marquee_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template ${needs.data ? 'template0' : template} strategy wal_log`);
  if (needs.data) await upgradeData(getDatabaseUrl(url, name), needs.data);

  const port = await findFreePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  const stripe = await startStripe({
    dir: needs.data?.stripeDir ?? null,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    platformCountry: overrides['PLATFORM_COUNTRY'] ?? 'US',
  });
  const mailbox = needs.mailbox ? await startMailbox({ dir: null }) : undefined;
  const openId = needs.openId
    ? await startOpenId({ redirectUris: [`http://localhost:${port}/api/callback`] })
    : undefined;
  const env = parseEnv({
    ...(mailbox && { SMTP_URL: mailbox.smtpUrl }),
    ...(openId && {
      OIDC_ISSUER: openId.issuer,
      OIDC_CLIENT_ID: openId.clientId,
      OIDC_CLIENT_SECRET: openId.clientSecret,
    }),
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: getDatabaseUrl(url, name),
    // Simulates a standby with read-only sessions on the same database.
    DATABASE_REPLICA_URL: toReadOnlyUrl(getDatabaseUrl(url, name)),
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    STRIPE_JS_URL: `${stripe.url}/stripe.js`,
    RATE_LIMIT: 'off',
    TIMING: JSON.stringify(SHORT_TIMING),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...needs.data?.env,
    ...overrides,
  });
  let offset = 0;
  const logged: string[] = [];
  const log = needs.log ? openLog({ LOG_LEVEL: needs.log }, { write: (line) => void logged.push(line) }) : openLog(env);
  const deps = boot(env, log, () => new Date(Date.now() + offset));
  const app = await buildServer(deps);
  await app.listen({ port, host: '127.0.0.1' });
  let worker: RunningWorker | null = await startWorker(deps);

  const stack: Stack = {
    // Set only for specs that requested them.
    mailbox: mailbox as RunningMailbox,
    openId: openId as RunningOpenId,
    logged,
    async mailsTo(address) {
      await stack.idle();
      const rows = await deps.db.selectFrom('mail').select(['id', 'dueAt']).execute();
      const dueAt = new Map(rows.map((mail) => [mail.id, mail.dueAt.getTime()]));
      const timeOf = ({ messageId }: MailboxMessage) => dueAt.get(/[0-9a-f-]{36}/.exec(messageId)?.[0] ?? '') ?? 0;
      // Sorts the emails, because several are sent concurrently and may arrive in any order.
      return stack.mailbox
        .messages()
        .filter(({ to }) => to.includes(address))
        .toSorted((one, other) => timeOf(other) - timeOf(one));
    },
    deps,
    app,
    stripe: openControl(stripe.url),
    as: (user) => createUserCaller(deps, user),
    asBrowser: (user, cookies) => signIn(deps, app, user, cookies),
    async advance(ms) {
      offset += ms;
      await stack.stripe.advance(Math.round(ms / 1000));
      // Moves jobs that are due by the app's clock to the present, because the queue uses the database's clock.
      const { numAffectedRows } =
        await sql`update job set run_at = now() where run_at > now() and run_at <= ${deps.now()}`.execute(deps.db);
      // Notifies the worker, as when a job is added, so that it does not wait for its next poll.
      if (numAffectedRows) await sql`select pg_notify(${JOB_ADDED_CHANNEL}, '')`.execute(deps.db);
    },
    async idle() {
      for (let quiet = 0; quiet < 2;) {
        const { rows } = await sql<{ busy: number }>`
          select count(*)::int as busy from job where run_at <= now() or leased_until is not null`.execute(deps.db);
        quiet = rows[0]?.busy === 0 ? quiet + 1 : 0;
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      }
    },
    async settle() {
      await stack.stripe.webhooksIdle();
      await stack.idle();
    },
    async pass(ms) {
      await stack.advance(ms);
      await stack.settle();
    },
    async stopWorker() {
      await worker?.stop();
      worker = null;
    },
    async startWorker() {
      worker ??= await startWorker(deps);
    },
  };
  return {
    stack,
    async close() {
      await app.close();
      await worker?.stop();
      await deps.close();
      await stripe.stop();
      await mailbox?.stop();
      await openId?.stop();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills an empty database with the data of an earlier release, and upgrades it. */
async function upgradeData(url: string, { sql: text }: UnpackedData): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  // Versions of PostgreSQL reduce some words to other stems, so the words are indexed again (docs/operations.md).
  if (parseInt(rows[0]?.server_version ?? '') !== parseInt(/from database version (\d+)/.exec(text)?.[1] ?? ''))
    await client.query('set search_path to public; select rebuild_creator_listings()');
  await client.end();
  const pool = openPool(url, 2, () => {});
  await migrateDatabase(pool);
  await pool.end();
}

async function signIn(
  deps: BootedDeps,
  app: FastifyInstance,
  user: { email: string } | null,
  initialCookies: Record<string, string> = {},
): Promise<TestBrowser> {
  const cookies = { ...initialCookies };
  const browser: TestBrowser = async (method, url, body, headers = {}) => {
    const response = await app.inject({
      method,
      url,
      cookies,
      headers,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const cookie of response.cookies) cookies[cookie.name] = cookie.value;
    return response;
  };
  if (user) {
    const { BUILDER_PASSWORD } = await import('../../src/demo/builders.ts');
    const passkey = await findBuilderPasskey(deps, user.email);
    const response = passkey
      ? await signInWithPasskey(browser, passkey, deps.env.PUBLIC_URL)
      : await browser('POST', '/api/auth/login', { email: user.email, password: BUILDER_PASSWORD });
    if (response.statusCode !== 200) throw new Error(`Sign-in failed: ${response.body}`);
  }
  return browser;
}

/** Returns the passkey that the builder gave a member of staff. */
async function findBuilderPasskey({ db }: BootedDeps, email: string): Promise<SoftwarePasskey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.personId')
    .select(['passkey.id', 'passkeyHandle'])
    .where('email', '=', email)
    .where('passkey.name', '=', BUILDER_PASSKEY_NAME)
    .executeTakeFirst();
  return row && { id: row.id, userHandle: row.passkeyHandle?.toString('base64url') ?? '', counter: 0, isSynced: true };
}

async function signInWithPasskey(browser: TestBrowser, passkey: SoftwarePasskey, publicUrl: string) {
  const begun = await browser('POST', '/trpc/auth.beginPasskeySignIn', {});
  const options = begun.json<{ result: { data: { challenge: string; rpId: string } } }>().result.data;
  return browser('POST', '/trpc/auth.signInWithPasskey', { passkey: usePasskey(passkey, options, publicUrl) });
}
