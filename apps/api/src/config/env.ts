/**
 * The only file that reads process.env. Environment variables are parsed once at startup. If any are invalid, the
 * error lists all of them.
 */
import { resolve } from 'node:path';
import { PRODUCT_NAME } from '@marquee/brand';
import { DEFAULT_AGENCY_CAP_BPS, MAX_AGENCY_CAP_BPS } from '@marquee/money';
import { isTimeZone } from '@marquee/time';
import { z } from 'zod';
import { countryCodeField, payoutCountriesField } from './payout-countries.ts';
import { isDefaultTiming, timingField } from './timing.ts';

/** The push services of Chrome and Edge on Android, of Firefox, of Safari, and of Edge on Windows. */
const DEFAULT_PUSH_HOSTS =
  'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.push.apple.com,*.notify.windows.com';
/** These values are published with the source code, so production rejects them. */
const DEMO_SESSION_SECRET = 'marquee-demo-session-secret-not-for-production';
const DEMO_FACTOR_SECRET = 'marquee-demo-factor-secret-not-for-production';
const DEMO_DATABASE_PASSWORD = 'marquee';
const DEMO_MAIL_FROM = `${PRODUCT_NAME} <no-reply@marquee.test>`;
/** Every SMTP_URL of the local mailbox (tools/stand-ins/mailbox) contains this text. */
const LOCAL_MAILBOX = 'local-mailbox';

const isOwnDomain = (domain: string, host: string) => domain === '' || domain === host || host.endsWith(`.${domain}`);

const onOffField = z.enum(['on', 'off']);

/** Accepts digits only, because coercion would read '0x10' as 16. */
const createIntegerField = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /**
   * `rehearsal` applies the rules of production, but with Stripe's test mode or another server in its place, so that
   * no real money moves.
   */
  PLATFORM_MODE: z.enum(['live', 'rehearsal']).default('live'),
  /** The part of the server that this process runs: the web server, the job worker, or both. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().min(1).default('localhost'),
  PORT: createIntegerField(0, 65_535).default(3000),
  /** The public URL. Links, cookies and cross-site checks use it instead of the request's Host header. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The URL of PostgreSQL itself, if DATABASE_URL is the URL of a pooler in transaction mode. Empty otherwise. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).default(''),
  /**
   * The URL of one or more standbys of the same database, for reads that may be a few seconds old. If it is empty,
   * the primary serves all reads.
   */
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).default(''),
  /**
   * If on, statements are named, so that PostgreSQL plans each of them once per connection. A pooler in transaction
   * mode has to support that (PgBouncer 1.21 or later). The default is off behind a pooler, and on without one.
   */
  DATABASE_PREPARED: onOffField.optional(),
  DATABASE_POOL: createIntegerField(2, 200).default(10),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Minimum free disk space in DATA_DIR, in megabytes. Uploads are rejected while there is less. */
  STORAGE_MIN_FREE_MB: createIntegerField(0, 1_000_000_000).default(1024),
  /**
   * The folder of the built web app. If it does not exist, no pages are served (`nx serve web` serves them in
   * development).
   */
  WEB_DIR: z.string().default(''),
  SESSION_SECRET: z.string().min(32).default(DEMO_SESSION_SECRET),
  /** Encrypts the secrets of authenticator apps in the database. */
  FACTOR_SECRET: z.string().min(32).default(DEMO_FACTOR_SECRET),
  /** The former FACTOR_SECRET while it is being replaced. It only decrypts. Empty otherwise. */
  FACTOR_SECRET_OLD: z.string().min(32).default(''),
  /** The domain of passkeys: the host of PUBLIC_URL or a parent domain. If it is empty, the host is used. */
  PASSKEY_DOMAIN: z.string().max(253).default(''),
  /** The path of a location database (MMDB), for the rough place of a sign-in. If it is empty, no place is shown. */
  LOCATION_DATABASE: z.string().default(''),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  /**
   * The URL of a server that is compatible with Stripe's API, such as tools/stand-ins/stripe. If it is empty, Stripe
   * itself is used.
   */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default(''),
  /** The URL of Stripe.js. If it is empty, browsers load it from Stripe. */
  STRIPE_JS_URL: z.url({ protocol: /^https?$/ }).default(''),
  /**
   * The country of the operator's Stripe account, which determines where creators can be paid
   * (payout-countries.ts).
   */
  PLATFORM_COUNTRY: countryCodeField.default('US'),
  /** This operator's exceptions to the payout rules of countries, as JSON (payout-countries.ts). */
  PAYOUT_COUNTRIES: payoutCountriesField,
  /** The URL of the mail server, with smtp:// or smtps://. If it is empty, no email is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default(''),
  MAIL_FROM: z.string().min(3).default(DEMO_MAIL_FROM),
  /** The recipient of contact-page messages. If it is empty, they are not emailed. */
  OPERATOR_EMAIL: z.email().default(''),
  /**
   * The VAPID keys for push notifications (`npx web-push generate-vapid-keys`). If they are empty, push
   * notifications are not offered. PUSH_HOSTS lists the accepted push services.
   */
  PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/)
    .default(''),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .default(''),
  PUSH_HOSTS: z
    .string()
    .default(DEFAULT_PUSH_HOSTS)
    .transform((hosts) => hosts.split(',').map((host) => host.trim())),
  /** The URL of the OpenID provider for "Sign in with …". If it is empty, external sign-in is not offered. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).default(''),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  /** The name of the OpenID provider on sign-in buttons. */
  OIDC_LABEL: z.string().min(1).max(40).default('Replit'),
  /** An S3-compatible bucket for pictures. If it is empty, they are stored in DATA_DIR. */
  S3_BUCKET: z.string().default(''),
  /** The endpoint of a store other than Amazon S3. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).default(''),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  /**
   * A private bucket with the same endpoint and keys as S3_BUCKET, for files of bookings and messages. If it is
   * empty, they are stored in DATA_DIR.
   */
  S3_FILES_BUCKET: z.string().default(''),
  /** The public URL of the objects in S3_BUCKET. */
  S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default(''),
  /**
   * The operator's name, address and tax ID on receipts and statements. Semicolons separate the lines of the
   * address.
   */
  COMPANY_NAME: z.string().min(1).max(200).default(PRODUCT_NAME),
  COMPANY_ADDRESS: z.string().max(500).default(''),
  COMPANY_TAX_ID: z.string().max(100).default(''),
  /** The IANA time zone of dates on documents. */
  COMPANY_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Lisbon')
    .default('UTC'),
  /** The hours for which an ownership change, and the erasure of a deleted account, wait. */
  OWNERSHIP_WAIT_HOURS: createIntegerField(1, 720).default(72),
  /** The highest share of a booking's price that an agency of a creator may have, in hundredths of a percent. */
  AGENCY_CAP_BPS: createIntegerField(0, MAX_AGENCY_CAP_BPS).default(DEFAULT_AGENCY_CAP_BPS),
  /**
   * The total in cents above which paying with a saved card and approving an order need a confirmation of the last
   * minutes (core/step-up.ts).
   */
  STEP_UP_CENTS: createIntegerField(0, 100_000_000).default(100_000),
  /** If off, the page /trust, which shows the result of the last reconciliation, does not exist. */
  TRUST_PAGE: onOffField.default('on'),
  /** If on, the server opens the link of each publication once a day to check whether it still works. */
  POST_LINK_CHECKS: onOffField.default('off'),
  RATE_LIMIT: onOffField.default('on'),
  /** The number of trusted proxies that set X-Forwarded-For. 0 means none. */
  TRUST_PROXY: createIntegerField(0, 10).default(0),
  /**
   * Seconds during which a stopping server reports to the proxy that it is stopping, before it rejects requests.
   */
  DRAIN_SECONDS: createIntegerField(0, 60).default(0),
  /** The port of GET /metrics for Prometheus. If it is 0, no metrics are served. */
  METRICS_PORT: createIntegerField(0, 65_535).default(0),
  /** The address that METRICS_PORT listens on. Anyone who reaches it can read the metrics. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** The OTLP/HTTP endpoint of a trace collector. If it is empty, nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).default(''),
  /** The share of requests that are traced with their jobs, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** For tests only: the point in the payment code at which the process kills itself (faults.ts). */
  CRASH_AT: z.string().default(''),
  /**
   * For tests only: the path of a file with the probability of faults at each point and the offset of the clock
   * (faults.ts).
   */
  FAULTS_FILE: z.string().default(''),
  /** For tests only: overrides of the default timeouts and intervals, as JSON (timing.ts). */
  TIMING: timingField,
});

/** The variables that have a value even if they are unset, because it depends on other variables. */
type DerivedVariables = 'PUBLIC_URL' | 'DATABASE_PREPARED';
type ParsedEnv = z.infer<typeof envSchema>;
export type Env = Omit<ParsedEnv, DerivedVariables> & { [Name in DerivedVariables]-?: NonNullable<ParsedEnv[Name]> };

/** Thrown if environment variables are invalid. The message has one line per invalid variable. */
export class InvalidEnvironmentError extends Error {}

/** Values for required variables that are invalid, so that the rules about other variables can be checked. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgres://localhost/marquee',
  STRIPE_SECRET_KEY: '-',
  STRIPE_PUBLISHABLE_KEY: '-',
  STRIPE_WEBHOOK_SECRET: '-',
};

/** A variable that is refused, and the reason. */
type Refusal = readonly [name: string, why: string];
/** A rule about a variable: whether it is broken, and the reason for which the variable is then refused. */
type Rule = readonly [name: string, isBroken: boolean, why: string];

const listBroken = (rules: readonly Rule[]): Refusal[] =>
  rules.filter(([, isBroken]) => isBroken).map(([name, , why]) => [name, why]);

/**
 * Parses the environment. An empty variable counts as unset, because container tools pass unset variables as empty
 * ones. Throws InvalidEnvironmentError with all invalid variables.
 */
export function parseEnv(raw: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined && value !== ''));
  const { env, invalid } = parseVariables(given);
  const isInProduction = isProductionEnv(env);
  // A variable that is invalid was replaced, so no other rule can say anything about it.
  const reported = new Set(invalid.map(([name]) => name.split('.')[0]));
  const others = [...(isInProduction ? listProductionRefusals(env, given) : []), ...listConflicts(env)].filter(
    ([name], at, all) => !reported.has(name) && all.findIndex(([other]) => other === name) === at,
  );
  const refusals = [...invalid, ...others];
  if (refusals.length > 0)
    throw new InvalidEnvironmentError(refusals.map(([name, why]) => `${name}: ${why}`).join('\n'));

  return {
    ...env,
    NODE_ENV: isInProduction ? 'production' : env.NODE_ENV,
    DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL || env.DATABASE_URL,
    DATABASE_PREPARED: env.DATABASE_PREPARED ?? (env.DATABASE_DIRECT_URL === '' ? 'on' : 'off'),
    DATA_DIR: resolve(env.DATA_DIR),
    WEB_DIR: env.WEB_DIR === '' ? '' : resolve(env.WEB_DIR),
    PUBLIC_URL: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  };
}

/** Parses each variable. `env` has the default value or a placeholder of each variable that is invalid. */
function parseVariables(given: Record<string, string | undefined>): { env: ParsedEnv; invalid: Refusal[] } {
  const parsed = envSchema.safeParse(given);
  if (parsed.success) return { env: parsed.data, invalid: [] };
  const invalid = parsed.error.issues.map(({ path, message }): Refusal => [
    path.join('.'),
    given[String(path[0])] === undefined ? 'is needed' : message,
  ]);
  const names = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
  return { env: envSchema.parse({ ...PLACEHOLDERS, ...valid }), invalid };
}

/** Lists the variables that do not fit others. */
function listConflicts(env: ParsedEnv): Refusal[] {
  const host = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).hostname;
  return listBroken([
    ['OIDC_CLIENT_ID', env.OIDC_ISSUER !== '' && env.OIDC_CLIENT_ID === '', 'is needed with OIDC_ISSUER'],
    [
      'PASSKEY_DOMAIN',
      host !== undefined && !isOwnDomain(env.PASSKEY_DOMAIN, host),
      'must be the host of PUBLIC_URL or a parent domain',
    ],
    [
      'PUSH_PRIVATE_KEY',
      (env.PUSH_PUBLIC_KEY === '') !== (env.PUSH_PRIVATE_KEY === ''),
      'is needed with PUSH_PUBLIC_KEY, and the other way round',
    ],
    ...listMissingBucketVariables(env).map((name): Rule => [name, true, 'needed when one of the S3 variables is set']),
    [
      'STRIPE_PUBLISHABLE_KEY',
      getStripeKeyMode(env.STRIPE_SECRET_KEY) !== getStripeKeyMode(env.STRIPE_PUBLISHABLE_KEY),
      'one of the two Stripe keys is a live key, the other is not',
    ],
  ]);
}

/**
 * Whether the rules of production apply to a server with these variables. A live Stripe key, an https URL or a
 * rehearsal is enough, even without NODE_ENV=production. Otherwise, an operator who forgets NODE_ENV would go live
 * with the secrets from the source code.
 */
export const isProductionEnv = (env: {
  NODE_ENV?: string | undefined;
  PLATFORM_MODE?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  PUBLIC_URL?: string | undefined;
}): boolean =>
  env.NODE_ENV === 'production' ||
  env.PLATFORM_MODE === 'rehearsal' ||
  getStripeKeyMode(env.STRIPE_SECRET_KEY ?? '') === 'live' ||
  /^https:/i.test(env.PUBLIC_URL ?? '');

/** Returns the mode of a secret, restricted or publishable Stripe key. The prefix of the key contains it. */
const getStripeKeyMode = (key: string): 'live' | 'test' => (/^[a-z]+_live_/i.test(key) ? 'live' : 'test');

/**
 * Lists the variables that are missing for the S3 bucket. A bucket needs a name, two keys and a public URL. Without
 * this check, a missing variable would only be noticed when the first upload fails.
 */
function listMissingBucketVariables(env: ParsedEnv): string[] {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'] as const;
  const isMeant = env.S3_ENDPOINT !== '' || env.S3_FILES_BUCKET !== '' || needed.some((name) => env[name] !== '');
  return isMeant ? needed.filter((name) => env[name] === '') : [];
}

/**
 * Secrets with fewer distinct characters are rejected as not random. A random secret of 32 hexadecimal digits has
 * fewer with a probability of one in ten million.
 */
const MIN_DISTINCT_CHARACTERS = 8;
/** Webhook secrets from Stripe have 32 characters after the prefix, and those from Stripe's command line have 64. */
const WEBHOOK_SECRET_PATTERN = /^whsec_[A-Za-z0-9+/=_-]{24,}$/;
const LOOPBACK_PATTERN = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether requests to this URL send keys or pictures over a network without TLS. */
const isUnencryptedUrl = (url: string) => url.startsWith('http:') && !LOOPBACK_PATTERN.test(new URL(url).hostname);

/**
 * Whether emails could be sent without verified TLS. `smtp:` is encrypted only if the URL requires STARTTLS, and
 * other Nodemailer parameters can disable encryption or the certificate check.
 */
function isUnencryptedMail(address: string): boolean {
  if (address === '') return false;
  const { protocol, hostname, searchParams } = new URL(address);
  if (LOOPBACK_PATTERN.test(hostname)) return false;
  const turnsOff = (name: string, value: string) => searchParams.get(name) === value;
  return (
    turnsOff('ignoreTLS', 'true') ||
    turnsOff('secure', 'false') ||
    turnsOff('tls.rejectUnauthorized', 'false') ||
    (protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true' && searchParams.get('secure') !== 'true')
  );
}

function hasDemoPassword(address: string): boolean {
  if (address === '') return false;
  const { password, searchParams } = new URL(address);
  return [decodeURIComponent(password), searchParams.get('password')].includes(DEMO_DATABASE_PASSWORD);
}

/** Lists what production does not accept. Each reason continues with "in production". */
function listProductionRefusals(env: ParsedEnv, given: Record<string, string | undefined>): Refusal[] {
  const isRehearsal = env.PLATFORM_MODE === 'rehearsal';
  const keyMode = getStripeKeyMode(env.STRIPE_SECRET_KEY);
  const distinct = `must have at least ${MIN_DISTINCT_CHARACTERS} different characters, best random ones,`;
  const refusals = listBroken([
    ...(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).map((name): Rule => [
      name,
      hasDemoPassword(env[name]),
      'must not have the demo password',
    ]),
    ...(['SESSION_SECRET', 'FACTOR_SECRET', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'] as const).map((name): Rule => [
      name,
      given[name] === undefined,
      'is needed',
    ]),
    ['SESSION_SECRET', env.SESSION_SECRET === DEMO_SESSION_SECRET, 'must not be the demo value'],
    ['SESSION_SECRET', new Set(env.SESSION_SECRET).size < MIN_DISTINCT_CHARACTERS, distinct],
    ['FACTOR_SECRET', env.FACTOR_SECRET === DEMO_FACTOR_SECRET, 'must not be the demo value'],
    ['FACTOR_SECRET', new Set(env.FACTOR_SECRET).size < MIN_DISTINCT_CHARACTERS, distinct],
    ['FACTOR_SECRET', env.FACTOR_SECRET === env.SESSION_SECRET, 'must differ from SESSION_SECRET'],
    ['FACTOR_SECRET_OLD', env.FACTOR_SECRET_OLD === DEMO_FACTOR_SECRET, 'must not be the demo value'],
    ['STRIPE_SECRET_KEY', keyMode === 'test' && !isRehearsal, 'a test key needs PLATFORM_MODE=rehearsal'],
    ['STRIPE_SECRET_KEY', keyMode === 'live' && isRehearsal, 'a live key needs PLATFORM_MODE=live'],
    [
      'STRIPE_WEBHOOK_SECRET',
      !WEBHOOK_SECRET_PATTERN.test(env.STRIPE_WEBHOOK_SECRET) && !(isRehearsal && env.STRIPE_API_BASE !== ''),
      'must be whsec_ and at least 24 more characters, as Stripe shows it for the endpoint,',
    ],
    ['STRIPE_API_BASE', env.STRIPE_API_BASE !== '' && !isRehearsal, 'needs PLATFORM_MODE=rehearsal'],
    ['STRIPE_JS_URL', env.STRIPE_JS_URL !== '' && !isRehearsal, 'needs PLATFORM_MODE=rehearsal'],
    ['SMTP_URL', env.SMTP_URL.includes(LOCAL_MAILBOX), 'must not be the local mailbox'],
    [
      'SMTP_URL',
      isUnencryptedMail(env.SMTP_URL),
      'must be smtps:// or smtp://…?requireTLS=true, except on this machine,',
    ],
    ['MAIL_FROM', env.MAIL_FROM === DEMO_MAIL_FROM, 'must not be the demo value'],
    ['OIDC_ISSUER', env.OIDC_ISSUER.startsWith('http:'), 'must be https'],
    ['S3_ENDPOINT', isUnencryptedUrl(env.S3_ENDPOINT), 'must be https, except on this machine,'],
    ['S3_PUBLIC_URL', isUnencryptedUrl(env.S3_PUBLIC_URL), 'must be https, except on this machine,'],
    ['RATE_LIMIT', env.RATE_LIMIT === 'off', 'must not be off'],
    ['CRASH_AT', env.CRASH_AT !== '', 'must not be set'],
    ['FAULTS_FILE', env.FAULTS_FILE !== '', 'must not be set'],
    ['TIMING', !isDefaultTiming(env.TIMING), 'must not be set'],
    ['PUBLIC_URL', env.PUBLIC_URL?.startsWith('https://') === false, 'must be https'],
  ]);
  const reason =
    env.NODE_ENV === 'production' || isRehearsal
      ? ''
      : ' (a live Stripe key or an https PUBLIC_URL counts as production)';
  return refusals.map(([name, why]) => [name, `${why} in production${reason}`]);
}
