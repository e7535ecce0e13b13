import { afterEach, expect, it, vi } from 'vitest';
import { createScope, setScopeFinder } from '../trpc.ts';
import { readFromApi, writeToApi } from './http.ts';

const scope = createScope([], '', '');
setScopeFinder(() => scope);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/**
 * Uploads the same file twice, with a server that responds with `status`. Returns the idempotency keys of both
 * requests.
 */
async function keysOfTwo(address: string, status: number): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return Promise.resolve(Response.json({ message: 'No' }, { status }));
  });
  for (let i = 0; i < 2; i += 1)
    await writeToApi(address, { method: 'POST', headers: { 'content-type': 'image/png' } }).catch(() => undefined);
  return keys;
}

it('reuses the idempotency key of a repeated upload after an internal server error, but not after a refusal', async () => {
  const [failed, again] = await keysOfTwo('/api/uploads/failed', 500);
  expect(failed).toBeTruthy();
  expect(again).toBe(failed);
  const [refusedKey, newKey] = await keysOfTwo('/api/uploads/refused', 400);
  expect(refusedKey).toBeTruthy();
  expect(newKey).not.toBe(refusedKey);
});

it('reuses the idempotency key of a repeated upload if the connection was lost during the response', async () => {
  vi.useFakeTimers();
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    return Promise.resolve(new Response(cut));
  });
  for (let i = 0; i < 2; i += 1) {
    await expect(writeToApi('/api/uploads/cut', { method: 'POST' })).rejects.toThrow('network error');
    vi.advanceTimersByTime(5_000);
  }
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it('sends a read request without an idempotency key', async () => {
  const sentHeaders: Headers[] = [];
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    sentHeaders.push(new Headers(init?.headers));
    return Promise.resolve(new Response('file'));
  });
  await readFromApi('/api/receipts/1.pdf');
  expect(sentHeaders.map((headers) => headers.has('idempotency-key'))).toEqual([false]);
});
