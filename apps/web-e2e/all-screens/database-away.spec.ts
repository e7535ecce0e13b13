/**
 * Tests the web app while the database refuses connections. Runs a product of its own, because the database of the
 * other tests must stay available.
 */
import { setDatabaseAway } from '@marquee/tools/local/database-away';
import { startTestProduct, type TestProduct } from '@marquee/tools/test-product';
import { test, expect, type Page } from '@playwright/test';
import { DEEP_TAG, DEMO_PASSWORD } from '../support/marquee.ts';

const DEMO_CREATOR = 'maya@demo.marquee.test';
const SENTENCE = 'Marquee is briefly unavailable. Please try again in a few seconds.';
const REFERENCE = /Reference: [2-9C-Y]{4}-[2-9C-Y]{4}/;

test.describe('while the database is away', DEEP_TAG, () => {
  // In one worker, because each worker would start a product of its own.
  test.describe.configure({ mode: 'serial' });
  let product: TestProduct;

  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  const setAway = (isAway: boolean) => setDatabaseAway(product.env['MARQUEE_DATA_DIR'] ?? '', isAway);

  const openSettings = async (page: Page) => {
    const origin = product.env['MARQUEE_URL'] ?? '';
    const signedIn = await page.request.post(`${origin}/api/auth/login`, {
      data: { email: DEMO_CREATOR, password: DEMO_PASSWORD },
      headers: { origin },
    });
    expect(signedIn.ok()).toBe(true);
    await page.goto(`${origin}/settings`);
    return page.getByLabel('Location');
  };

  test('saves a form automatically after a short outage, and keeps its input during a long one', async ({ page }) => {
    const field = await openSettings(page);
    const save = page.getByRole('button', { name: 'Save details' });

    await field.fill('Porto, Portugal');
    await setAway(true);
    const refused = page.waitForResponse((response) => response.status() === 503);
    await save.click();
    await refused;
    await setAway(false);
    await expect(page.getByText('Details saved')).toBeVisible();

    await field.fill('Faro, Portugal');
    await setAway(true);
    await save.click();
    const error = page.getByRole('alert').filter({ hasText: SENTENCE });
    await expect(error).toBeVisible();
    await expect(error).toContainText(REFERENCE);
    await expect(field).toHaveValue('Faro, Portugal');
    await setAway(false);
    await save.click();
    await expect(page.getByText('Details saved')).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('Faro, Portugal');
  });

  test('says on the page that Marquee is unavailable, and reloads automatically when the database is back', async ({
    page,
  }) => {
    await openSettings(page);
    await setAway(true);
    const response = await page.goto(`${product.env['MARQUEE_URL'] ?? ''}/bookings`);
    expect(response?.status()).toBe(503);
    expect(response?.headers()['retry-after']).toBe('5');
    await expect(page.getByRole('heading', { name: 'Briefly unavailable' })).toBeVisible();
    await expect(page.getByText(REFERENCE)).toBeVisible();
    await setAway(false);
    await expect(page.getByRole('heading', { level: 1, name: /Bookings/ })).toBeVisible();

    // A page that is opened inside the app shows the same message, and also reloads automatically. A link that is
    // clicked before the app has started would load a whole page.
    await page.keyboard.press('Shift');
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
    );
    await setAway(true);
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Money' }).click();
    await expect(page.getByText(SENTENCE)).toBeVisible();
    await setAway(false);
    await expect(page.getByRole('heading', { level: 1, name: /Payouts/ })).toBeVisible();
    await expect(page).toHaveURL(/\/payouts$/);
  });
});
