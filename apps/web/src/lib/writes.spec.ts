import type { AppRouter } from '@marquee/api/router';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { getErrorMessage } from './errors.ts';
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

const save = () => createTRPCClient<AppRouter>({ links: createTabLinks('') }).savedItems.createList;

it('combines two identical mutations at the same time into one request, and gives both callers its response', async () => {
  const requests = serve(200, { result: { data: { id: '1' } } });
  const list = save();
  const answers = await Promise.all([list.mutate({ name: 'Spring' }), list.mutate({ name: 'Spring' })]);
  expect(answers).toEqual([{ id: '1' }, { id: '1' }]);
  expect(requests).toHaveLength(1);
});

it('gives both callers the error if a combined mutation is refused', async () => {
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

it('reuses the idempotency key of a repeated mutation after an internal server error, but not after a refusal', async () => {
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

it('reuses the idempotency key of a repeated mutation for one minute after the first response was lost', async () => {
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

it('gives a repeated mutation a new idempotency key if a different mutation has succeeded in between, but not if it was refused', async () => {
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

it('gives a repeated mutation a new idempotency key one second after the first one succeeded', async () => {
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

it('completes a mutation although an identical mutation at the same time is aborted', async () => {
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

it('repeats a call with the same idempotency key while the server cannot reach its database', async () => {
  vi.useFakeTimers();
  const away = {
    message: 'Away',
    code: -32_603,
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, failure: 'DATABASE_AWAY', reference: '7K3M-9QXT' },
  };
  const requests: Request[] = [];
  let refusals = 2;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(new Request(new URL(url, 'http://marquee.test'), init));
    const isAway = refusals > 0;
    refusals -= 1;
    return Promise.resolve(
      isAway ? Response.json({ error: away }, { status: 503 }) : Response.json({ result: { data: { id: '1' } } }),
    );
  });
  const list = save();
  const saved = list.mutate({ name: 'Outage' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await saved).toEqual({ id: '1' });
  expect(requests).toHaveLength(3);
  expect(new Set(keysOf(requests)).size).toBe(1);

  refusals = 99;
  const refusedCall = list.mutate({ name: 'Long outage' }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  const error = await refusedCall;
  expect(getErrorMessage(error, 'Failed')).toBe('Away Reference: 7K3M-9QXT');
  expect(requests).toHaveLength(7);
  // The user presses the button again, and the server may have executed the first request.
  refusals = 0;
  await list.mutate({ name: 'Long outage' });
  expect(new Set(keysOf(requests.slice(3))).size).toBe(1);
});

it('repeats a read while the server cannot reach its database, but not after another error', async () => {
  vi.useFakeTimers();
  const answer = (code: string, failure: string | null) => [
    { error: { message: 'No', code: -32_603, data: { code, failure } } },
  ];
  const client = createTRPCClient<AppRouter>({ links: createTabLinks('') });
  const countRequests = async (body: unknown) => {
    const requests = serve(500, body);
    const reading = client.payments.config.query().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    await reading;
    return requests.length;
  };
  expect(await countRequests(answer('SERVICE_UNAVAILABLE', 'DATABASE_AWAY'))).toBe(4);
  expect(await countRequests(answer('INTERNAL_SERVER_ERROR', null))).toBe(1);
});
