import { PAGE_USER_HEADER } from '@marquee/contracts';
import { afterEach, expect, it, vi } from 'vitest';

const USER = { id: 'f4b7c0de-0000-4000-8000-000000000001', fullName: 'Maya' };

afterEach(() => vi.unstubAllGlobals());

/** Loads the app's modules as a new tab would. Returns them and the headers of all requests that they send. */
async function newTab() {
  vi.resetModules();
  const sentHeaders: Headers[] = [];
  vi.stubGlobal('location', { origin: 'http://marquee.test' });
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sentHeaders.push(new Headers(init.headers));
    return Promise.resolve(Response.json({ result: { data: null } }));
  });
  const { queryUtils, trpcClient } = await import('./trpc.ts');
  const { rememberPageUser } = await import('./session.ts');
  const { applyHandover } = await import('./ssr/handover.ts');
  const write = async () => {
    await trpcClient.notifications.markAllRead.mutate();
    return sentHeaders.at(-1)?.get(PAGE_USER_HEADER) ?? null;
  };
  return { queryUtils, rememberPageUser, applyHandover, write };
}

it('sends mutations without a user id if the session check has failed, and with the user id once it has succeeded', async () => {
  const { queryUtils, rememberPageUser, write } = await newTab();
  rememberPageUser();
  expect(await write()).toBeNull();
  queryUtils.auth.session.setData(undefined, USER as never);
  rememberPageUser();
  expect(await write()).toBe(USER.id);
});

it('sends mutations with the user id of a server-rendered page as soon as the page’s data is loaded', async () => {
  const { queryUtils, applyHandover, write } = await newTab();
  queryUtils.auth.session.setData(undefined, USER as never);
  const { dehydrate } = await import('@tanstack/react-query');
  const { getScope } = await import('./trpc.ts');
  const handover = { origin: 'http://marquee.test', cache: dehydrate(getScope().queryClient) };
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(handover) }) });
  applyHandover();
  expect(await write()).toBe(USER.id);
});
