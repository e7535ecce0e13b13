/** Tests the creator search: its URL, paging, the comparison of packages, and its use by keyboard and on a phone. */
import type { Browser, Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import {
  actBeforeAppStarts,
  DEEP_TAG,
  expect,
  newAccount,
  publishPackage,
  test,
  expectToast,
} from '../support/marquee.ts';

const MISSING = '00000000-0000-0000-0000-000000000000';
let counter = 0;
/** Returns a unique search term, so that a test finds only its own packages. */
const newWord = () => `zq${Date.now().toString(36)}${process.pid}${counter++}`;

interface Listed {
  id: string;
  name: string;
  fullName: string;
  username: string;
}

/** Creates a new creator for each package and publishes the package. */
function list(
  browser: Browser,
  baseURL: string | undefined,
  word: string,
  offers: readonly { price: string; deliveryDays: number }[],
): Promise<Listed[]> {
  return Promise.all(
    offers.map(async (offer, at) => {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
      const creator = await newAccount(context, 'influencer', `Listed ${'ABCD'[at]}`);
      const pack = await publishPackage(creator, {
        name: `${word} Reel ${at}`,
        features: [`Feature ${at}`],
        ...offer,
      });
      await context.close();
      return { ...pack, fullName: creator.fullName, username: creator.username };
    }),
  );
}

const FOUR = [
  { price: '400.00', deliveryDays: 9 },
  { price: '100.00', deliveryDays: 3 },
  { price: '300.00', deliveryDays: 1 },
  { price: '200.00', deliveryDays: 30 },
];

const results = (page: Page) => page.getByRole('region', { name: 'Creators' });
const cards = (page: Page) => results(page).getByRole('article');
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const showMoreFilters = (page: Page) => filters(page).getByRole('button', { name: 'More filters' }).click();
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('keeps a search and its filters in the URL, so that users can share them and undo them with the Back button', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR);
  await page.goto('/pricing-guide');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
  await page.getByRole('combobox', { name: 'Search creators' }).pressSequentially(word);
  await expect(page.getByText('4 creators', { exact: true })).toBeVisible();
  await expect.poll(() => params(page)).toEqual({ q: word });

  await showMoreFilters(page);
  await filters(page).getByRole('group', { name: 'Exact budget' }).getByLabel('To').fill('345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 creators', { exact: true })).toBeVisible();
  await filters(page).getByLabel('Delivery time').selectOption('3');
  await expect(page.getByText('2 creators', { exact: true })).toBeVisible();
  await page.getByLabel('Sort by').selectOption('Price: high to low');
  await expect(cards(page).first()).toContainText('$345');
  await expect(cards(page).nth(1)).toContainText('$115');
  await expect.poll(() => params(page)).toEqual({ q: word, max: '345', days: '3', sort: 'price_high' });

  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(cards(shared)).toHaveCount(2);
  await expect(cards(shared).first()).toContainText('$345');
  await expect(shared.getByLabel('Sort by')).toHaveValue('price_high');
  await expect(shared.getByRole('combobox', { name: 'Search creators' })).toHaveValue(word);
  await shared.close();

  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('match');
  await page.goBack();
  await expect(page.getByText('3 creators', { exact: true })).toBeVisible();
  await expect(filters(page).getByLabel('Delivery time')).toHaveValue('');
  await page.goForward();
  await expect(page.getByText('2 creators', { exact: true })).toBeVisible();
  await page.reload();
  await expect(cards(page)).toHaveCount(2);

  await page.getByRole('link', { name: 'Remove the filter Up to $345 in total' }).click();
  await expect(filters(page).getByRole('group', { name: 'Exact budget' }).getByLabel('To')).toHaveValue('');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByRole('combobox', { name: 'Search creators' })).toHaveValue('');
  await expect.poll(() => params(page)).toEqual({});
});

test('adds one history entry when a search is typed', DEEP_TAG, async ({ page }) => {
  await page.goto('/pricing-guide');
  await page.goto('/find-influencers');
  const box = page.getByRole('combobox', { name: 'Search creators' });
  for (const text of ['a', 'an', 'ana']) {
    await box.fill(text);
    await expect(page).toHaveURL(new RegExp(`q=${text}$`));
  }
  await page.goBack();
  await expect(page).toHaveURL(/pricing-guide$/);
});

test('shows the package and its total in each result, with links to the profile and the order form', async ({
  page,
  browser,
  baseURL,
}) => {
  const word = newWord();
  const [listed] = await list(browser, baseURL, word, [{ price: '199.99', deliveryDays: 1 }]);
  await page.goto(`/find-influencers?q=${word}`);
  const card = cards(page).first();
  await expect(card).toContainText(`${word} Reel 0`);
  await expect(card).toContainText('$229.99');
  await expect(card).toContainText('15% fee included');
  await expect(card).toContainText('Delivery in 1 day');
  // The creator has no ratings yet, so the card shows neither stars nor an average.
  await expect(card.getByRole('list', { name: 'At a glance' })).toHaveText(/^New/);
  await expect(card.getByRole('link', { name: /^Book / })).toHaveAttribute(
    'href',
    `/order-questionnaire?packageId=${listed?.id}`,
  );
  await card.getByRole('link', { name: listed?.fullName ?? '', exact: true }).click();
  await expect(page).toHaveURL(`/profile/${listed?.username}`);
});

test('shows a creator no Book button in the search results', DEEP_TAG, async ({ creator }) => {
  await creator.page.goto('/find-influencers');
  await expect(cards(creator.page).first()).toBeVisible();
  await expect(results(creator.page).getByRole('link', { name: /^Book / })).toHaveCount(0);
});

test(
  'loads more results when the user scrolls, and restores them after a reload and after visiting a profile',
  DEEP_TAG,
  async ({ page }) => {
    await page.goto('/find-influencers');
    await expect(cards(page)).toHaveCount(12);
    await page.mouse.move(10, 10);
    await page.mouse.wheel(0, 100_000);
    await expect(cards(page).nth(12)).toBeVisible();
    await expect.poll(() => params(page)).toEqual({ pages: '2' });
    const shown = await cards(page).count();
    await page.reload();
    await expect(cards(page).nth(12)).toBeVisible();

    const far = cards(page).nth(15);
    await far.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(1_000);
    await far.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/profile\//);
    await page.goBack();
    await expect(cards(page)).toHaveCount(shown);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
    await expect(far).toBeInViewport();
  },
);

test(
  'gives every page of results its own URL, which links reach without scripts',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), javaScriptEnabled: false });
    const page = await context.newPage();
    await actBeforeAppStarts(page);
    const seen: string[] = [];
    await page.goto('/find-influencers?sort=newest');
    for (let number = 1; ; number++) {
      if (number > 1) {
        // Wait for the new URL, because the link works without scripts and `press` returns before the next page has
        // loaded.
        await expect
          .poll(() => params(page))
          .toEqual({ sort: 'newest', page: String(number), after: expect.any(String) });
        await page.waitForLoadState();
        await expect(results(page).getByText(`Page ${number}`)).toBeVisible();
      }
      seen.push(
        ...(await cards(page)
          .getByRole('heading')
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
      );
      const more = page.getByRole('link', { name: 'Load more' });
      const next = page.locator('head link[rel=next]');
      expect(await next.count()).toBe(await more.count());
      if ((await more.count()) === 0) break;
      expect(new URL((await next.getAttribute('href')) ?? '').search).toBe(
        new URL((await more.getAttribute('href')) ?? '', page.url()).search,
      );
      // Press a key instead of clicking, because images that load late can move the link.
      await more.press('Enter');
    }
    expect(seen.length).toBeGreaterThan(12);
    expect(new Set(seen).size).toBe(seen.length);
    await page.getByRole('link', { name: 'Back to the first page' }).click();
    await expect(cards(page)).toHaveCount(12);
    await context.close();
  },
);

test('suggests completions of a search that can be chosen by keyboard', DEEP_TAG, async ({ page }) => {
  await page.goto('/find-influencers');
  const box = page.getByRole('combobox', { name: 'Search creators' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await box.pressSequentially('fa');
  await expect(options.filter({ hasText: 'Fashion' }).filter({ hasText: 'Category' })).toBeVisible();
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  expect(await options.count()).toBeLessThanOrEqual(8);
  await expectNoViolations(page);

  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(box).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(options.first()).toBeHidden();
  await expect(box).toHaveValue('fa');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => params(page)).toEqual({ category: 'Fashion' });
  await expect(box).toHaveValue('');
  await expect(cards(page).first()).toBeVisible();
});

test('shows results for the corrected word of a search with a typo, and lets the user switch back to the original word', async ({
  page,
}) => {
  await page.goto('/find-influencers?q=photograpy');
  await expect(page.getByText('Showing results for photography')).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await results(page).getByRole('link', { name: 'photograpy', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No creators match all your filters' })).toBeVisible();
  await expect.poll(() => params(page)).toEqual({ q: 'photograpy', exact: '1' });
});

test(
  'shows the number of results for each filter value, with active values at the top',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const word = newWord();
    await list(browser, baseURL, word, FOUR);
    await page.goto(`/find-influencers?q=${word}`);
    // The first interaction loads the app, which then requests the counts.
    await page.mouse.move(10, 10);
    await page.mouse.wheel(0, 1);
    await showMoreFilters(page);
    const delivery = filters(page).getByLabel('Delivery time');
    const budget = filters(page).getByLabel('Your budget');
    await expect(delivery.getByRole('option', { name: 'Within 3 days' })).toHaveText('Within 3 days (2)');
    await expect(budget.getByRole('option', { name: 'Up to $250' })).toHaveText('Up to $250 (2)');
    await budget.selectOption('250');
    await expect(cards(page)).toHaveCount(2);
    await expect.poll(() => params(page)).toEqual({ q: word, max: '250' });
    // The other filters count only results within the budget. The budget filter itself still counts all results.
    await expect(delivery.getByRole('option', { name: 'Within 3 days' })).toHaveText('Within 3 days (1)');
    await expect(budget.getByRole('option', { name: 'Up to $500' })).toHaveText('Up to $500 (4)');

    await page.goto('/find-influencers?category=Travel,Sustainability');
    const group = filters(page).getByRole('group', { name: 'Category' });
    const boxes = group.getByRole('checkbox');
    await expect(boxes).toHaveCount(4);
    await expect(boxes.nth(0)).toHaveAccessibleName('Travel');
    await expect(boxes.nth(1)).toBeChecked();
    await expect(boxes.nth(2)).not.toBeChecked();
    await group.getByRole('button', { name: 'Show all 24' }).click();
    await expect(boxes).toHaveCount(24);
    await expect(group.getByRole('button', { name: 'Show fewer' })).toBeFocused();
  },
);

test('suggests only searches with results below an empty search field', DEEP_TAG, async ({ page }) => {
  await page.goto('/find-influencers');
  const hints = page.getByRole('navigation', { name: 'Popular searches' }).getByRole('link');
  const addresses = await hints.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    await page.goto(address);
    await expect(cards(page).first()).toBeVisible();
  }
});

test(
  'suggests a filter to remove from an empty result list, and removes it',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const word = newWord();
    await list(browser, baseURL, word, FOUR);
    await page.goto(`/find-influencers?q=${word}&max=50`);
    await expect(page.getByRole('heading', { name: 'No creators match all your filters' })).toBeVisible();
    await expect(page.getByText('Without Up to $50 in total, 4 creators match.')).toBeVisible();
    await page.getByRole('link', { name: 'Remove Up to $50 in total (4)' }).click();
    await expect(cards(page)).toHaveCount(4);
    await expect.poll(() => params(page)).toEqual({ q: word });
  },
);

test('lets a visitor compare four packages side by side', DEEP_TAG, async ({ page, browser, baseURL }) => {
  const word = newWord();
  const listed = await list(browser, baseURL, word, FOUR);
  await page.goto(`/find-influencers?q=${word}&sort=price_low`);
  for (let at = 0; at < 4; at++) {
    const button = cards(page)
      .nth(at)
      .getByRole('button', { name: /^Compare/ });
    await button.click();
    // The first click makes the app load. Clicks before it has started are replayed afterwards.
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  const tray = page.getByRole('region', { name: 'Packages to compare' });
  await expect(tray).toContainText('4 of 4 selected');
  await page.reload();
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /^Compare/ }),
  ).toHaveAttribute('aria-pressed', 'true');
  await tray.getByRole('link', { name: 'Compare 4 packages' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Compare packages' })).toBeVisible();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  await expect(row('You pay')).toHaveText([
    /^\$115 15% fee included creator’s price \$100Lowest total$/,
    /^\$230 15% fee included creator’s price \$200$/,
    /^\$345 15% fee included creator’s price \$300$/,
    /^\$460 15% fee included creator’s price \$400$/,
  ]);
  await expect(row('Delivery')).toHaveText(['3 days', '30 days', '1 dayFastest', '9 days']);
  await expect(row('Completed bookings')).toHaveText(['0', '0', '0', '0']);
  await expect(row('Rating')).toHaveCount(0);

  await page.getByRole('link', { name: /^Remove .* Reel 1 by/ }).click();
  await expect(row('You pay')).toHaveText([/^\$230 .*Lowest total$/, /^\$345 /, /^\$460 /]);
  await page.reload();
  await expect(row('You pay')).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^Book .* Reel 3/ })).toHaveAttribute(
    'href',
    `/order-questionnaire?packageId=${listed[3]?.id}`,
  );
  await page.getByRole('link', { name: 'Add a package' }).click();
  await expect(tray).toContainText('3 of 4 selected');
});

test('lets a brand search, compare two packages and book the one that fits', async ({ brand, browser, baseURL }) => {
  const { page } = brand;
  const word = newWord();
  const [dear] = await list(browser, baseURL, word, FOUR.slice(0, 2));
  await page.goto('/find-influencers');
  // On arrival, few controls compete with the results.
  const controls = page.getByRole('main').locator('a, button, input, select').filter({ visible: true });
  expect(await controls.count()).toBeLessThan(80);
  // From the search field, the results are four key presses away.
  await page.getByRole('combobox', { name: 'Search creators' }).focus();
  for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(
    cards(page)
      .first()
      .getByRole('link', { name: /^Book / }),
  ).toBeFocused();
  await page.getByRole('combobox', { name: 'Search creators' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  for (const at of [0, 1])
    await cards(page)
      .nth(at)
      .getByRole('button', { name: /^Compare/ })
      .click();
  await page.getByRole('link', { name: 'Compare 2 packages' }).click();
  await page.getByRole('link', { name: /^Book .* Reel 0/ }).click();
  await expect(page).toHaveURL(`/order-questionnaire?packageId=${dear?.id}`);
  await page.getByLabel('Project description').fill('A tent, on a rainy day.');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await expect(page.getByRole('main')).toContainText(`${word} Reel 0`);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay $460.00' }).click();
  await expectToast(page, 'Payment Successful');
  await expect(page).toHaveURL(/\/dashboard/);
});

test(
  'compares two packages side by side on a phone, with a single row for a feature that both packages include',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const creator = await newAccount(context, 'influencer', 'Side By Side');
    const first = await publishPackage(creator, { name: 'First', features: ['Raw  files', 'Two Reels'] });
    const second = await publishPackage(creator, { name: 'Second', features: ['One Story', 'raw files'] });
    await context.close();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/compare?packages=${first.id},${second.id}`);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row('Raw files').getByRole('cell')).toHaveText(['Included', 'Included']);
    await expect(row('Also included').getByRole('cell')).toHaveText(['Two Reels', 'One Story']);
    await expect(row('Price per deliverable').getByRole('cell')).toHaveText([
      '$57.50 · 2 deliverables',
      '$115.00 · 1 deliverable',
    ]);
    await expect(page.getByText('Popular')).toHaveCount(0);
    const cells = await row('You pay')
      .getByRole('cell')
      .evaluateAll((each) =>
        each.map((cell) => cell.getBoundingClientRect()).map(({ top, width, right }) => ({ top, width, right })),
      );
    expect(cells[0]?.top).toBe(cells[1]?.top);
    expect(Math.abs((cells[0]?.width ?? 0) - (cells[1]?.width ?? 0))).toBeLessThan(1);
    expect(cells[1]?.right).toBeLessThanOrEqual(390);
    const label = await row('You pay').getByRole('rowheader').boundingBox();
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual(cells[0]?.top ?? 0);
    await expectNoViolations(page);
  },
);

test(
  'lets a user add packages to the comparison from profiles, but not a fifth package',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const word = newWord();
    const listed = await list(browser, baseURL, word, FOUR);
    const compare = listed
      .slice(0, 3)
      .map(({ id }) => id)
      .join(',');
    await page.goto(`/find-influencers?q=${word}&compare=${compare}`);
    await cards(page).filter({ hasText: 'Reel 3' }).getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(`/profile/${listed[3]?.username}?compare=${compare}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Listed D' })).toBeVisible();
    const toggle = page.getByRole('button', { name: /^Compare/ });
    await toggle.click();
    await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('4 of 4 selected');
    await toggle.click();
    await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('3 of 4 selected');

    await page.goto(`/find-influencers?compare=${listed.map(({ id }) => id).join(',')}`);
    await results(page)
      .getByRole('button', { name: /^Compare/, pressed: false })
      .first()
      .click();
    await expect(page.getByText('You can compare 4 packages')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('4 of 4 selected');
  },
);

test(
  'leaves packages that do not exist out of the comparison and shows a message',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const [listed] = await list(browser, baseURL, newWord(), [{ price: '100.00', deliveryDays: 1 }]);
    await page.goto(`/compare?packages=${MISSING},${listed?.id}`);
    await expect(page.getByText('We left out 1 package')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Reel 0/ })).toBeVisible();
    await page.goto('/compare');
    await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  },
);

test('lets a visitor search and compare by keyboard', DEEP_TAG, async ({ page, browser, baseURL }) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR.slice(0, 2));
  await page.goto('/find-influencers');
  await page.getByRole('combobox', { name: 'Search creators' }).focus();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
      if (name.test(at)) return;
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await tabTo(/^Compare .* Reel/);
  await page.keyboard.press('Space');
  await tabTo(/^Compare .* Reel/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('2 of 4 selected');
  await tabTo(/^Compare 2 packages$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare packages' })).toBeVisible();
});

test(
  'shows the filters in a drawer with the number of results on a phone',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const word = newWord();
    await list(browser, baseURL, word, FOUR);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/find-influencers?q=${word}`);
    await expect(filters(page)).toBeHidden();
    const open = page.getByRole('button', { name: 'Filters (1)' });
    await open.click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('button', { name: 'More filters' }).click();
    await drawer.getByLabel('Delivery time').selectOption('3');
    await drawer.getByRole('button', { name: 'Show 2 creators' }).click();
    await expect(drawer).toBeHidden();
    await expect(cards(page)).toHaveCount(2);
    for (const path of ['/find-influencers', `/find-influencers?q=${word}`, '/compare', '/pricing-guide']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    }
  },
);

test('renders the search results on the server, so that the search works without scripts', async ({
  browser,
  baseURL,
}) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR.slice(0, 2));
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), javaScriptEnabled: false });
  const page = await context.newPage();
  await actBeforeAppStarts(page);
  await page.goto('/find-influencers');
  await page.getByRole('combobox', { name: 'Search creators' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  await context.close();
});

test(
  'has no axe violations in the search, the comparison and the pricing guide',
  DEEP_TAG,
  async ({ page, browser, baseURL }) => {
    const word = newWord();
    const ids = (await list(browser, baseURL, word, FOUR)).map(({ id }) => id).join(',');
    for (const path of [
      `/find-influencers?q=${word}&days=30&compare=${ids}`,
      `/find-influencers?q=${word}&max=1`,
      `/compare?packages=${ids}`,
      '/compare',
      '/pricing-guide',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The comparison tray covers content except at the end of the page, the header except at the start.
      if (path.includes('compare=')) await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expectNoViolations(page);
    }
  },
);
