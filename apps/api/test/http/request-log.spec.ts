/** Tests the log lines of requests and jobs, and the reference of an error. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeError, openLog, summarizeError } from '../../src/config/log.ts';
import { VERSION } from '../../src/config/version.ts';
import { createRequestId } from '../../src/core/request-id.ts';
import { newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({}, { log: 'info' });

interface Line {
  level: number;
  msg: string;
  requestId?: string;
  [field: string]: unknown;
}

const readLines = () => stack.logged.map((line) => JSON.parse(line) as Line);
const linesOf = (requestId: unknown) => readLines().filter((line) => line.requestId === requestId);

it('writes one log line for each request, with its user, procedures, duration and outcome', async () => {
  const brand = await newBrand(stack.deps);
  const { id } = await newPackage(stack.deps, await newCreator(stack.deps));
  const user = await stack.asBrowser(brand);
  const input = encodeURIComponent(JSON.stringify({ 0: { id }, 1: { id: 'none' } }));
  const batch = await user('GET', `/trpc/packages.byId,packages.byId?batch=1&input=${input}`);
  expect(linesOf(batch.headers['x-request-id'])).toMatchObject([
    {
      level: 30,
      user: brand.id,
      method: 'GET',
      route: '/trpc/:path',
      calls: expect.arrayContaining([
        expect.objectContaining({ procedure: 'packages.byId', outcome: 'refused' }),
        expect.objectContaining({ procedure: 'packages.byId', outcome: 'ok' }),
      ]) as unknown,
      status: 207,
      outcome: 'ok',
    },
  ]);
  const rest = await user('GET', `/api/packages/${id}`);
  expect(linesOf(rest.headers['x-request-id'])).toMatchObject([
    { user: brand.id, route: '/api/packages/:id', calls: [{ procedure: 'packages.byId' }], status: 200, outcome: 'ok' },
  ]);
  const missing = await stack.app.inject('/nothing');
  expect(linesOf(missing.headers['x-request-id'])).toMatchObject([{ user: null, status: 404, outcome: 'refused' }]);
});

it('gives an unexpected error a reference, which leads to the only line of the request with the error', async () => {
  const { id } = await newPackage(stack.deps, await newCreator(stack.deps));
  await sql`alter table package rename to hidden_package`.execute(stack.deps.db);
  try {
    const query = encodeURIComponent(JSON.stringify({ id }));
    for (const url of [`/trpc/packages.byId?input=${query}`, `/api/packages/${id}`]) {
      const response = await stack.app.inject(url);
      expect(response.statusCode).toBe(500);
      const reference = response.headers['x-request-id'];
      if (url.startsWith('/trpc')) expect(response.json()).toMatchObject({ error: { data: { reference } } });
      expect(linesOf(reference)).toMatchObject([
        { level: 50, version: VERSION, status: 500, outcome: 'failed', err: { type: 'error', code: '42P01' } },
      ]);
    }
  } finally {
    await sql`alter table hidden_package rename to package`.execute(stack.deps.db);
  }
});

it('writes one log line for each job, with its name, attempt, duration and outcome, but without its payload', async () => {
  const brand = await newBrand(stack.deps);
  stack.logged.length = 0;
  await stack.as(null).auth.forgotPassword({ email: brand.email });
  await stack.idle();
  const jobs = readLines().filter(({ job }) => job === 'auth.forgot_password');
  expect(jobs).toMatchObject([{ msg: 'job', attempts: 1, outcome: 'ok' }]);
  expect(jobs[0]?.['ms']).toEqual(expect.any(Number));
  expect(stack.logged.join('')).not.toContain(brand.email);
});

it('does not log a field that is not listed', () => {
  const lines: string[] = [];
  const log = openLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) });
  log.info({ bookingId: 'b1', password: 'otters', session: { token: 'otters' } }, 'done');
  expect(lines.join('')).toContain('"bookingId":"b1"');
  expect(lines.join('')).not.toContain('otters');
});

it('describes an error without values of users', () => {
  const secret = 'ada.lovelace@example.test';
  const messages = [
    `invalid input syntax for type uuid: "${secret}"`,
    `Mailbox of ${secret} is full`,
    `getaddrinfo ENOTFOUND https://${secret}/path`,
    'No such token: tok_1A2b3C4d5E6f7G',
  ];
  for (const message of messages) {
    const error = Object.assign(new Error(message, { cause: new Error(message) }), { detail: secret, code: '22P02' });
    const text = JSON.stringify(describeError(error)) + summarizeError(error);
    expect(text).not.toContain('lovelace');
    expect(text).not.toContain('1A2b3C');
    expect(text).toContain('22P02');
    expect(text).toContain('request-log.spec.ts');
  }
  expect(describeError(secret)).toEqual({ type: 'string', message: 'not an Error' });
});

it('leaves out characters from request ids that are easy to confuse', () => {
  const ids = Array.from({ length: 2_000 }, createRequestId);
  for (const id of ids) expect(id).toMatch(/^[2-9CDFGHJKMNPQRTVWXY]{4}-[2-9CDFGHJKMNPQRTVWXY]{4}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.join('')).not.toMatch(/[01ABEILOSUZ]/);
});
