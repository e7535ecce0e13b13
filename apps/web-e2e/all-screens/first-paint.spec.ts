/** Tests that server-rendered pages are usable before the app starts, and that hydration does not change them. */
import { ZONE_COOKIE } from '@marquee/time';
import type { Browser, Page } from '@playwright/test';
import {
  actBeforeAppStarts,
  DEEP_TAG,
  openDemoContext,
  expect,
  isDeep,
  publishPackage,
  E2E_PASSWORD,
  test,
  type TestPerson,
} from '../support/marquee.ts';

/** Delays a script of the page, so that the test can act before the app has started. */
const slowly = async ({ page }: Pick<TestPerson, 'page'>, script = 'main') => {
  await actBeforeAppStarts(page);
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1_500);
    });
    await route.continue();
  });
};

/** Holds the matching requests until the returned function is called. */
async function hold(page: Page, url: string | RegExp): Promise<(outcome: 'abort' | 'continue') => void> {
  const { promise, resolve } = Promise.withResolvers<'abort' | 'continue'>();
  await page.route(url, async (route) => ((await promise) === 'abort' ? route.abort() : route.continue()));
  return resolve;
}

const scriptsOf = ({ page }: Pick<TestPerson, 'page'>) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('lets a visitor read a profile and open the order form', async ({ page, creator }) => {
    await actBeforeAppStarts(page);
    const pack = await publishPackage(creator);
    await page.goto(`/profile/${creator.username}`);
    await expect(page).toHaveTitle(`${creator.fullName} (@${creator.username}) · Marquee`);
    await expect(page.getByRole('heading', { level: 1, name: creator.fullName })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book Now' })).toHaveAttribute(
      'href',
      `/order-questionnaire?packageId=${pack.id}`,
    );
  });
});

for (const scheme of ['light', 'dark'] as const) {
  test(`shows the ${scheme} colors of a page before the app starts, and keeps them`, async ({ page, creator }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const colours = () =>
      page
        .locator('main')
        .evaluate((node) => [getComputedStyle(node).color, getComputedStyle(document.body).backgroundColor]);
    await page.goto(`/profile/${creator.username}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Poll the colors, because Playwright finds the heading before the browser has applied the style sheets.
    await expect.poll(colours).not.toContain('rgba(0, 0, 0, 0)');
    const before = await colours();
    await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
    await expect.poll(colours).not.toEqual(before);
    await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
    await expect.poll(colours).toEqual(before);
  });
}

test('loads the app of every page without an interaction', async ({ page, creator }) => {
  await publishPackage(creator);
  const scripts = scriptsOf({ page });
  for (const path of ['/', `/profile/${creator.username}`, '/terms', '/find-influencers']) {
    scripts.length = 0;
    await page.goto(path);
    await expect.poll(() => scripts.some((url) => /\/main-[^/]+\.js$/.test(url)), path).toBe(true);
  }
});

test(
  'starts the app without changing how a page looks or loading its style sheets again',
  DEEP_TAG,
  async ({ page }) => {
    const sheets: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') sheets.push(request.url());
    });
    // The app loads the counts of the filters after its start, which adds them to the page.
    await page.route(/\/trpc\/[^?]*discovery\.facets/, (route) => route.fulfill({ status: 404 }));
    const endLoading = await hold(page, '**/assets/main-*.js');
    await page.goto('/find-influencers');
    const linked = [...sheets];
    expect(linked.length).toBeGreaterThan(1);
    const looks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#root *')]
          // The app adds the content of closed sections without showing it.
          .filter((node) => node.checkVisibility())
          .map((node) => {
            const { x, y, width, height } = node.getBoundingClientRect();
            const { color, backgroundColor, fontSize, padding, border } = getComputedStyle(node);
            return [node.className, x, y, width, height, color, backgroundColor, fontSize, padding, border].join(' ');
          }),
      );
    const drawn = await looks();
    endLoading('continue');
    await expect(page.locator('#handover')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await looks()).toEqual(drawn);
    expect(sheets.filter((url) => linked.includes(url))).toEqual(linked);
  },
);

for (const width of [390, 412, 768, 1440]) {
  test(
    `shows the landing page without layout shift at ${width} px when its fonts load late`,
    DEEP_TAG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 860 });
      let release = () => {};
      const isPainted = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/*.woff2', async (route) => {
        await isPainted;
        await route.continue();
      });
      await page.addInitScript(() => {
        let moved = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved += (entry as unknown as { value: number }).value;
          Reflect.set(window, 'moved', moved);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/', { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      const isThere = () =>
        page.evaluate(() => document.fonts.check('16px Figtree') && document.fonts.status === 'loaded');
      expect(await isThere()).toBe(false);
      release();
      await expect.poll(isThere).toBe(true);
      // Wait two frames for layout shifts.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      // This limit is a tenth of the layout shift that Google still rates as good (0.1).
      expect(await page.evaluate(() => Number(Reflect.get(window, 'moved') ?? 0))).toBeLessThanOrEqual(0.01);
    },
  );
}

test('uses the same font size in a button as in a link next to it', DEEP_TAG, async ({ creator: { page } }) => {
  await page.goto('/dashboard');
  const sizeOf = (role: 'link' | 'button', name: string) =>
    page.getByRole(role, { name }).evaluate((node) => getComputedStyle(node).fontSize);
  expect(await sizeOf('link', 'View Profile')).toBe('14.5px');
  expect(await sizeOf('button', 'Copy Link')).toBe('14.5px');
});

test('opens a link that is clicked while the app is loading, although the click cancels the loading', async ({
  browser,
  baseURL,
}) => {
  // A context of its own, because the browser logs the canceled script as an error.
  const page = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
  await actBeforeAppStarts(page);
  const { promise: isWaiting, resolve: tellWaiting } = Promise.withResolvers<void>();
  await page.exposeFunction('tellWaiting', tellWaiting);
  await page.addInitScript(() => {
    const start = setTimeout;
    window.setTimeout = ((action: () => void, ms?: number) => {
      if (ms === 10_000) (Reflect.get(window, 'tellWaiting') as () => void)();
      return start(action, ms);
    }) as typeof setTimeout;
  });
  const endLoading = await hold(page, '**/assets/main-*.js');
  const openTerms = await hold(page, /\/terms$/);
  await page.goto('/', { waitUntil: 'commit' });
  const scriptRequest = page.waitForRequest('**/assets/main-*.js');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
  await scriptRequest;
  const opened = page.waitForRequest(/\/terms$/);
  await link.click({ noWaitAfter: true });
  await opened;
  // Firefox and WebKit cancel the loading of the app here. A reload would replace the opening of the link. Instead,
  // start.ts sets a timer of ten seconds.
  endLoading('abort');
  await isWaiting;
  openTerms('continue');
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
});

test('handles a click only while it happens, so that “Copy Link” may use the clipboard', async ({ creator }) => {
  const { page } = creator;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    // WebKit only lets a page write to the clipboard while it handles a click of the user.
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) =>
      window.event?.isTrusted === true ? write(text) : Promise.reject(new Error('not a click of the user'));
  });
  await slowly({ page });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Copy Link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(creator.username);
  }).toPass();
  await expect(page.getByText('Your browser blocked copying')).toHaveCount(0);
});

test('signs in with a form sent before the first script has loaded, and keeps the password out of the URL', async ({
  page,
  creator,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await slowly({ page }, 'start');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(creator.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(addresses.filter((address) => address.includes('password='))).toEqual([]);
});

test('handles a button pressed during hydration once', DEEP_TAG, async ({ page }) => {
  await page.addInitScript(() => {
    const shown: unknown[] = [];
    Reflect.set(window, 'shown', shown);
    // oxlint-disable-next-line typescript/unbound-method -- `apply` passes the right `this` below.
    const listen = EventTarget.prototype.addEventListener;
    // React registers its listeners on the root before the first render. Click between the first listener and that
    // render.
    EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
      listen.apply(this, given);
      if (!(this instanceof Element && this.id === 'root' && given[0] === 'click')) return;
      EventTarget.prototype.addEventListener = listen;
      // The app may set the attribute again to the same value, so record only changes.
      new MutationObserver(() => {
        const now = document.documentElement.dataset['mantineColorScheme'];
        if (now !== (shown.at(-1) ?? 'light')) shown.push(now);
      }).observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
      queueMicrotask(() => document.querySelector<HTMLElement>('[aria-label^="Switch between"]')?.click());
    };
  });
  const shown = () => page.evaluate(() => Reflect.get(window, 'shown') as unknown[]);
  await page.goto('/login');
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
  await expect.poll(async () => (await shown()).at(-1)).toBe('light');
  expect(await shown()).toEqual(['dark', 'light']);
});

test('keeps input that is typed and sent before the app has loaded', async ({ page, creator }) => {
  await slowly({ page });
  await page.goto('/login');
  await page.getByLabel('Email').fill(creator.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

/** Checks that hydration keeps the server-rendered elements of a page instead of rendering them again. */
async function isTakenOver(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const drawn = await page.getByRole('heading', { level: 1 }).elementHandle();
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  const before = await scheme();
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
  await expect.poll(scheme).not.toBe(before);
  // The heading is still the same element. If the markup differed, React would also log a console error.
  expect(await drawn?.evaluate((node) => node.isConnected)).toBe(true);
}

for (const path of ['/', '/find-influencers'])
  test(`keeps the server-rendered elements when ${path} is hydrated`, async ({ page }) => isTakenOver(page, path));

test('keeps the server-rendered elements when the other public pages are hydrated', DEEP_TAG, async ({ page }) => {
  for (const path of [
    '/login',
    '/register',
    '/auth?mode=signup',
    '/contact',
    '/terms',
    '/how-money-moves',
    '/privacy',
    '/resources',
    '/pricing-guide',
    '/trust',
  ])
    await test.step(path, () => isTakenOver(page, path));
});

test('keeps the server-rendered elements when a profile is hydrated', async ({ page, creator }) => {
  await publishPackage(creator);
  await isTakenOver(page, `/profile/${creator.username}`);
});

test.describe('the app for signed-in users', () => {
  /**
   * Opens a page as a signed-in user, in a browser with the time zone `timezoneId` and with the time zone cookie set
   * to `told`. Also returns the page's console errors.
   */
  async function inZone(
    browser: Browser,
    baseURL: string | undefined,
    email: string,
    timezoneId: string,
    told: string,
  ) {
    const storageState = await (await openDemoContext(browser, baseURL, email)).storageState();
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), storageState, timezoneId });
    await context.addCookies([{ name: ZONE_COOKIE, value: encodeURIComponent(told), url: baseURL ?? '' }]);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    return { page, errors };
  }

  /** Returns each time on the page as a pair: its visible text, and its date in `timeZone`. */
  const timesOf = (page: Page, timeZone: string) =>
    page
      .locator('main time')
      .evaluateAll(
        (times, zone) =>
          times.map((time) => [
            time.textContent,
            new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: zone }).format(
              new Date(time.getAttribute('datetime') ?? ''),
            ),
          ]),
        timeZone,
      );

  /**
   * Returns the routes for which the page contains the same response twice: as loader data and in the query cache.
   */
  function answersSentTwice(html: string): string[] {
    const json = /<script type="application\/json" id="handover"[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
    const { cache, hydrationData } = JSON.parse(json) as {
      cache: { queries: { state: { data: unknown } }[] };
      hydrationData: { loaderData: Record<string, unknown> };
    };
    const answers = cache.queries.map(({ state }) => JSON.stringify(state.data));
    return Object.entries(hydrationData.loaderData).flatMap(([route, returned]) =>
      returned !== null && answers.includes(JSON.stringify(returned)) ? [route] : [],
    );
  }

  const SCREENS = {
    'maya@demo.marquee.test': [
      '/dashboard',
      '/bookings',
      '/packages',
      '/offers',
      '/messages',
      '/analytics',
      '/notifications',
      '/saved',
      '/payouts',
      '/find-influencers',
      '/pricing-guide',
    ],
    'northwind@demo.marquee.test': ['/dashboard', '/bookings', '/offers', '/saved', '/receipts', '/compare'],
    'admin@demo.marquee.test': [
      '/admin',
      '/admin/disputes',
      '/admin/payouts',
      '/admin/bookings',
      '/admin/users',
      '/admin/packages',
      '/admin/messages',
      '/admin/audit',
      '/admin/health',
      '/admin/market',
      '/admin/revenue',
    ],
  };
  for (const [email, screens] of Object.entries(SCREENS))
    test(
      `shows the screens of ${email.split('@')[0]} before the app starts, and keeps the server-rendered elements`,
      DEEP_TAG,
      async ({ browser, baseURL }) => {
        const { page, errors } = await inZone(browser, baseURL, email, 'America/New_York', 'America/New_York');
        for (const path of isDeep ? screens : screens.slice(0, 2)) {
          const response = await page.goto(path, { waitUntil: 'commit' });
          const html = (await response?.text()) ?? '';
          expect([path, html]).toEqual([path, expect.stringMatching(/id="handover" data-scripts="/)]);
          expect([path, answersSentTwice(html)]).toEqual([path, []]);
          const drawn = await page.getByRole('heading', { level: 1 }).elementHandle();
          const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
          const before = await scheme();
          await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
          await expect.poll(scheme).not.toBe(before);
          expect([path, await drawn?.evaluate((node) => node.isConnected), errors]).toEqual([path, true, []]);
        }
      },
    );

  test(
    'shows times in the browser’s time zone, even if the cookie contains another time zone',
    DEEP_TAG,
    async ({ browser, baseURL }) => {
      for (const [zone, cookieZone] of [
        ['Pacific/Auckland', 'Pacific/Auckland'],
        ['Pacific/Auckland', 'America/Los_Angeles'],
      ] as const) {
        const { page, errors } = await inZone(browser, baseURL, 'maya@demo.marquee.test', zone, cookieZone);
        await page.goto('/bookings');
        await expect(async () => {
          const times = await timesOf(page, zone);
          expect(times.length).toBeGreaterThan(2);
          for (const [shown, inZone] of times) expect(shown).toContain(inZone);
        }).toPass();
        expect(errors).toEqual([]);
        // Wait until the app has corrected the cookie, so that the server renders the next page in the browser's time
        // zone.
        await expect
          .poll(async () => (await page.context().cookies()).find(({ name }) => name === ZONE_COOKIE)?.value)
          .toBe(encodeURIComponent(zone));
      }
    },
  );

  test('keeps a section open that was opened before the app starts', DEEP_TAG, async ({ browser, baseURL }) => {
    const zone = 'Pacific/Auckland';
    // With an outdated time zone cookie, the app renders the page from scratch instead of hydrating it.
    for (const cookieZone of [zone, 'America/Los_Angeles']) {
      const { page } = await inZone(browser, baseURL, 'maya@demo.marquee.test', zone, cookieZone);
      const link = page.locator('main a[href*="booking-details"]').first();
      await page.goto('/bookings');
      const path = await link.getAttribute('href');
      await page
        .context()
        .addCookies([{ name: ZONE_COOKIE, value: encodeURIComponent(cookieZone), url: baseURL ?? '' }]);
      await slowly({ page });
      await page.goto(path ?? '');
      const timeline = page.getByRole('region', { name: 'Timeline', exact: true });
      const drawn = await timeline.elementHandle();
      const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
      const before = await scheme();
      await timeline.locator('summary').click();
      await expect(page.locator('#handover')).toHaveCount(0);
      await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
      await expect.poll(scheme).not.toBe(before);
      expect(await drawn?.evaluate((node) => node.isConnected)).toBe(cookieZone === zone);
      await expect(timeline.locator('details')).toHaveAttribute('open');
    }
  });

  test(
    'keeps text typed before the app starts, even if the time zone cookie is outdated',
    DEEP_TAG,
    async ({ browser, baseURL }) => {
      const zone = 'Pacific/Auckland';
      const { page, errors } = await inZone(browser, baseURL, 'maya@demo.marquee.test', zone, 'America/Los_Angeles');
      await slowly({ page });
      await page.goto('/contact');
      const subject = page.getByLabel('Subject');
      await subject.fill('A question');
      const drawn = await subject.elementHandle();
      const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
      const before = await scheme();
      await subject.focus();
      await expect(page.locator('#handover')).toHaveCount(0);
      await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
      await subject.focus();
      await expect.poll(scheme).not.toBe(before);
      expect(await drawn?.evaluate((node) => node.isConnected)).toBe(false);
      await expect(subject).toHaveValue('A question');
      await expect(subject).toBeFocused();
      expect(errors).toEqual([]);
    },
  );
});

test(
  'shows a visitor in a distant time zone the dates of reviews in that zone',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      timezoneId: 'Pacific/Kiritimati',
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto('/profile/maya_lindqvist');
    await page.keyboard.press('Tab');
    await expect(async () => {
      const times = await page
        .locator('main time')
        .evaluateAll((all) =>
          all.map((time) => [
            time.textContent,
            new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(
              new Date(time.getAttribute('datetime') ?? ''),
            ),
          ]),
        );
      expect(times.length).toBeGreaterThan(0);
      for (const [shown, inZone] of times) expect(shown).toContain(inZone);
    }).toPass();
    expect(errors).toEqual([]);
  },
);

test('renders the page in the browser if the server sent no content', DEEP_TAG, async ({ page, creator }) => {
  await page.route('**/profile/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    const serverMarkup = /<div id="root">[^]*<script type="application\/json" id="handover"[^]*?<\/script>/;
    const html = await response.text();
    expect(html).toMatch(serverMarkup);
    return route.fulfill({ response, body: html.replace(serverMarkup, '<div id="root"></div>') });
  });
  await page.goto(`/profile/${creator.username}`);
  await expect(page.getByRole('heading', { level: 1, name: creator.fullName })).toBeVisible();
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('dark');
});

test(
  'reloads a page once and then shows an error if the app cannot be loaded',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await actBeforeAppStarts(page);
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('alert')).toHaveText(/could not be loaded completely/);
    expect(loads).toBe(2);
    await page.getByLabel('Email').fill('ada@example.test');
    await page.getByLabel('Password', { exact: true }).fill('a-sound-enough-password');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    expect(loads).toBe(2);
    expect(page.url()).not.toContain('password');
    await page.unroute('**/assets/main-*.js');
    await page.reload();
    await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('dark');
    await expect(page.getByText('could not be loaded completely')).toBeHidden();
  },
);
