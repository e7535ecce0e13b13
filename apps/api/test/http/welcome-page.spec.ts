/** Tests the page between a sign-in at a provider and the new account. It shows the user's name and email address. */
import { dirname, join } from 'node:path';
import { buildWeb } from '@marquee/tools/build';
import { beforeAll, expect, it } from 'vitest';
import { createEmailAddress, signInThroughProvider, useAccounts } from '../support/accounts.ts';

const WEB_DIR = join(dirname(import.meta.dirname), '../../web/dist');
beforeAll(async () => {
  await buildWeb(() => undefined, new AbortController().signal);
});

const { nobody } = useAccounts({ WEB_DIR });

it('does not cache the welcome page after a first OpenID sign-in and shows users only their own data, even if several load it at the same moment', async () => {
  const people = await Promise.all(
    ['Alice Able', 'Bob Best'].map(async (name) => {
      const browser = await nobody();
      const email = createEmailAddress();
      expect(await signInThroughProvider(browser, { name, email })).toBe('/welcome');
      return { browser, email };
    }),
  );
  const stranger = await nobody();
  for (let round = 0; round < 3; round++) {
    const [refused, ...pages] = await Promise.all([
      stranger('GET', '/welcome'),
      ...people.map(async ({ browser }) => browser('GET', '/welcome')),
    ]);
    expect([refused.statusCode, refused.headers['location']]).toEqual([302, '/auth?problem=expired']);
    for (const [at, page] of pages.entries()) {
      expect([page.statusCode, page.headers['cache-control'], page.headers['etag']]).toEqual([
        200,
        'no-store',
        undefined,
      ]);
      for (const [whose, { email }] of people.entries()) expect(page.body.includes(email)).toBe(whose === at);
    }
  }
});
