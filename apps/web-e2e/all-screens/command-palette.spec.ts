import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, openDemoPage, expect, test } from '../support/marquee.ts';

const FIELD = 'Search pages and bookings';

test('opens a screen, a booking and a search from the command palette with a few keys', async ({
  browser,
  baseURL,
}) => {
  const page = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
  await page.goto('/dashboard');
  // Follow a link before pressing the shortcut, because the next screen appears only once the app has started.
  await page.getByRole('link', { name: 'Saved' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByLabel(FIELD);
  await expect(field).toBeFocused();
  await expect(page.getByRole('option', { name: 'Dashboard' })).toHaveAttribute('data-combobox-selected');
  await expectNoViolations(page, '[role=dialog]');
  await page.keyboard.type('rece');
  await expect(page.getByRole('option', { name: 'Receipts', exact: true })).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/receipts$/);

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('lookbook maya');
  await expect(page.getByRole('option').first()).toContainText('Lookbook photo set');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/booking-details\?bookingId=/);

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('trail running');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/receipts\?search=trail\+running$/);
});

test('opens the command palette with its button, and closes it with Escape', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await page.goto('/packages');
  const button = page.getByRole('button', { name: 'Go to a page or booking' });
  await button.click();
  await expect(page.getByRole('dialog').getByLabel(FIELD)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').getByLabel(FIELD)).toHaveCount(0);
  await expect(button).toBeFocused();
});
