/**
 * Tests keyboard focus and screen reader announcements after a page has changed, for example after a new screen has
 * opened, a list has grown or a dialog has closed.
 */
import type { Page } from '@playwright/test';
import {
  DEEP_TAG,
  openDemoPage,
  expect,
  publishPackage,
  test,
  expectToast,
  withoutServerAnswers,
} from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('announces the title of a newly opened screen to screen readers and focuses its heading', async ({
  brand: { page },
}) => {
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Bookings' }).click();
  await expect(heading(page, 'Bookings')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Bookings · Marquee' })).toBeAttached();
  // A filter on the same screen does not move the focus.
  await page.getByRole('link', { name: 'Completed', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Completed', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Completed', exact: true })).toBeFocused();
});

test(
  'keeps an error message visible until another toast or screen appears',
  DEEP_TAG,
  async ({ creator: { page } }) => {
    await page.goto('/dashboard');
    const create = page.getByRole('button', { name: 'Create Sample Service' });
    const error = page.getByRole('alert').filter({ hasText: 'Failed to create service' });
    let refused = 0;
    await page.route('**/trpc/packages.create*', (route) => {
      refused += 1;
      return route.abort();
    });
    await create.click();
    await expect(error).toBeVisible();
    await create.click();
    // Wait until the second call has failed, so that its response does not arrive after the next click.
    await expect.poll(() => refused).toBe(2);
    await expect(create).toBeEnabled();
    await expect(error).toHaveCount(1);
    await page.unrouteAll();
    await create.click();
    await expectToast(page, 'Your sample service is now live');
    await expect(error).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Package deleted');

    await page.route('**/trpc/packages.create*', (route) => route.abort());
    await create.click();
    await expect(error).toBeVisible();
    await page.getByRole('link', { name: 'View Packages' }).click();
    await expect(heading(page, 'Packages')).toBeFocused();
    await expect(error).toHaveCount(0);
  },
);

test(
  'removes the error message of the previous attempt after a successful submission',
  DEEP_TAG,
  async ({ creator: { page } }) => {
    await page.goto('/packages?new=1');
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Create Package' }).click();
    await expectToast(page, 'Please fill in all required fields');
    await form.getByLabel('Package name').fill('Morning Reel');
    await form.getByLabel('Description').fill('A Reel before nine.');
    await form.getByLabel('Price').fill('249.50');
    await form.getByRole('button', { name: 'Create Package' }).click();
    await expectToast(page, 'Package created');
    await expect(page.getByText('Please fill in all required fields')).toHaveCount(0);
  },
);

test(
  'shows zeros, a message and a retry button on the dashboard if its metrics cannot be loaded',
  DEEP_TAG,
  async ({ brand: { page } }) => {
    await withoutServerAnswers(page);
    await page.route(/\/trpc\/[^?]*profiles\.dashboard/, (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByText('Your stats could not be loaded')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your stats' })).toContainText('$0.00');
    const again = page.getByRole('button', { name: 'Try again' });
    const dashboardRequest = page.waitForRequest(/\/trpc\/[^?]*profiles\.dashboard/);
    await again.click();
    await dashboardRequest;
    await expect(page.getByText('Your stats could not be loaded')).toBeVisible();
    await page.unrouteAll();
    await expect(async () => {
      // The button is already gone if the live stream has triggered a successful reload.
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(page.getByText('Your stats could not be loaded')).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
  },
);

test('focuses the Cancel button of a dialog that confirms a deletion', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await publishPackage(creator);
  await page.goto('/packages');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
});

test(
  'closes the filters when Escape is pressed once, and returns the focus to their button',
  DEEP_TAG,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/find-influencers');
    const button = page.getByRole('button', { name: 'Filters' });
    await button.click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  },
);

test('focuses the first new item when more list items are loaded', DEEP_TAG, async ({ brand: { page } }) => {
  await page.goto('/find-influencers');
  const cards = page.getByRole('region', { name: 'Creators' }).getByRole('article');
  await expect(cards.first()).toBeVisible();
  const before = await cards.count();
  // Dispatch the click without scrolling to the link, because scrolling also loads the next items.
  await page.getByRole('link', { name: 'Load more' }).dispatchEvent('click');
  await expect(cards.nth(before).getByRole('heading', { level: 2 }).getByRole('link')).toBeFocused();
});

test(
  'focuses the first new picture when all portfolio pictures are shown',
  DEEP_TAG,
  async ({ creator: { page, username } }) => {
    for (const shade of [1, 2, 3, 4, 5, 6]) {
      const { buffer } = await createPictureFile('picture.png', `#${String(shade).repeat(6)}`);
      const sent = await page.request.post('/api/uploads/portfolio', {
        headers: { 'content-type': 'image/png' },
        data: buffer,
      });
      expect(sent.status()).toBe(200);
    }
    await page.goto(`/profile/${username}`);
    await page.getByRole('button', { name: 'Show all 6 pictures' }).click();
    await expect(
      page.getByRole('region', { name: 'Portfolio' }).getByRole('listitem').nth(5).getByRole('button'),
    ).toBeFocused();
  },
);

test('announces a table that is wider than the screen as scrollable', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, 'admin@demo.marquee.test');
  const hint = page.getByText('Scroll sideways to see all columns.');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/admin/revenue');
  await expect(page.getByRole('region', { name: 'Revenue per month' })).toHaveAccessibleDescription(
    await hint.innerText(),
  );
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(hint).toHaveCount(0);
});

test(
  'shows visitors, creators and brands only the links that apply to them',
  DEEP_TAG,
  async ({ page, brand, creator }) => {
    const footer = (at: Page) => at.getByRole('contentinfo').getByRole('link', { name: 'Start selling' });
    await page.goto('/resources');
    await expect(footer(page)).toHaveAttribute('href', '/auth?mode=signup');
    await expect(page.getByRole('link', { name: 'Open packages' })).toHaveCount(0);
    await creator.page.goto('/resources');
    await expect(creator.page.getByRole('link', { name: 'Open packages' })).toBeVisible();
    await expect(footer(creator.page)).toHaveCount(0);
    await brand.page.goto('/resources');
    await expect(heading(brand.page, 'Resources')).toBeVisible();
    await expect(footer(brand.page)).toHaveCount(0);
    await expect(brand.page.getByRole('link', { name: 'Open packages' })).toHaveCount(0);

    await brand.page.goto('/settings/account');
    await brand.page.getByRole('button', { name: 'Delete account' }).click();
    await expect(brand.page.getByRole('dialog')).toContainText('Past bookings remain visible');
    await expect(brand.page.getByRole('dialog')).not.toContainText('packages');

    await brand.page.goto('/bookings');
    await expect(brand.page.getByRole('main').getByRole('link', { name: 'Find creators' })).toHaveAttribute(
      'href',
      '/find-influencers',
    );
  },
);

test('adapts an open page to the color scheme of the system', DEEP_TAG, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  for (const path of ['/privacy', '/login']) {
    await page.goto(path);
    const scheme = page.locator('html');
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  }
});

test('prints only the screen’s content, in dark text on white', DEEP_TAG, async ({ brand: { page } }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/bookings');
  await expect(heading(page, 'Bookings')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(heading(page, 'Bookings')).toHaveCSS('color', 'rgb(0, 0, 0)');
});
