/**
 * Starts local services for Marquee (database, payment provider, mailbox, OpenID provider) and creates secrets and
 * demo data.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../apps/api/src/demo/accounts.ts';
import { InvalidEnvironmentError, isProductionEnv, parseEnv } from '../../apps/api/src/config/env.ts';
import { spawnGuarded } from '../guarded.mjs';
import { ROOT } from '../install.mjs';
import { takeLock } from '../lock.mjs';
import { startMailbox } from '@marquee/mailbox';
import { startOpenId } from '@marquee/openid-stand-in';
import { findFreePort, PostgresFailure, removePostgres, startPostgres } from './postgres.ts';
import { createPushKeys } from './push-keys.ts';
import { startStripe } from '@marquee/stripe-stand-in';

/** Thrown if Marquee cannot be started. The message is for the user. */
export class StartRefusedError extends Error {}

export interface StartSettings {
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** All nonempty environment variables. A service that they do not configure is started locally. */
  given: Record<string, string>;
}

export interface LocalServices {
  env: Record<string, string>;
  /** Lines that tell the user about additional pages, such as the mailbox. */
  pages: string[];
  /** True if both the database and Stripe are local. Only then is demo data created. */
  demo: boolean;
  /** Resolves with a message when a required service has ended unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Reads the environment, and `.env` for variables that are not set. Throws StartRefusedError with the name of every
 * invalid variable.
 */
export async function readSettings(): Promise<StartSettings> {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  // An empty variable counts as not set.
  const givenSettings = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  try {
    // Use placeholders for values that are not known yet, so that all others are validated before anything starts.
    const env = parseEnv({
      DATABASE_URL: 'postgres://localhost',
      ...(usesLocalStripe(givenSettings) ? LOCAL_KEYS : {}),
      ...givenSettings,
    });
    return { port: env.PORT === 0 ? await findFreePort() : env.PORT, dataDir: env.DATA_DIR, given: givenSettings };
  } catch (error) {
    if (error instanceof InvalidEnvironmentError)
      throw new StartRefusedError(`The environment is not valid. ${error.message.replaceAll('\n', '; ')}`);
    throw error;
  }
}

export const LOCAL_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
};
const usesLocalStripe = (given: Record<string, string>) => given['STRIPE_SECRET_KEY'] === undefined;

/**
 * Starts the services that are not configured, and returns the environment variables for the API. Throws
 * StartRefusedError if another process uses the data folder or the port is taken.
 */
export async function startServices({ port, dataDir, given }: StartSettings): Promise<LocalServices> {
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    closers.push(await claimDataDir(dataDir, port));

    const broken: Promise<string>[] = [];
    const env: Record<string, string> = {
      LOG_LEVEL: 'warn',
      SESSION_SECRET: readSecret(dataDir, 'session-secret'),
      FACTOR_SECRET: readSecret(dataDir, 'factor-secret'),
      ...readPushKeys(dataDir),
      // Do not let the API wait for the database, so that a developer sees at once if it cannot be reached.
      ...(!isProductionEnv(given) && { TIMING: JSON.stringify({ databaseMs: 0 }) }),
      ...given,
      PORT: String(port),
      DATA_DIR: dataDir,
    };
    const local = {
      database: given['DATABASE_URL'] === undefined,
      stripe: usesLocalStripe(given),
      mail: given['SMTP_URL'] === undefined,
      // Never start the local OpenID provider in production, because it lets anyone sign in as any user.
      openId: given['OIDC_ISSUER'] === undefined && !isProductionEnv(given),
    };
    const pages: string[] = [];
    const demo = local.database && local.stripe;
    if (demo) await resetHalfSeeded(dataDir);

    if (local.database) {
      const postgres = await startPostgres({ dir: join(dataDir, 'postgres') });
      closers.push(() => postgres.stop());
      env['DATABASE_URL'] = postgres.url;
      broken.push(
        postgres.ended.then(
          () => `PostgreSQL ended by itself; its log is ${join(dataDir, 'postgres', 'postgres.log')}.`,
        ),
      );
    }
    if (local.stripe) {
      const stripe = await startStripe({
        dir: join(dataDir, 'stripe'),
        secretKey: LOCAL_KEYS.STRIPE_SECRET_KEY,
        publishableKey: LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY,
        webhookSecret: LOCAL_KEYS.STRIPE_WEBHOOK_SECRET,
        webhookUrl: `http://localhost:${port}/api/webhooks/stripe`,
        ...(given['PLATFORM_COUNTRY'] !== undefined && { platformCountry: given['PLATFORM_COUNTRY'] }),
      });
      closers.push(() => stripe.stop());
      Object.assign(env, LOCAL_KEYS, { STRIPE_API_BASE: stripe.url, STRIPE_JS_URL: `${stripe.publicUrl}/stripe.js` });
    }
    if (local.mail) {
      const mailbox = await startMailbox({ dir: join(dataDir, 'mailbox') });
      closers.push(() => mailbox.stop());
      env['SMTP_URL'] = mailbox.smtpUrl;
      pages.push(`Mailbox: ${mailbox.url}`);
    }
    if (local.openId) {
      const publicUrl = (given['PUBLIC_URL'] ?? `http://localhost:${port}`).replace(/\/$/, '');
      const openId = await startOpenId({ redirectUris: [`${publicUrl}/api/callback`] });
      closers.push(() => openId.stop());
      Object.assign(env, {
        OIDC_ISSUER: openId.issuer,
        OIDC_CLIENT_ID: openId.clientId,
        OIDC_CLIENT_SECRET: openId.clientSecret,
      });
      pages.push(`OpenID provider: ${openId.issuer}`);
    }
    return {
      env,
      pages,
      demo,
      broken: Promise.race(broken.length > 0 ? broken : [new Promise<never>(() => {})]),
      stop,
    };
  } catch (error) {
    await stop();
    if (error instanceof PostgresFailure) throw new StartRefusedError(error.message);
    throw error;
  }
}

/**
 * Locks the data folder and checks that the port is free, before anything starts. Returns a function that unlocks
 * the folder.
 */
async function claimDataDir(dataDir: string, port: number): Promise<() => void> {
  let lock;
  try {
    mkdirSync(dataDir, { recursive: true });
    lock = takeLock(join(dataDir, 'running'));
  } catch (error) {
    throw new StartRefusedError(
      `The folder ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  if ('holder' in lock) {
    throw new StartRefusedError(
      `Marquee already runs in ${dataDir} (process ${lock.holder}); stop it, or set DATA_DIR to another folder.`,
    );
  }
  for (const host of ['127.0.0.1', '::1']) {
    const problem = await findListenProblem(port, host);
    if (problem === undefined) continue;
    lock.release();
    throw new StartRefusedError(
      problem === 'EADDRINUSE'
        ? `Port ${port} is already in use; stop what uses it, or set PORT to another one.`
        : `Port ${port} cannot be used (${problem}); set PORT to another one.`,
    );
  }
  return lock.release;
}

/**
 * Returns the error code if the API cannot listen on the port at `host`, for example because it is in use. Returns
 * undefined if it can, or if this machine does not have the address `host`.
 */
function findListenProblem(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? undefined : code),
    );
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Returns a secret, which is created once per folder, so that sessions and factors stay valid after a restart. */
function readSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/**
 * Returns the keys for push notifications, which are created once per folder. With a new public key, every browser
 * would have to subscribe again.
 */
function readPushKeys(dataDir: string): ReturnType<typeof createPushKeys> {
  const file = join(dataDir, 'push-keys.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(createPushKeys()), { mode: 0o600 });
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof createPushKeys>;
}

const SEED_SCRIPT = join(ROOT, 'apps/api/src/demo/seed.ts');
const getSeedingMarkPath = (dataDir: string) => join(dataDir, 'seeding');

/**
 * Fills an empty local database with demo data and returns true. Returns false if the services are not local or if
 * there are users already. The API must not be running, because its jobs would treat the demo bookings, whose
 * deadlines have passed, as overdue. Throws StartRefusedError if seeding fails. `signal` aborts it.
 */
export async function seedOnce(
  services: LocalServices,
  dataDir: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (!services.demo || (await hasAnyUser(services.env))) return false;
  say('Creating demo data…');
  writeFileSync(getSeedingMarkPath(dataDir), '');
  const seed = spawnGuarded(process.execPath, [SEED_SCRIPT], {
    cwd: ROOT,
    env: services.env,
    stdout: 'ignore',
    until: signal,
  });
  const code = await seed.ended;
  signal.throwIfAborted();
  if (code !== 0) throw new StartRefusedError('The demo data could not be created.');
  rmSync(getSeedingMarkPath(dataDir));
  return true;
}

/** Deletes the partial data of an interrupted seed from the database and from Stripe. No user can have used it. */
async function resetHalfSeeded(dataDir: string): Promise<void> {
  if (!existsSync(getSeedingMarkPath(dataDir))) return;
  await removePostgres(join(dataDir, 'postgres'));
  rmSync(join(dataDir, 'stripe'), { recursive: true, force: true });
  rmSync(getSeedingMarkPath(dataDir));
}

/** Returns lines that tell the user how to use Marquee. */
export async function describeServices({ env, pages }: LocalServices, url: string): Promise<string[]> {
  const emails = await findUsersAmong(
    env,
    DEMO_ACCOUNTS.map((account) => account.email),
  );
  return [
    `Marquee is running at ${url}`,
    ...DEMO_ACCOUNTS.filter(({ email }) => emails.includes(email)).map(
      ({ label, email }) => `${label}: ${email}  password: ${DEMO_PASSWORD}`,
    ),
    ...pages,
    ...['STRIPE_API_BASE', 'STRIPE_PUBLISHABLE_KEY'].flatMap((name) =>
      env[name] === undefined ? [] : [`${name}=${env[name]}`],
    ),
    'Press Ctrl-C to stop.',
  ];
}

/** Returns true if the database has any users. A new database does not have the user table yet. */
async function hasAnyUser(env: Record<string, string>): Promise<boolean> {
  const tables = await queryOnce(env, `select from pg_tables where schemaname = 'public' and tablename = 'person'`, []);
  return tables.length > 0 && (await queryOnce(env, 'select from person limit 1', [])).length > 0;
}
const findUsersAmong = async (env: Record<string, string>, emails: string[]) =>
  (await queryOnce<{ email: string }>(env, 'select email from person where email = any($1)', [emails])).map(
    ({ email }) => email,
  );

async function queryOnce<T extends pg.QueryResultRow>(
  env: Record<string, string>,
  sql: string,
  values: unknown[],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
