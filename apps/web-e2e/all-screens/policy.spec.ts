/** Tests that every screen works under the content security policy and has no inline style elements. */
import type { Page } from '@playwright/test';
import { DEEP_TAG, openDemoPage, expect, publishPackage, test } from '../support/marquee.ts';

/** Records violations of the content security policy on this page and on the pages opened in it later. */
async function refusalsOn(page: Page): Promise<string[]> {
  const refusals: string[] = [];
  await page.exposeFunction('tellRefusal', (refusal: string) => refusals.push(refusal));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const tell = Reflect.get(window, 'tellRefusal') as (refusal: string) => void;
      tell(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  return refusals;
}

/** Opens each screen and waits until the app has started. */
async function visit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answer = await page.goto(path);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect([path, policy.match(/style-src(-elem)? [^;]*unsafe-inline/)]).toEqual([path, null]);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.keyboard.press('Shift');
    // When React hydrates the page, it adds a property to the root element.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')),
    );
    expect([path, await page.locator('style').count()]).toEqual([path, 0]);
  }
}

test(
  'follows the content security policy on every public screen for a visitor',
  DEEP_TAG,
  async ({ page, creator }) => {
    const refusals = await refusalsOn(page);
    const pack = await publishPackage(creator);
    await visit(page, [
      '/',
      '/find-influencers',
      `/profile/${creator.username}`,
      `/compare?packages=${pack.id}`,
      '/pricing-guide',
      '/trust',
      '/resources',
      '/contact',
      '/terms',
      '/how-money-moves',
      '/login',
      '/register',
      '/auth?mode=signup',
      '/forgot-password',
      '/reset-password#token=none',
      '/secure-account#token=none',
      '/verify-email#token=none',
      `/order-questionnaire?packageId=${pack.id}`,
    ]);
    expect(refusals).toEqual([]);
  },
);

test(
  'follows the content security policy on every screen and dialog for a creator',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
    const refusals = await refusalsOn(page);
    await visit(page, [
      '/dashboard',
      '/bookings',
      '/payouts',
      '/settings',
      '/settings/account',
      '/questionnaire-builder',
    ]);
    await visit(page, ['/packages']);
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // The scroll lock works without an inline style element, so the page behind the dialog does not scroll.
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
    expect(refusals).toEqual([]);
  },
);

test('follows the content security policy on every screen and in the card form for a brand', async ({
  creator,
  brand: { page },
}) => {
  const refusals = await refusalsOn(page);
  const pack = await publishPackage(creator);
  await visit(page, ['/dashboard', '/bookings', '/receipts', '/customer-info', '/settings/account']);
  await visit(page, [`/checkout?packageId=${pack.id}`]);
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
  const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await visit(page, [`/booking-details?bookingId=${bookingId}`]);
  expect(refusals).toEqual([]);
});

test('follows the content security policy on every staff screen', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, 'admin@demo.marquee.test');
  const refusals = await refusalsOn(page);
  await visit(page, [
    '/admin',
    '/admin/bookings',
    '/admin/users',
    '/admin/disputes',
    '/admin/audit',
    '/admin/health',
    '/admin/market',
    '/admin/revenue',
    '/admin/terms',
  ]);
  expect(refusals).toEqual([]);
});
