/** Tests pages of an earlier release, whose scripts and procedures the server no longer has. */
import type { Page } from '@playwright/test';
import { actBeforeAppStarts, DEEP_TAG, expect, expectToast, test } from '../support/marquee.ts';

const INCOMPLETE = 'This page could not be loaded completely. Check your connection and load it again.';

/** Makes the server answer as if it had no file whose name begins with `name`. `times` limits the requests. */
const hideScript = (page: Page, name: string, times?: number) =>
  page.route(
    new RegExp(`/assets/${name}-[^/]+\\.js$`),
    (route) => route.continue({ url: new URL('/assets/missing.js', route.request().url()).href }),
    times === undefined ? {} : { times },
  );

test('offers to reload a page that calls an unknown procedure, and keeps what the user typed', async ({ creator }) => {
  const { page } = creator;
  await page.goto('/settings');
  const about = page.getByRole('region', { name: 'About you' });
  await about.getByLabel('Bio').fill('I film bread.');
  const saving = '**/trpc/profiles.saveAbout*';
  await page.route(saving, (route) =>
    route.continue({ url: route.request().url().replace('saveAbout', 'saveAboutOfEarlierRelease') }),
  );
  await about.getByRole('button', { name: 'Save details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Marquee was updated' });
  await expect(dialog).toContainText('Reload this page to continue. We keep what you typed.');
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect(about.getByLabel('Bio')).toHaveValue('I film bread.');
  await about.getByRole('button', { name: 'Save details' }).click();
  await page.unroute(saving);
  await dialog.getByRole('button', { name: 'Reload to update' }).click();
  await expectToast(page, 'Your changes are back');
  await expect(about.getByLabel('Bio')).toHaveValue('I film bread.');
  await about.getByRole('button', { name: 'Save details' }).click();
  await expectToast(page, 'Details saved');
});

test('reloads once to show a page whose script is missing', DEEP_TAG, async ({ page }) => {
  await page.goto('/pricing-guide');
  await hideScript(page, 'ContactPage', 1);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await reloaded;
  await expect(page).toHaveURL(/\/contact$/);
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await expect(page.getByText(INCOMPLETE)).toHaveCount(0);
});

test(
  'says that a page could not be loaded if its script is still missing after a reload',
  DEEP_TAG,
  async ({ page }) => {
    await page.goto('/pricing-guide');
    await hideScript(page, 'ContactPage');
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
    // Waits until the app has started.
    await link.hover();
    await actBeforeAppStarts(page);
    await link.click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByRole('alert').filter({ hasText: INCOMPLETE })).toBeVisible();
    expect(loads).toBe(1);
  },
);

test('reloads once if the first script of a page is missing, and then says so', DEEP_TAG, async ({ page }) => {
  await hideScript(page, 'index', 1);
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await expect(page.getByText(INCOMPLETE)).toHaveCount(0);
  await hideScript(page, 'index');
  await actBeforeAppStarts(page);
  await page.goto('/pricing-guide');
  await expect(page.getByRole('alert').filter({ hasText: INCOMPLETE })).toBeVisible();
});
