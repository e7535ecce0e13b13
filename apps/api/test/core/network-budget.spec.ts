/** Tests the budgets that limit how much server time one network can use. */
import { describe, expect, it } from 'vitest';
import { trySpendNetworkBudget } from '../../src/core/network-budget.ts';
import { newBrand } from '../../src/demo/builders.ts';
import { UNKNOWN_ID } from '../support/responses.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

const toUrl = (path: string, isBatch: boolean) =>
  isBatch
    ? `/trpc/${Array.from({ length: 10 }, () => path).join()}?batch=1&input=${encodeURIComponent(
        JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, {}]))),
      )}`
    : `/trpc/${path}?input={}`;
const search = (from: string, isBatch = false) =>
  stack.app.inject({
    method: 'GET',
    url: toUrl('discovery.search', isBatch),
    headers: { 'x-forwarded-for': from },
  });

/** The cost of ten searches of 6 ms each (discovery.router.ts). */
const TEN_SEARCHES_MS = 60;

/**
 * Uses up the budget of a network except for ten searches, and sends searches until one is refused. Returns how many
 * were answered, and the refusal.
 */
async function searchUntilRefused(from: string, isBatch = false) {
  await trySpendNetworkBudget(stack.deps, from, 3_000 - TEN_SEARCHES_MS);
  for (let answered = 0; answered < 1_000; answered++) {
    const response = await search(from, isBatch);
    if (response.statusCode !== 200) return { answered, response };
  }
  throw new Error('No search was refused');
}

describe('the budget for public reads', () => {
  it('refuses a network that has used 3 s of server time within 10 s, and says when to try again', async () => {
    const { answered, response } = await searchUntilRefused('198.51.100.1');
    expect(answered).toBe(10);
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect(response.json()).toMatchObject({
      error: {
        message: 'There are too many requests from your network. Please wait a few seconds and try again.',
        data: { failure: 'NETWORK_BUSY' },
      },
    });
    expect((await search('198.51.100.2')).statusCode).toBe(200);
  });

  it('charges each call of a batch', async () => {
    const { answered, response } = await searchUntilRefused('198.51.100.3', true);
    expect(answered).toBe(1);
    expect(response.headers['retry-after']).toBeDefined();
  });

  it('counts the addresses of an IPv6 customer as one network', async () => {
    await searchUntilRefused('2001:db8:1:2::1', true);
    expect((await search('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await search('2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('does not limit calls that declare no cost', async () => {
    await searchUntilRefused('198.51.100.4', true);
    const response = await stack.app.inject({
      method: 'GET',
      url: '/trpc/auth.session',
      headers: { 'x-forwarded-for': '198.51.100.4' },
    });
    expect(response.statusCode).toBe(200);
  });
});

describe('the budget for documents', () => {
  const download = async (email: string, from: string, count: number) => {
    const browser = await stack.asBrowser({ email });
    const statuses: number[] = [];
    for (let at = 0; at < count; at++) {
      const response = await browser('GET', `/api/receipts/${UNKNOWN_ID}.pdf`, undefined, { 'x-forwarded-for': from });
      statuses.push(response.statusCode);
      if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    return statuses;
  };

  it('allows an account 30 documents a minute', async () => {
    const { email } = await newBrand(stack.deps);
    expect(await download(email, '198.51.100.5', 31)).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  });

  it('allows all accounts of a network together 90 documents a minute', async () => {
    const brands = await Promise.all(Array.from({ length: 4 }, () => newBrand(stack.deps)));
    for (const { email } of brands.slice(0, 3)) expect(await download(email, '198.51.100.6', 30)).not.toContain(429);
    expect(await download(brands[3]?.email ?? '', '198.51.100.6', 1)).toEqual([429]);
  });
});
