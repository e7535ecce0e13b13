import type { AppRouter } from '@marquee/api/router';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { createTabLinks } from './writes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Responds to every request with `status` and `body`. Returns the array to which the requests are added. */
function serve(status: number, body: unknown): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(new Request(new URL(url, 'http://marquee.test'), init));
    return Promise.resolve(Response.json(body, { status }));
  });
  return requests;
}

const save = () => createTRPCClient<AppRouter>({ links: createTabLinks() }).savedItems.createList;

it('two identical mutations at the same time are combined into one request, and both callers get its response', async () => {
  const requests = serve(200, { result: { data: { id: '1' } } });
  const list = save();
  const answers = await Promise.all([list.mutate({ name: 'Spring' }), list.mutate({ name: 'Spring' })]);
  expect(answers).toEqual([{ id: '1' }, { id: '1' }]);
  expect(requests).toHaveLength(1);
});

it('both callers get the error if a combined mutation is refused', async () => {
  const error = { message: 'Too many lists', code: -32_600, data: { code: 'BAD_REQUEST', failure: null } };
  const requests = serve(400, { error });
  const list = save();
  const answers = await Promise.allSettled([list.mutate({ name: 'Autumn' }), list.mutate({ name: 'Autumn' })]);
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof TRPCClientError)).toEqual([
    true,
    true,
  ]);
  expect(requests).toHaveLength(1);
});

it('a repeated mutation reuses the idempotency key after an internal server error, but not after a refusal', async () => {
  const keyAfter = async (code: string, name: string) => {
    const requests = serve(500, { error: { message: 'No', code: -32_603, data: { code, failure: null } } });
    const list = save();
    await list.mutate({ name }).catch(() => undefined);
    await list.mutate({ name }).catch(() => undefined);
    const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBeTruthy();
    return second === first;
  };
  expect(await keyAfter('INTERNAL_SERVER_ERROR', 'Summer')).toBe(true);
  expect(await keyAfter('BAD_REQUEST', 'Winter')).toBe(false);
});

const keysOf = (requests: Request[]) => requests.map(({ headers }) => headers.get('idempotency-key'));

it('a repeated mutation reuses the idempotency key for one minute after the first response was lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(new Request(new URL(url, 'http://marquee.test'), init));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const list = save();
  for (const pause of [0, 59_000, 61_000]) {
    vi.advanceTimersByTime(pause);
    await expect(list.mutate({ name: 'Lost' })).rejects.toThrow('Failed to fetch');
  }
  const [first, soon, late] = keysOf(requests);
  expect(first).toBeTruthy();
  expect(soon).toBe(first);
  expect(late).not.toBe(first);
});

it('a repeated mutation gets a new idempotency key if a different mutation has succeeded in between, but not if it was refused', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const list = save();
  const send = async (name: string, status = 200) => {
    const error = { message: 'No', code: -32_600, data: { code: 'BAD_REQUEST', failure: null } };
    const requests = serve(status, status === 200 ? { result: { data: { id: '1' } } } : { error });
    await list.mutate({ name }).catch(() => undefined);
    return keysOf(requests)[0];
  };
  const first = await send('Again');
  await send('Other', 400);
  expect(await send('Again')).toBe(first);
  await send('Other');
  expect(await send('Again')).not.toBe(first);
});

it('a repeated mutation gets a new idempotency key one second after the first one succeeded', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const requests = serve(200, { result: { data: { id: '1' } } });
  const list = save();
  for (const pause of [0, 900, 1_100]) {
    vi.advanceTimersByTime(pause);
    await list.mutate({ name: 'Twice' });
  }
  const [first, soon, late] = keysOf(requests);
  expect(soon).toBe(first);
  expect(late).not.toBe(first);
});

it('a mutation succeeds although an identical mutation at the same time is aborted', async () => {
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    signal?.throwIfAborted();
    return Response.json({ result: { data: { id: '1' } } });
  });
  const list = save();
  const [stop, stay] = [new AbortController(), new AbortController()];
  const twins = [stop, stay].map(({ signal }) => list.mutate({ name: 'File' }, { signal }));
  stop.abort();
  const [aborted, answered] = await Promise.allSettled(twins);
  expect(aborted?.status).toBe('rejected');
  expect(answered).toEqual({ status: 'fulfilled', value: { id: '1' } });
});
