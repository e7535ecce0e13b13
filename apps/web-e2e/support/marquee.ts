/**
 * Extends Playwright's `test` with the base URL, signed-in users, and a check that no errors were logged to the
 * console.
 */
import {
  expect,
  test as base,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { DEMO_ADMIN, DEMO_PASSWORD, signInAsStaff } from './passkeys.ts';

export { expect } from '@playwright/test';
export { DEMO_PASSWORD } from './passkeys.ts';

/** A signed-in account. `request` calls the REST API with its session. */
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
  creator: TestPerson;
  brand: TestPerson;
  /** Unexpected errors in the page's console. The fixture checks after each test that there were none. */
  consoleErrors: string[];
}

/**
 * Tags a test that only `npm run test:deep` runs, not `npm test`. The test opens screens that other tests also open,
 * or repeats in the browser a rule that lower-level tests cover.
 */
export const DEEP_TAG = { tag: '@deep' };
/** True during `npm run test:deep`, which covers every row of the test tables. */
export const isDeep = process.env['DEEP'] === '1';

export const E2E_PASSWORD = 'a-sound-enough-password';
let counter = 0;

/** Matches a page whose app has not started yet. */
const findLoadingPage = (page: Page) => page.locator('html:has(#handover)');

const appWaits = new WeakMap<Page, Promise<void>>();

/** Makes every action on the page wait until the app has started, because it cannot handle clicks before. */
const waitForApp = (page: Page) =>
  void appWaits.set(
    page,
    page.addLocatorHandler(findLoadingPage(page), (loading) => loading.waitFor({ state: 'hidden' })),
  );

/** A toast or an alert, with the texts for which tests have found it. */
interface ShownToast {
  text: string;
  checked: Set<string>;
}

/** The toasts and alerts that each page has shown, also before a reload. */
const shownToasts = new WeakMap<Page, ShownToast[]>();

/** Records toasts and alerts, because a busy machine may look only after a toast has closed. */
function recordToasts(context: BrowserContext): void {
  void context.exposeBinding('recordToast', ({ page }, text: string) => {
    shownToasts.set(page, [...(shownToasts.get(page) ?? []), { text, checked: new Set() }]);
  });
  void context.addInitScript(() => {
    const { recordToast } = window as unknown as { recordToast: (text: string) => void };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element) {
            const toasts = '[role=status], [role=alert]';
            // An alert inside a toast is the same message.
            for (const each of [node, ...node.querySelectorAll(toasts)])
              if (each.matches(toasts) && !each.parentElement?.closest(toasts)) recordToast(each.textContent);
          }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Lets a test act on the page before the app has started, or without JavaScript. */
export async function actBeforeAppStarts(page: Page): Promise<void> {
  await appWaits.get(page);
  await page.removeLocatorHandler(findLoadingPage(page));
}

export const test = base.extend<TestFixtures>({
  // The base URL is known only after Marquee has been started.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  baseURL: async ({}, use) => use(process.env['MARQUEE_URL'] ?? ''),

  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context) => {
        context.on('page', waitForApp);
        recordToasts(context);
      });
      await use(browser);
    },
    { scope: 'worker' },
  ],

  consoleErrors: [
    async ({ browser, context }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpectedConsoleMessage(message.text())) errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use(errors);
      // Close the other contexts, so that their pages do not keep running during the next test.
      const others = browser.contexts().filter((each) => each !== context);
      await Promise.all(others.map((each) => each.close()));
      expect(errors, 'the console must stay silent').toEqual([]);
    },
    { auto: true },
  ],

  creator: async ({ browser, baseURL }, use) => use(await newPerson(browser, baseURL ?? '', 'influencer', 'Maya Berg')),
  brand: async ({ browser, baseURL }, use) => use(await newPerson(browser, baseURL ?? '', 'brand', 'Fjord Coffee')),
});

/**
 * The browser logs every 4xx response as an error, but Marquee handles these responses and shows them to the user.
 */
const isExpectedConsoleMessage = (text: string) => /the server responded with a status of 4\d\d/.test(text);

/** Registers and signs in through the REST API and opens a page. The sign-in screens have their own tests. */
export async function newPerson(
  browser: Browser,
  baseURL: string,
  userType: 'influencer' | 'brand',
  fullName: string,
): Promise<TestPerson> {
  const context = await browser.newContext({ baseURL });
  return { ...(await newAccount(context, userType, fullName)), page: await context.newPage() };
}

/** Registers and signs in without opening a page. */
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

/** Confirms the email address of a new account with the link in the email, without opening it in a page. */
export async function confirmEmailAddress({ page, request, email }: TestPerson): Promise<void> {
  const link = findMailLink(await waitForMail(page, email, 'Confirm your email address'), '/verify-email');
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const answer = await request.post('/trpc/auth.confirmEmail', { data: { token } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Opens a section of a page that is folded to one line. */
export const unfold = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name, exact: true }).locator('summary').click();

/** Publishes a package through the REST API. */
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
 * Removes the preloaded API responses from pages, as if the server could not load the data. The browser then sends
 * the requests itself, so that a test can intercept them.
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
        // If the server rendered the whole page, the markup also contains the data. Remove `hydrationData`, so that
        // the browser renders the page from scratch instead of hydrating it.
        const { hydrationData, clock, ...undrawn } = handover;
        const handoverData = handover.isFrame === true ? { ...undrawn, hydrationData, clock } : undrawn;
        return (
          before +
          JSON.stringify({ ...handoverData, cache: { ...handover.cache, queries } }).replaceAll('<', '\\u003c') +
          after
        );
      },
    );
    return route.fulfill({ response, body });
  });
}

/** Waits for a toast or an alert with this text. One that an earlier check found for the same text does not count. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const listNew = () => (shownToasts.get(page) ?? []).filter(({ checked }) => !checked.has(text));
  await expect.poll(() => listNew().map((toast) => toast.text)).toContainEqual(expect.stringContaining(text));
  for (const toast of listNew()) if (toast.text.includes(text)) toast.checked.add(text);
}

/** Session cookies of demo users, by email. Each test worker signs in once per user. */
const storedSignIns = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

/**
 * Returns a browser context that is signed in as a demo user. Do not sign out in it, because later tests share the
 * session.
 */
export async function openDemoContext(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
): Promise<BrowserContext> {
  const options = { ...(baseURL !== undefined && { baseURL }) };
  // The confirmation of staff lasts only ten minutes, so each test signs in anew.
  const storageState = email === DEMO_ADMIN ? undefined : storedSignIns.get(email);
  if (storageState !== undefined) return browser.newContext({ ...options, storageState });
  const context = await browser.newContext(options);
  if (email === DEMO_ADMIN) await signInAsStaff(context.request);
  else
    expect((await context.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })).ok()).toBe(
      true,
    );
  storedSignIns.set(email, await context.storageState());
  return context;
}

/** Refuses the next call of a procedure, as if the user had last confirmed more than ten minutes ago. */
export async function refuseOnceUnconfirmed(
  page: Page,
  path: string,
  failure: 'CONFIRMATION_REQUIRED' | 'PASSKEY_REQUIRED' = 'CONFIRMATION_REQUIRED',
): Promise<void> {
  let isRefused = false;
  // The route stays. A request that the page sends while Chromium stops intercepting can hang.
  await page.route(`**/trpc/${path}*`, (route) => {
    if (isRefused) return route.fallback();
    isRefused = true;
    return route.fulfill({
      status: 403,
      json: {
        error: {
          message: 'Please confirm that it’s you, then try again.',
          code: -32_003,
          data: { code: 'FORBIDDEN', httpStatus: 403, failure },
        },
      },
    });
  });
}

export const openDemoPage = async (browser: Browser, baseURL: string | undefined, email: string): Promise<Page> =>
  (await openDemoContext(browser, baseURL, email)).newPage();

interface ReceivedMail {
  subject: string;
  links: string[];
}

/** Waits for an email to `address` with a matching `subject` in the local mailbox, and returns the newest one. */
export async function waitForMail(page: Page, address: string, subject: string | RegExp): Promise<ReceivedMail> {
  let receivedMail: ReceivedMail | undefined;
  await expect(async () => {
    const answer = await page.request.get(
      `${process.env['MARQUEE_MAILBOX']}/api/messages?to=${encodeURIComponent(address)}`,
    );
    receivedMail = ((await answer.json()) as ReceivedMail[]).find((mail) =>
      typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
    );
    expect(receivedMail, `a mail '${String(subject)}' to ${address}`).toBeDefined();
  }).toPass({ intervals: [200] });
  return receivedMail as ReceivedMail;
}

/** Returns the first link in the email to the screen `path`, or '' if there is none. */
export const findMailLink = (mail: ReceivedMail, path: string): string =>
  mail.links.find((link) => new URL(link).pathname === path) ?? '';
