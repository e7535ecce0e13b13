/** Validates the HTML of the main screens as the browser renders it. */
import { expectValidHtml, expectValidHtmlAt } from '../support/html.ts';
import { DEEP_TAG, openDemoPage, test } from '../support/marquee.ts';

const PUBLIC = [
  '/',
  '/auth',
  '/login',
  '/register',
  '/find-influencers',
  '/profile/maya_lindqvist',
  '/pricing-guide',
  '/resources',
  '/how-money-moves',
  '/contact',
  '/terms',
  '/privacy',
  '/trust',
];
const FOR_CREATORS = [
  '/dashboard',
  '/questionnaire-builder',
  '/bookings',
  '/messages',
  '/notifications',
  '/analytics',
  '/payouts',
  '/settings',
  '/settings/availability',
  '/settings/billing',
  '/settings/notifications',
  '/settings/account',
];
const FOR_BRANDS = ['/dashboard', '/bookings', '/customer-info', '/match', '/saved', '/settings'];

test('renders the screens of visitors as valid HTML', DEEP_TAG, async ({ page }) => {
  for (const path of PUBLIC) await expectValidHtmlAt(page, path);
});

test(
  'renders the screens of a creator as valid HTML, also with an open dialog',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
    await expectValidHtmlAt(page, '/packages');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /(Add|Edit) options/ })
      .click();
    await page.getByRole('switch', { name: 'Mark as popular' }).waitFor();
    await expectValidHtml(page);
    for (const path of FOR_CREATORS) await expectValidHtmlAt(page, path);
  },
);

test('renders the screens of a brand as valid HTML', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
  for (const path of FOR_BRANDS) await expectValidHtmlAt(page, path);
});
