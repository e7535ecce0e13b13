/** Tests writes from a page that was rendered for a different account than the one signed in now. */
import type { SessionUser } from '../../src/core/ctx.ts';
import { getFilePartPath } from '@marquee/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, newBrand, newCreator } from '../../src/demo/builders.ts';
import { PROCEDURES_BY_PATH } from '../../src/demo/procedures.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();
let people: SessionUser[];
let browsers: TestBrowser[];
let visitor: TestBrowser;
beforeAll(async () => {
  people = [await newCreator(stack.deps), await newBrand(stack.deps), await newAdmin(stack.deps)];
  browsers = await Promise.all(people.map((user) => stack.asBrowser(user)));
  visitor = await stack.asBrowser(null);
});

const mutations = [...PROCEDURES_BY_PATH].filter(([, { type }]) => type === 'mutation').map(([path]) => path);

/** Mutations that do not require an account. */
const PUBLIC = new Set([
  'guestReviews.confirm',
  'guestReviews.open',
  'guestReviews.requestCode',
  'guestReviews.review',
  'workspaces.invitation',
  'workspaces.join',
  'workspaces.requestCode',
  'auth.beginPasskeySignIn',
  'auth.beginSignIn',
  'auth.checkResetLink',
  'auth.completeSignIn',
  'auth.completeWelcome',
  'auth.confirmEmail',
  'auth.forgotPassword',
  'auth.register',
  'auth.resetPassword',
  'recovery.beginPasskey',
  'recovery.checkLink',
  'recovery.secureAccount',
  'auth.signIn',
  'auth.signInWithPasskey',
  'auth.signOut',
  'profiles.recordView',
  'reports.appeal',
  'reports.decision',
  'savedItems.unsubscribe',
  'support.contact',
  'support.thread',
  'support.reply',
]);

async function failureOf(browser: TestBrowser, path: string, pageUser: string | undefined): Promise<string | null> {
  const headers = pageUser === undefined ? {} : { 'x-marquee-user': pageUser };
  const answer = await browser('POST', `/trpc/${path}`, { id: 'no-id' }, headers);
  const { error } = answer.json<{ error?: { data: { failure: string | null } } }>();
  return error?.data.failure ?? null;
}

describe.each(mutations)('%s', (path) => {
  it('is refused from a page that was rendered for another user or for a visitor', async () => {
    const [creator, brand] = people as [SessionUser, SessionUser];
    for (const [at, browser] of browsers.entries()) {
      const other = at === 0 ? brand : creator;
      expect(await failureOf(browser, path, other.id)).toBe('ACCOUNT_CHANGED');
      expect(await failureOf(browser, path, 'nobody')).toBe('ACCOUNT_CHANGED');
    }
  });

  it('responds to a page whose user has signed out as it does to a visitor’s page', async () => {
    const ofVisitor = await failureOf(visitor, path, undefined);
    expect(await failureOf(visitor, path, people[0]?.id)).toBe(ofVisitor);
    expect(ofVisitor === 'SIGNED_OUT').toBe(!PUBLIC.has(path));
  });
});

it('performs mutations from pages of the signed-in user and without the x-marquee-user header', async () => {
  const [creator] = people as [SessionUser];
  const browser = await stack.asBrowser(creator);
  const write = (pageUser?: string) =>
    browser(
      'POST',
      '/trpc/profiles.saveLinks',
      { links: [] },
      pageUser === undefined ? {} : { 'x-marquee-user': pageUser },
    );
  expect((await write(creator.id)).statusCode).toBe(200);
  expect((await write()).statusCode).toBe(200);
  expect((await write('nobody')).statusCode).toBe(412);
});

it('performs queries from a page that was rendered for another user', async () => {
  const [creator, brand] = people as [SessionUser, SessionUser];
  const browser = await stack.asBrowser(creator);
  const answer = await browser('GET', '/trpc/auth.session', undefined, { 'x-marquee-user': brand.id });
  expect(answer.statusCode).toBe(200);
});

it('refuses REST writes and uploads from a page that was rendered for another user', async () => {
  const [creator, brand] = people as [SessionUser, SessionUser];
  const browser = await stack.asBrowser(creator);
  const headers = { 'x-marquee-user': brand.id };
  const bytes = { ...headers, 'content-type': 'application/octet-stream' };
  const answers = [
    await browser('POST', '/api/packages', { name: 'x' }, headers),
    await browser('POST', '/api/uploads/portrait', Buffer.alloc(4), bytes),
    await browser('POST', '/api/uploads/portfolio', Buffer.alloc(4), bytes),
    await browser('POST', '/api/uploads/follower-proof?platform=tiktok', Buffer.alloc(4), bytes),
    await browser('POST', '/api/uploads/client-logo', Buffer.alloc(4), bytes),
    await browser('PUT', getFilePartPath('00000000-0000-4000-8000-000000000000', 0), Buffer.alloc(4), bytes),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([412, 412, 412, 412, 412, 412]);
  expect(answers[0]?.json<{ error: string }>().error).toBe(
    'You are now signed in with a different account, so nothing was saved. Reload the page to continue.',
  );
});

it('checks a sign-in as usual on a page whose session has ended', async () => {
  const [creator] = people as [SessionUser];
  const answer = await (
    await stack.asBrowser(null)
  )(
    'POST',
    '/trpc/auth.signIn',
    { email: creator.email, password: 'not the password' },
    { 'x-marquee-user': creator.id },
  );
  expect(answer.json<{ error: { data: { failure: string } } }>().error.data.failure).toBe('CREDENTIALS_WRONG');
});

it('does not let a page that was rendered for another user sign out the signed-in user', async () => {
  const [creator, brand] = people as [SessionUser, SessionUser];
  const browser = await stack.asBrowser(brand);
  await browser('POST', '/trpc/auth.signOut', {}, { 'x-marquee-user': creator.id });
  expect((await browser('GET', '/api/auth/me')).statusCode).toBe(200);
});
