/** Tests the workspace navigation: its links, its tabs, and the position of headings. */
import { DEEP_TAG, expect, openDemoPage, publishPackage, test } from '../support/marquee.ts';

const CREATOR_SCREENS = [
  '/',
  '/dashboard',
  '/bookings',
  '/offers',
  '/messages',
  '/packages',
  '/manage-packages',
  '/questionnaire-builder',
  '/payouts',
  '/payouts/statements',
  '/analytics',
  '/saved',
  '/notifications',
  '/settings',
  '/settings/availability',
  '/settings/billing',
  '/settings/notifications',
  '/settings/account',
  '/find-influencers',
];
const BRAND_SCREENS = ['/dashboard', '/bookings', '/receipts', '/saved', '/customer-info', '/match', '/settings'];
const STAFF_SCREENS = [
  '/admin',
  '/admin/reports',
  '/admin/reports?show=appeals',
  '/admin/proofs',
  '/admin/messages',
  '/admin/payouts',
  '/admin/disputes',
  '/admin/chargebacks',
  '/admin/exceptions',
  '/admin/refunds',
  '/admin/revenue',
  '/admin/bookings',
  '/admin/users',
  '/admin/packages',
  '/admin/market',
  '/admin/terms',
  '/admin/audit',
  '/admin/health',
];

test('shows the same six links on every workspace screen, all of them reachable on a phone', async ({
  creator: { page },
}) => {
  const links = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/notifications');
    await expect(links).toHaveText(['Dashboard', 'Bookings', 'Messages', 'Packages', 'Money', 'Analytics']);
    for (const link of await links.all()) {
      const { x, width: wide, height } = (await link.boundingBox()) ?? { x: -1, width: 0, height: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44);
      // The label is not cut off.
      expect(await link.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
    }
  }
  // On wide screens, the header shows the dashboard's link.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(1);
  await links.filter({ hasText: 'Money' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
  await expect(links.filter({ hasText: 'Money' })).toHaveAttribute('aria-current', 'true');
});

test('shows on the tab of the offers how many of them need an answer', async ({ creator, brand }) => {
  const { page } = creator;
  const tab = page.getByRole('navigation', { name: 'Bookings and offers' }).getByRole('link', { name: /^Offers/ });
  await page.goto('/bookings');
  await expect(tab).toHaveText('Offers');
  const response = await brand.request.post('/trpc/offers.request', {
    data: { creatorId: creator.id, brief: 'A film about our new tent.', budget: 400, requestedDay: '', platforms: [] },
  });
  expect(response.status()).toBe(200);
  // The count updates without a reload.
  await expect(tab).toHaveText('Offers1');
  await tab.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
  await expect(tab).toHaveAttribute('aria-current', 'page');
});

test(
  'shows the heading at the same place on every workspace screen',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    await publishPackage(creator);
    const brandPage = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
    await brandPage.goto('/bookings');
    const booking = await brandPage.locator('a[href*="/booking-details?"]').first().getAttribute('href');
    const staffPage = await openDemoPage(browser, baseURL, 'admin@demo.marquee.test');
    for (const width of [1280, 390]) {
      const places = new Map<string, string>();
      for (const [page, screens] of [
        [creator.page, CREATOR_SCREENS],
        [brandPage, [...BRAND_SCREENS, booking ?? '']],
        [staffPage, STAFF_SCREENS],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        for (const screen of screens) {
          await page.goto(screen);
          const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? { x: -1, y: -1 };
          places.set(screen, `${Math.round(x)} ${Math.round(y)}`);
        }
      }
      expect([...places].filter(([, place]) => place !== places.get('/dashboard'))).toEqual([]);
    }
  },
);
