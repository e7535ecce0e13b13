import type { AppRouter } from '@marquee/api/router';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { linksOfTab } from './writes.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers every request with `status` and `body`, and returns the requests. */
function serve(status: number, body: unknown): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(new Request(new URL(url, 'http://marquee.test'), init));
    return Promise.resolve(Response.json(body, { status }));
  });
  return requests;
}

const save = () => createTRPCClient<AppRouter>({ links: linksOfTab() }).saved.createList;

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
