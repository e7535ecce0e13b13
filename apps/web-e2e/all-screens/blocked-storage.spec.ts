/** Tests that every screen works if the browser blocks site data, and that only preferences and drafts are lost. */
import type { Page } from '@playwright/test';
import { DEEP_TAG, openDemoPage, expect, publishPackage, E2E_PASSWORD, test } from '../support/marquee.ts';

const WAYS = {
  'throws when it is touched': () => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  },
  'is null': () => {
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { value: null });
  },
};

/** Opens each screen and checks that the app starts on it and shows no error. */
async function opensAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.keyboard.press('Shift');
    // When React hydrates the page, it adds a property to the root element.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByText('Something went wrong'), path).toHaveCount(0);
  }
}

const SCREENS = {
  'maya@demo.marquee.test': [
    '/dashboard',
    '/packages',
    '/questionnaire-builder',
    '/bookings',
    '/messages',
    '/offers',
    '/payouts',
    '/notifications',
    '/analytics',
    '/saved',
    '/settings',
    '/settings/account',
    '/profile/maya_lindqvist',
  ],
  'northwind@demo.marquee.test': [
    '/dashboard',
    '/find-influencers',
    '/profile/maya_lindqvist',
    '/bookings',
    '/messages',
    '/match',
    '/customer-info',
    '/receipts',
    '/saved',
    '/offers',
    '/settings/billing',
  ],
  'admin@demo.marquee.test': [
    '/admin',
    '/admin/bookings',
    '/admin/users',
    '/admin/terms',
    '/admin/audit',
    '/admin/health',
  ],
} as const;

for (const [way, block] of Object.entries(WAYS)) {
  // All storage access goes through one module, so a test in which the storage is null rarely finds an error that
  // the test in which it throws does not. Run the former only in the deep run.
  test.describe(`when the browser's storage ${way}`, way === 'is null' ? DEEP_TAG : {}, () => {
    test(
      'lets a visitor open the main public screens and change the color scheme',
      DEEP_TAG,
      async ({ page, creator }) => {
        const pack = await publishPackage(creator);
        await page.addInitScript(block);
        await opensAll(page, [
          '/find-influencers',
          `/profile/${creator.username}`,
          `/compare?packages=${pack.id}`,
          '/pricing-guide',
          '/contact',
          '/login',
          '/auth?mode=signup',
          '/forgot-password',
          `/order-questionnaire?packageId=${pack.id}`,
          '/',
        ]);
        const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
        await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
        await expect.poll(scheme).toBe('dark');
      },
    );

    for (const [email, paths] of Object.entries(SCREENS))
      test(`lets ${email.split('@')[0]} open their main screens`, DEEP_TAG, async ({ browser, baseURL }) => {
        const page = await openDemoPage(browser, baseURL, email);
        await page.addInitScript(block);
        await opensAll(page, paths);
      });

    test('takes a brand from the order form to the checkout', DEEP_TAG, async ({ creator, brand: { page } }) => {
      const pack = await publishPackage(creator);
      await page.addInitScript(block);
      await page.goto(`/order-questionnaire?packageId=${pack.id}`);
      await page.getByLabel('Project description').fill('A launch.');
      await page.getByRole('button', { name: 'Continue to Checkout' }).click();
      await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
    });

    test(
      'asks a visitor who presses Save to sign in, and then returns to the page',
      DEEP_TAG,
      async ({ page, brand, creator }) => {
        await page.addInitScript(block);
        await page.goto(`/profile/${creator.username}`);
        await page.getByRole('button', { name: `Save ${creator.fullName}` }).click();
        await expect(page).toHaveURL(/\/login\?next=/);
        await page.getByLabel('Email').fill(brand.email);
        await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
        await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
        await expect(page).toHaveURL(new RegExp(`/profile/${creator.username}$`));
        await expect(page.getByRole('heading', { level: 1, name: creator.fullName })).toBeVisible();
      },
    );
  });
}
