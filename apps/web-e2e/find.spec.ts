/**
 * Finding creators: the search and its address, paging, the comparison, and all of it without a mouse or on a phone.
 */
import type { Browser, Page } from '@playwright/test';
import { noViolationsAt } from './axe.ts';
import { expect, newAccount, newPackage, test } from './marquee.ts';

const MISSING = '00000000-0000-0000-0000-000000000000';
let counter = 0;
/** A word that only this test's packages have. */
const newWord = () => `zq${Date.now().toString(36)}${process.pid}${counter++}`;

interface Listed {
  id: string;
  name: string;
  fullName: string;
  username: string;
}

/** A creator for each of these packages. */
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
      const pack = await newPackage(creator, {
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
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('a search and its filters are in the address, which can be shared, and "back" goes through them', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR);
  await page.goto('/pricing-guide');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
  await page.getByRole('searchbox', { name: 'Search creators' }).pressSequentially(word);
  await expect(page.getByText('4 creators', { exact: true })).toBeVisible();
  await expect.poll(() => params(page)).toEqual({ q: word });

  await filters(page).getByRole('group', { name: 'Your budget' }).getByLabel('To').fill('345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 creators', { exact: true })).toBeVisible();
  await filters(page).getByLabel('Delivery time').selectOption('Within 3 days');
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
  await expect(shared.getByRole('searchbox')).toHaveValue(word);
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
  await expect(filters(page).getByRole('group', { name: 'Your budget' }).getByLabel('To')).toHaveValue('');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect.poll(() => params(page)).toEqual({});
});

test('typing is one step of the history', async ({ page }) => {
  await page.goto('/pricing-guide');
  await page.goto('/find-influencers');
  const box = page.getByRole('searchbox');
  for (const text of ['a', 'an', 'ana']) {
    await box.fill(text);
    await expect(page).toHaveURL(new RegExp(`q=${text}$`));
  }
  await page.goBack();
  await expect(page).toHaveURL(/pricing-guide$/);
});

test('each creator names the package, what the brand pays for it, and leads to profile and order', async ({
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
  await expect(card).toContainText('in total, 15% fee included');
  await expect(card).toContainText('Delivery in 1 day');
  // Nobody has rated anybody yet: no star and no figure.
  await expect(card.getByRole('list', { name: 'At a glance' })).toHaveText(/^New/);
  await expect(card.getByRole('link', { name: /^Book / })).toHaveAttribute(
    'href',
    `/order-questionnaire?packageId=${listed?.id}`,
  );
  await card.getByRole('link', { name: /^View profile/ }).click();
  await expect(page).toHaveURL(`/profile/${listed?.username}`);
});

test('a creator sees no Book button', async ({ creator }) => {
  await creator.page.goto('/find-influencers');
  await expect(cards(creator.page).first()).toBeVisible();
  await expect(results(creator.page).getByRole('link', { name: /^Book / })).toHaveCount(0);
});

test('more is loaded below, and is still there after a reload and after a look at a profile', async ({ page }) => {
  await page.goto('/find-influencers');
  await expect(cards(page)).toHaveCount(24);
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(cards(page).nth(24)).toBeVisible();
  await expect.poll(() => params(page)).toEqual({ pages: '2' });
  const shown = await cards(page).count();
  await page.reload();
  await expect(cards(page).nth(24)).toBeVisible();

  const far = cards(page).nth(30);
  await far.getByRole('link', { name: /^View profile/ }).click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goBack();
  await expect(cards(page)).toHaveCount(shown);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
});

test('an empty list says which filter to drop, and drops it', async ({ page, browser, baseURL }) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR);
  await page.goto(`/find-influencers?q=${word}&max=50`);
  await expect(page.getByRole('heading', { name: 'No creators match all of this' })).toBeVisible();
  await expect(page.getByText('Without Up to $50 in total there are 4 creators.')).toBeVisible();
  await page.getByRole('link', { name: 'Drop Up to $50 in total (4)' }).click();
  await expect(cards(page)).toHaveCount(4);
  await expect.poll(() => params(page)).toEqual({ q: word });
});

test('four packages are compared side by side', async ({ page, browser, baseURL }) => {
  const word = newWord();
  const listed = await list(browser, baseURL, word, FOUR);
  await page.goto(`/find-influencers?q=${word}&sort=price_low`);
  for (let at = 0; at < 4; at++) {
    const button = cards(page)
      .nth(at)
      .getByRole('button', { name: /^Compare/ });
    await button.click();
    // The first press fetches the app; one that comes while it starts is done after it.
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  const tray = page.getByRole('region', { name: 'Packages to compare' });
  await expect(tray).toContainText('4 of 4 chosen');
  await page.reload();
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /^Compare/ }),
  ).toHaveAttribute('aria-pressed', 'true');
  await tray.getByRole('link', { name: 'Compare 4 packages' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Compare packages' })).toBeVisible();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  await expect(row('You pay in total')).toHaveText(['$115.00Lowest total', '$230.00', '$345.00', '$460.00']);
  await expect(row('Package price')).toHaveText(['$100.00', '$200.00', '$300.00', '$400.00']);
  await expect(row('Platform fee')).toHaveText(['$15.00', '$30.00', '$45.00', '$60.00']);
  await expect(row('Delivery')).toHaveText(['3 days', '30 days', '1 dayFastest', '9 days']);
  await expect(row('Completed bookings')).toHaveText(['0', '0', '0', '0']);
  await expect(row('Rating')).toHaveCount(0);

  await page.getByRole('link', { name: /^Remove .* Reel 1 by/ }).click();
  await expect(row('You pay in total')).toHaveText(['$230.00Lowest total', '$345.00', '$460.00']);
  await page.reload();
  await expect(row('You pay in total')).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^Book .* Reel 3/ })).toHaveAttribute(
    'href',
    `/order-questionnaire?packageId=${listed[3]?.id}`,
  );
  await page.getByRole('link', { name: 'Add a package' }).click();
  await expect(tray).toContainText('3 of 4 chosen');
});

test('a fifth package does not fit, and a profile adds to the same choice', async ({ page, browser, baseURL }) => {
  const word = newWord();
  const listed = await list(browser, baseURL, word, FOUR);
  const compare = listed
    .slice(0, 3)
    .map(({ id }) => id)
    .join(',');
  await page.goto(`/find-influencers?q=${word}&compare=${compare}`);
  await cards(page)
    .filter({ hasText: 'Reel 3' })
    .getByRole('link', { name: /^View profile/ })
    .click();
  await expect(page).toHaveURL(`/profile/${listed[3]?.username}?compare=${compare}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Listed D' })).toBeVisible();
  const toggle = page.getByRole('button', { name: /^Compare/ });
  await toggle.click();
  await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('4 of 4 chosen');
  await toggle.click();
  await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('3 of 4 chosen');

  await page.goto(`/find-influencers?compare=${listed.map(({ id }) => id).join(',')}`);
  await results(page)
    .getByRole('button', { name: /^Compare/, pressed: false })
    .first()
    .click();
  await expect(page.getByText('Four packages are chosen')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('4 of 4 chosen');
});

test('a comparison leaves out what is not on offer, and says so', async ({ page, browser, baseURL }) => {
  const [listed] = await list(browser, baseURL, newWord(), [{ price: '100.00', deliveryDays: 1 }]);
  await page.goto(`/compare?packages=${MISSING},${listed?.id}`);
  await expect(page.getByText('One package was left out')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Reel 0/ })).toBeVisible();
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

test('works without a mouse', async ({ page, browser, baseURL }) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR.slice(0, 2));
  await page.goto('/find-influencers');
  await page.getByRole('searchbox').focus();
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
  await expect(page.getByRole('region', { name: 'Packages to compare' })).toContainText('2 of 4 chosen');
  await tabTo(/^Compare 2 packages$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare packages' })).toBeVisible();
});

test('on a phone, filters are in a drawer that says what they find', async ({ page, browser, baseURL }) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/find-influencers?q=${word}`);
  await expect(filters(page)).toBeHidden();
  const open = page.getByRole('button', { name: 'Filters (1)' });
  await open.click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByLabel('Delivery time').selectOption('Within 3 days');
  await drawer.getByRole('button', { name: 'Show 2 creators' }).click();
  await expect(drawer).toBeHidden();
  await expect(cards(page)).toHaveCount(2);
  for (const path of ['/find-influencers', `/find-influencers?q=${word}`, '/compare', '/pricing-guide']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
  }
});

test('the list comes with the page, before any script', async ({ browser, baseURL }) => {
  const word = newWord();
  await list(browser, baseURL, word, FOUR.slice(0, 2));
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/find-influencers');
  await page.getByRole('searchbox').fill(word);
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  await context.close();
});

test('axe finds nothing', async ({ page, browser, baseURL }) => {
  const word = newWord();
  const ids = (await list(browser, baseURL, word, FOUR)).map(({ id }) => id).join(',');
  for (const path of [
    `/find-influencers?q=${word}&days=30&compare=${ids}`,
    `/find-influencers?q=${word}&max=1`,
    `/compare?packages=${ids}`,
    '/compare',
    '/pricing-guide',
  ]) {
    await noViolationsAt(page, path);
  }
});
