/** Tests which configurations the server refuses to start with. */
import { describe, expect, it } from 'vitest';
import { InvalidEnvironmentError, parseEnv } from '../../src/config/env.ts';

/** The value that is published with the source code. */
const DEMO_FACTOR_SECRET = 'marquee-demo-factor-secret-not-for-production';
const LOCAL = {
  DATABASE_URL: 'postgres://marquee@127.0.0.1:5432/marquee',
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: LOCAL.DATABASE_URL,
  PUBLIC_URL: 'https://marquee.example',
  SESSION_SECRET: '0123456789abcdef0123456789abcdef',
  FACTOR_SECRET: 'fedcba9876543210fedcba9876543210',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: `whsec_${'A1b2'.repeat(8)}`,
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Marquee <no-reply@marquee.example>',
};

const S3 = {
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: 'https://s3.example',
  S3_PUBLIC_URL: 'https://pictures.example',
};

/** Returns the lines of the error message. */
function refusalOf(raw: Record<string, string | undefined>): string[] {
  try {
    parseEnv(raw);
  } catch (error) {
    if (error instanceof InvalidEnvironmentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('the parser of environment variables', () => {
  it('requires a database URL and Stripe keys and has a default for everything else', () => {
    expect(parseEnv(LOCAL)).toMatchObject({
      NODE_ENV: 'development',
      ROLE: 'all',
      HOST: 'localhost',
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      RATE_LIMIT: 'on',
      TRUST_PAGE: 'on',
      TRUST_PROXY: 0,
      LOG_LEVEL: 'info',
      CRASH_AT: '',
      STRIPE_API_BASE: '',
      PLATFORM_COUNTRY: 'US',
      PAYOUT_COUNTRIES: {},
      // Equals DATABASE_URL unless a connection pooler is configured.
      DATABASE_DIRECT_URL: LOCAL.DATABASE_URL,
      DATABASE_PREPARED: 'on',
    });
    expect(refusalOf({}).map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ]);
  });

  it('names statements behind a pooler only if DATABASE_PREPARED is on', () => {
    const pooled = { ...LOCAL, DATABASE_DIRECT_URL: 'postgres://marquee@127.0.0.1:5433/marquee' };
    expect(parseEnv(pooled).DATABASE_PREPARED).toBe('off');
    expect(parseEnv({ ...pooled, DATABASE_PREPARED: 'on' }).DATABASE_PREPARED).toBe('on');
    expect(parseEnv({ ...LOCAL, DATABASE_PREPARED: 'off' }).DATABASE_PREPARED).toBe('off');
  });

  it('lists all invalid variables in a single error', () => {
    const bad = {
      NODE_ENV: 'staging',
      ROLE: 'database',
      PORT: '70000',
      PUBLIC_URL: 'ftp://marquee.example',
      DATABASE_URL: 'mysql://x',
      DATABASE_DIRECT_URL: 'postgre://x',
      DATABASE_PREPARED: 'yes',
      DATABASE_POOL: '1',
      SESSION_SECRET: 'short',
      STRIPE_SECRET_KEY: '',
      STRIPE_PUBLISHABLE_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      STRIPE_API_BASE: 'stripe',
      STRIPE_JS_URL: 'javascript:alert(1)',
      SMTP_URL: 'http://mail',
      MAIL_FROM: 'm',
      OPERATOR_EMAIL: 'team',
      OIDC_ISSUER: 'id',
      OIDC_LABEL: 'x'.repeat(41),
      COMPANY_TIME_ZONE: '+02:00',
      RATE_LIMIT: 'no',
      TRUST_PROXY: 'yes',
      DRAIN_SECONDS: '1.5',
      OTEL_TRACES_SAMPLER_ARG: '2',
      LOG_LEVEL: 'loud',
      TIMING: '{"stripeMs":0}',
    };
    expect(refusalOf(bad).map((line) => line.split(':')[0])).toEqual(Object.keys(bad));
  });

  it('treats an empty variable as unset', () => {
    const names = Object.keys(parseEnv(LOCAL)).filter((name) => !(name in LOCAL));
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(names).toContain('OTEL_TRACES_SAMPLER_ARG');
    expect(parseEnv({ ...empty, ...LOCAL })).toEqual(parseEnv(LOCAL));
    expect(refusalOf({ ...PRODUCTION, SESSION_SECRET: '' })).toHaveLength(1);
  });

  it.each([['0x10'], [' 80 '], ['3e3'], ['-1'], ['65536'], ['80.5'], ['NaN']])('rejects %j as a port', (PORT) => {
    expect(refusalOf({ ...LOCAL, PORT })).toEqual([expect.stringMatching(/^PORT: must be/)]);
  });

  it('removes a trailing slash from the public URL', () => {
    expect(parseEnv({ ...LOCAL, PUBLIC_URL: 'http://127.0.0.1:4000/' }).PUBLIC_URL).toBe('http://127.0.0.1:4000');
    expect(parseEnv({ ...LOCAL, PORT: '4001' }).PUBLIC_URL).toBe('http://localhost:4001');
  });
});

describe('a server outside production mode', () => {
  const { NODE_ENV: _, ...LIVE } = PRODUCTION;

  it.each([
    ['a live secret key', { ...LIVE, PUBLIC_URL: 'http://localhost:3000' }],
    ['a restricted live key', { ...LIVE, STRIPE_SECRET_KEY: 'rk_live_1', PUBLIC_URL: undefined }],
    ['an https URL', { ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['an https URL in capital letters', { ...LIVE, PUBLIC_URL: 'HTTPS://marquee.example' }],
  ])('refuses development settings if it has %s', (_name, given) => {
    for (const NODE_ENV of [undefined, 'development', 'test']) {
      const lines = refusalOf({ ...given, NODE_ENV, SESSION_SECRET: undefined, RATE_LIMIT: 'off', CRASH_AT: 'x' });
      for (const name of ['SESSION_SECRET', 'RATE_LIMIT', 'CRASH_AT'])
        expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name}: .* in production \\(`)));
    }
  });

  it('switches to production mode if it has a live key and an https URL', () => {
    expect(parseEnv(LIVE).NODE_ENV).toBe('production');
    expect(parseEnv({ ...LIVE, NODE_ENV: 'development' }).NODE_ENV).toBe('production');
    expect(parseEnv(LOCAL).NODE_ENV).toBe('development');
  });
});

describe('the server configuration', () => {
  it.each([
    ['sk_live_1', 'pk_test_1'],
    ['rk_live_1', 'pk_test_1'],
    ['sk_test_1', 'pk_live_1'],
    ['sk_test_local', 'pk_live_1'],
  ])(
    'cannot combine the Stripe keys %s and %s, because one is a live key and the other a test key',
    (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY) => {
      for (const given of [LOCAL, PRODUCTION])
        expect(refusalOf({ ...given, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY })).toContain(
          'STRIPE_PUBLISHABLE_KEY: one of the two Stripe keys is a live key, the other is not',
        );
    },
  );
});

describe('a production server', () => {
  it.each([
    ['real settings', {}],
    ['a mail server that requires STARTTLS', { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' }],
    ['a mail server on this machine', { SMTP_URL: 'smtp://127.0.0.1:25' }],
    ['a restricted live key', { STRIPE_SECRET_KEY: 'rk_live_1' }],
    ['a bucket', S3],
    [
      'a bucket on this machine',
      { ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_PUBLIC_URL: 'http://localhost:9000' },
    ],
  ])('may start with %s', (_, change) => expect(refusalOf({ ...PRODUCTION, ...change })).toEqual([]));

  it.each([
    ['the default session secret', { SESSION_SECRET: undefined }, 'SESSION_SECRET'],
    ['the default factor secret', { FACTOR_SECRET: undefined }, 'FACTOR_SECRET'],
    ['a factor secret of one repeated letter', { FACTOR_SECRET: 's'.repeat(32) }, 'FACTOR_SECRET'],
    ['one secret for sessions and factors', { FACTOR_SECRET: '0123456789abcdef0123456789abcdef' }, 'FACTOR_SECRET'],
    ['a session secret of one repeated letter', { SESSION_SECRET: 's'.repeat(32) }, 'SESSION_SECRET'],
    [
      'a local Stripe key',
      { STRIPE_SECRET_KEY: 'sk_test_local', STRIPE_PUBLISHABLE_KEY: 'pk_test_local' },
      'STRIPE_SECRET_KEY',
    ],
    ['a local webhook secret', { STRIPE_WEBHOOK_SECRET: 'whsec_local' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a webhook secret in another format', { STRIPE_WEBHOOK_SECRET: 'x'.repeat(38) }, 'STRIPE_WEBHOOK_SECRET'],
    ['a short webhook secret', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
    ['the demo value of the former factor secret', { FACTOR_SECRET_OLD: DEMO_FACTOR_SECRET }, 'FACTOR_SECRET_OLD'],
    ['another Stripe server', { STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_API_BASE'],
    ['another Stripe.js URL', { STRIPE_JS_URL: 'http://127.0.0.1:1/stripe.js' }, 'STRIPE_JS_URL'],
    ['no mail server', { SMTP_URL: undefined }, 'SMTP_URL'],
    ['the local mailbox', { SMTP_URL: 'smtp://127.0.0.1:1?name=local-mailbox' }, 'SMTP_URL'],
    ['a mail server without TLS', { SMTP_URL: 'smtp://mail.example:587' }, 'SMTP_URL'],
    ['a mail server with optional TLS', { SMTP_URL: 'smtps://mail.example?secure=false' }, 'SMTP_URL'],
    [
      'a mail server with any certificate',
      { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' },
      'SMTP_URL',
    ],
    ['the default database password', { DATABASE_URL: 'postgres://m:marquee@db.example/m' }, 'DATABASE_URL'],
    [
      'the default database password, URL-encoded',
      { DATABASE_URL: 'postgres://m:%6darquee@db.example/m' },
      'DATABASE_URL',
    ],
    [
      'the default database password for a standby',
      { DATABASE_REPLICA_URL: 'postgres://m:marquee@db2/m' },
      'DATABASE_REPLICA_URL',
    ],
    [
      'the default database password behind a pooler',
      { DATABASE_DIRECT_URL: 'postgres://m:marquee@db3/m' },
      'DATABASE_DIRECT_URL',
    ],
    ['the default sender', { MAIL_FROM: undefined }, 'MAIL_FROM'],
    ['an OpenID provider without TLS', { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER'],
    ['a bucket without TLS', { ...S3, S3_ENDPOINT: 'http://10.0.0.1:9000' }, 'S3_ENDPOINT'],
    ['a picture URL without TLS', { ...S3, S3_PUBLIC_URL: 'http://localhost.example' }, 'S3_PUBLIC_URL'],
    ['disabled rate limits', { RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
    ['a crash point', { CRASH_AT: 'capture.after_stripe' }, 'CRASH_AT'],
    ['custom timings', { TIMING: '{"retryMs":200}' }, 'TIMING'],
    ['a public URL without TLS', { PUBLIC_URL: 'http://marquee.example' }, 'PUBLIC_URL'],
    ['a missing public URL', { PUBLIC_URL: undefined }, 'PUBLIC_URL'],
  ])('refuses to start with %s', (_, change, name) => {
    const lines = refusalOf({ ...PRODUCTION, ...change });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: .* in production$`));
  });

  it('lists all refused variables in a single error', () => {
    expect(refusalOf({ ...LOCAL, NODE_ENV: 'production', RATE_LIMIT: 'off', CRASH_AT: 'x' })).toHaveLength(9);
  });

  it('lists invalid variables together with those that production refuses', () => {
    const given = {
      ...PRODUCTION,
      PORT: 'x',
      DATABASE_URL: undefined,
      RATE_LIMIT: 'off',
      OIDC_ISSUER: 'https://id.example',
    };
    expect(refusalOf(given)).toEqual([
      'PORT: must be a whole number',
      'DATABASE_URL: is needed',
      'RATE_LIMIT: must not be off in production',
      'OIDC_CLIENT_ID: is needed with OIDC_ISSUER',
    ]);
  });

  it('calls a variable without a value missing, and not a demo value', () => {
    for (const name of ['SESSION_SECRET', 'FACTOR_SECRET', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'])
      expect(refusalOf({ ...PRODUCTION, [name]: '' })).toEqual([`${name}: is needed in production`]);
    expect(refusalOf({ ...PRODUCTION, FACTOR_SECRET: DEMO_FACTOR_SECRET })).toEqual([
      'FACTOR_SECRET: must not be the demo value in production',
    ]);
  });

  it.each([
    ['TRUST_PAGE', 'yes', /^TRUST_PAGE: /],
    ['PLATFORM_COUNTRY', 'Portugal', 'PLATFORM_COUNTRY: Please choose a country'],
    ['PAYOUT_COUNTRIES', '{', 'PAYOUT_COUNTRIES: must be JSON'],
    ['PAYOUT_COUNTRIES', '{"TW":{"agreement":"both"}}', /^PAYOUT_COUNTRIES\.TW\.agreement: /],
    ['PAYOUT_COUNTRIES', '{"XX":null}', /^PAYOUT_COUNTRIES\.XX: /],
  ])('refuses %s=%s, which is invalid in every mode', (name, value, line) => {
    expect(refusalOf({ ...LOCAL, [name]: value })).toEqual([
      typeof line === 'string' ? line : expect.stringMatching(line),
    ]);
  });
});

describe('a rehearsal', () => {
  const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  const { NODE_ENV: _, ...REHEARSAL } = { ...PRODUCTION, ...TEST_KEYS, PLATFORM_MODE: 'rehearsal' };

  it("applies the rules of production with Stripe's test mode", () => {
    expect(parseEnv(REHEARSAL).NODE_ENV).toBe('production');
    expect(refusalOf({ ...REHEARSAL, SESSION_SECRET: undefined, RATE_LIMIT: 'off' })).toHaveLength(2);
  });

  it('may use another server in place of Stripe', () => {
    const standIn = {
      ...LOCAL,
      STRIPE_API_BASE: 'http://127.0.0.1:4242',
      STRIPE_JS_URL: 'http://127.0.0.1:4242/stripe.js',
    };
    expect(refusalOf({ ...REHEARSAL, ...standIn })).toEqual([]);
  });

  it('refuses live keys, which move real money', () => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = PRODUCTION;
    expect(refusalOf({ ...REHEARSAL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY })).toEqual([
      'STRIPE_SECRET_KEY: a live key needs PLATFORM_MODE=live in production',
    ]);
  });
});
