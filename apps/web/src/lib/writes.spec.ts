import type { AppRouter } from '@marquee/api/router';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { createTabLinks } from './writes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers every request with `status` and `body`, and returns the requests. */
function serve(status: number, body: unknown): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(new Request(new URL(url, 'http://marquee.test'), init));
    return Promise.resolve(Response.json(body, { status }));
  });
  return requests;
}

const save = () => createTRPCClient<AppRouter>({ links: createTabLinks() }).savedItems.createList;

it('sends two identical writes once and gives both callers the answer', async () => {
  const requests = serve(200, { result: { data: { id: '1' } } });
  const list = save();
  const answers = await Promise.all([list.mutate({ name: 'Spring' }), list.mutate({ name: 'Spring' })]);
  expect(answers).toEqual([{ id: '1' }, { id: '1' }]);
  expect(requests).toHaveLength(1);
});

it('gives both callers of a refused write the error', async () => {
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

it('repeats a write with the same key after an internal error, and with another one after a refusal', async () => {
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

it('repeats a write with the same key for a minute after its answer was lost, and then with another one', async () => {
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

it('repeats a write with another key once another write has succeeded, but not after a refused one', async () => {
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

it('repeats a write with another key a second after it succeeded', async () => {
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

it('answers a write whose twin was aborted', async () => {
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
