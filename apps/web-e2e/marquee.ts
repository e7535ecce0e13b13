/**
 * The test with what every journey needs: the address, people who are signed in, and a console that must stay silent.
 */
import {
  expect,
  test as base,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';

export { expect } from '@playwright/test';

/** Somebody who is signed in; `request` makes the documented calls. */
export interface TestAccount {
  request: APIRequestContext;
  id: string;
  email: string;
  username: string;
  fullName: string;
}

export interface TestPerson extends TestAccount {
  page: Page;
}

interface TestFixtures {
  /** Registers a creator and opens a signed-in page for it. */
  creator: TestPerson;
  brand: TestPerson;
  /** Messages of the console that nobody expected; checked after each test. */
  consoleErrors: string[];
}

/**
 * Tags a test that `npm test` leaves to `npm run test:deep`: it walks through many screens that other tests open too,
 * or goes one more way through a rule that is tested below the browser.
 */
export const DEEP_TAG = { tag: '@deep' };
/** Whether this is the deep run, in which tables are gone through in full. */
export const isDeep = process.env['DEEP'] === '1';

export const E2E_PASSWORD = 'a-sound-enough-password';
/** Everybody's in the demo data. */
export const DEMO_PASSWORD = 'marquee-demo-2026';
let counter = 0;

export const test = base.extend<TestFixtures>({
  // The address is known once the product runs.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  baseURL: async ({}, use) => use(process.env['MARQUEE_URL'] ?? ''),

  consoleErrors: [
    async ({ browser, context }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpectedConsoleMessage(message.text())) errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use(errors);
      // Nobody else's pages go on working beside the next test.
      const others = browser.contexts().filter((each) => each !== context);
      await Promise.all(others.map((each) => each.close()));
      expect(errors, 'the console must stay silent').toEqual([]);
    },
    { auto: true },
  ],

  creator: async ({ browser, baseURL }, use) => use(await newPerson(browser, baseURL ?? '', 'influencer', 'Maya Berg')),
  brand: async ({ browser, baseURL }, use) => use(await newPerson(browser, baseURL ?? '', 'brand', 'Fjord Coffee')),
});

/** The browser itself notes every refused request; the product shows them to the person. */
const isExpectedConsoleMessage = (text: string) => /the server responded with a status of 4\d\d/.test(text);

/** Registers and signs in through the documented calls; the screens for that have tests of their own. */
export async function newPerson(
  browser: Browser,
  baseURL: string,
  userType: 'influencer' | 'brand',
  fullName: string,
): Promise<TestPerson> {
  const context = await browser.newContext({ baseURL });
  return { ...(await newAccount(context, userType, fullName)), page: await context.newPage() };
}

/** Registers and signs in, without a page. */
export async function newAccount(
  { request }: Pick<BrowserContext, 'request'>,
  userType: 'influencer' | 'brand',
  fullName: string,
): Promise<TestAccount> {
  const email = `${userType}-${Date.now()}-${process.pid}-${counter++}@example.test`;
  const registered = await request.post('/api/auth/register', {
    data: { fullName, email, userType, password: E2E_PASSWORD },
  });
  expect(registered.status()).toBe(201);
  expect((await request.post('/api/auth/login', { data: { email, password: E2E_PASSWORD } })).ok()).toBe(true);
  const { id, username } = (await registered.json()) as { id: string; username: string };
  return { request, id, email, username, fullName };
}

/** Publishes a package through the documented call. */
export async function publishPackage(
  creator: TestAccount,
  fields: Partial<{ name: string; price: string; deliveryDays: number; features: string[] }> = {},
): Promise<{ id: string; name: string }> {
  const answer = await creator.request.post('/api/packages', {
    data: {
      name: 'One Reel',
      description: 'A 30-second Reel in my style.',
      price: '100.00',
      deliveryDays: 3,
      features: ['1 Reel'],
      isPopular: false,
      ...fields,
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { id: string; name: string };
}

/**
 * Lets pages come without what their screens ask for first, as when the server could not load it: the browser then
 * asks, and what a test does to a call takes effect.
 */
export async function withoutServerAnswers(page: Page): Promise<void> {
  const isPage = ({ pathname }: URL) => !/^\/(trpc|api|assets|media)\/|\.\w+$/.test(pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    if (response.status() >= 300) return route.continue();
    const body = (await response.text()).replace(
      /(<script type="application\/json" id="handover"[^>]*>)([^]*?)(<\/script>)/,
      (_, before: string, json: string, after: string) => {
        const handover = JSON.parse(json) as Record<'hydrationData' | 'clock', unknown> & {
          isFrame?: boolean;
          cache: { queries: { queryKey: [path: string[]] }[] };
        };
        const queries = handover.cache.queries.filter(({ queryKey: [path] }) => path[0] === 'auth');
        // What is drawn is drawn with those answers.
        const { hydrationData, clock, ...undrawn } = handover;
        const kept = handover.isFrame === true ? { ...undrawn, hydrationData, clock } : undrawn;
        return (
          before + JSON.stringify({ ...kept, cache: { ...handover.cache, queries } }).replaceAll('<', '\\u003c') + after
        );
      },
    );
    return route.fulfill({ response, body });
  });
}

/** A message of the product stands on the screen. */
export const expectToast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

/** The sign-ins of this worker's people from the demo data, each made once. */
const storedSignIns = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

/** A signed-in browser of somebody from the demo data. Signing out in it would end it for the tests after it, too. */
export async function openDemoContext(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
): Promise<BrowserContext> {
  const options = { ...(baseURL !== undefined && { baseURL }) };
  const storageState = storedSignIns.get(email);
  if (storageState !== undefined) return browser.newContext({ ...options, storageState });
  const context = await browser.newContext(options);
  expect((await context.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })).ok()).toBe(true);
  storedSignIns.set(email, await context.storageState());
  return context;
}

/** A page of somebody from the demo data. */
export const openDemoPage = async (browser: Browser, baseURL: string | undefined, email: string): Promise<Page> =>
  (await openDemoContext(browser, baseURL, email)).newPage();

interface ReceivedMail {
  subject: string;
  links: string[];
}

/** Waits for the newest mail with this subject to an address, as the local mailbox received it. */
export async function waitForMail(page: Page, address: string, subject: string | RegExp): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await expect(async () => {
    const answer = await page.request.get(
      `${process.env['MARQUEE_MAILBOX']}/api/messages?to=${encodeURIComponent(address)}`,
    );
    found = ((await answer.json()) as ReceivedMail[]).find((mail) =>
      typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
    );
    expect(found, `a mail '${String(subject)}' to ${address}`).toBeDefined();
  }).toPass();
  return found as ReceivedMail;
}

/** The link of a mail to a screen of the product. */
export const findMailLink = (mail: ReceivedMail, path: string): string =>
  mail.links.find((link) => new URL(link).pathname === path) ?? '';
