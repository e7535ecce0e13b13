import { createTRPCClient, httpLink } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { AppRouter } from '@marquee/api/router';
import { getErrorMessage, isOlderServerError, isOutdatedPageError } from './errors.ts';

afterEach(() => vi.unstubAllEnvs());

/** Returns the error of a call that the server, or a proxy in front of it, answers with `answer`. */
async function failWith(answer: () => Promise<Response>): Promise<unknown> {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: 'http://marquee.test/trpc', fetch: answer })] });
  return client.auth.session.query().then(
    () => undefined,
    (error: unknown) => error,
  );
}

const refuse = (data: object, message = 'Something went wrong') =>
  failWith(() => Promise.resolve(Response.json({ error: { message, code: -32603, data } }, { status: 500 })));

const UNREACHED = 'Failed to save package. The server could not be reached. Please try again.';

it('asks the user to try again after an error of the server without a code', async () => {
  const error = await refuse({ code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, failure: null });
  expect(getErrorMessage(error, 'Failed to save package')).toBe('Failed to save package. Please try again.');
  expect(getErrorMessage(error)).toBe('Please try again.');
});

it('names the reference of an error, by which staff find it', async () => {
  const error = await refuse({ code: 'INTERNAL_SERVER_ERROR', failure: null, reference: 'ABCD-2345' });
  expect(getErrorMessage(error, 'Failed to save package')).toBe(
    'Failed to save package. Please try again. Reference: ABCD-2345',
  );
});

it('says that the server could not be reached if the request was aborted', async () => {
  const error = await failWith(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(getErrorMessage(error, 'Failed to save package')).toBe(UNREACHED);
});

it('says that the server could not be reached if a proxy answers in its place', async () => {
  const page = '<h1>Bad Gateway</h1>';
  const error = await failWith(() =>
    Promise.resolve(new Response(page, { status: 502, headers: { 'content-type': 'text/html' } })),
  );
  expect(getErrorMessage(error, 'Failed to save package')).toBe(UNREACHED);
});

it('shows the message of an error with a code, and of invalid input, without advice', async () => {
  const refused = await refuse({ code: 'CONFLICT', failure: 'NAME_TAKEN' }, 'This name is taken.');
  expect(getErrorMessage(refused, 'Failed to save package')).toBe('This name is taken.');
  const invalid = await refuse({ code: 'BAD_REQUEST', failure: null }, 'Price must be a number');
  expect(getErrorMessage(invalid, 'Failed to save package')).toBe('Price must be a number');
});

it.each([
  ['an older server with this failure', 'PAGE_OUTDATED', '1.0.9', { isOutdated: true, isOlder: true }],
  ['a server of version 1.0.0', null, undefined, { isOutdated: false, isOlder: true }],
  ['a server of the same version', 'PAGE_OUTDATED', '1.10.0', { isOutdated: true, isOlder: false }],
  ['a newer server', 'PAGE_OUTDATED', '1.11.0', { isOutdated: true, isOlder: false }],
  [
    'a server that does not have the requested object',
    'BOOKING_NOT_FOUND',
    undefined,
    { isOutdated: false, isOlder: false },
  ],
])('tells an unknown procedure of %s from other errors', async (_name, failure, version, expected) => {
  vi.stubEnv('MARQUEE_VERSION', '1.10.0');
  const error = await refuse({ code: 'NOT_FOUND', failure, version });
  expect({ isOutdated: isOutdatedPageError(error), isOlder: isOlderServerError(error) }).toEqual(expected);
});
