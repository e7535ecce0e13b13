/** Tests the payouts page and its documents. Most tests use the bookings in the demo data. */
import type { Page } from '@playwright/test';
import { expectNoViolationsAt } from '../support/axe.ts';
import { DEEP_TAG, openDemoPage, expect, test, unfold } from '../support/marquee.ts';

const downloaded = async (page: Page, name: RegExp, role: 'link' | 'button' = 'link') => {
  const download = page.waitForEvent('download');
  await page.getByRole(role, { name }).first().click();
  return (await download).suggestedFilename();
};

test('asks a new creator to set up payouts, and returns to the payouts page after the setup', async ({ creator }) => {
  const { page } = creator;
  await page.goto('/payouts');
  await expect(page.getByRole('heading', { name: 'Payouts are not set up yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No payouts yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await expect(page.getByText('Please choose a country.')).toBeVisible();
  await page.getByLabel('Payout country').selectOption('Portugal');
  await expect(page.getByText('Stripe sends payouts to your bank account in Portugal.')).toBeVisible();
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await page
    .getByRole('button', { name: /finish|complete|submit/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/payouts$/);
  await expect(page.getByRole('heading', { name: /You can receive payouts/ })).toBeVisible();
});

test(
  'tells a creator in Japan that payouts take longer, and lets them change the country until they have entered details at Stripe',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const choose = (country: string) => page.getByLabel('Payout country').selectOption(country);
    await page.goto('/payouts');
    await choose('Thailand');
    await page.getByRole('button', { name: 'Set up payouts' }).click();
    await page.getByRole('button', { name: 'Leave without finishing' }).click();
    await expect(page.getByRole('heading', { name: 'Your payout setup is not finished' })).toBeVisible();
    await expect(page.getByText('when your balance reaches 600 THB')).toBeVisible();
    await page.getByRole('button', { name: 'Change country' }).click();
    await choose('Japan');
    await page.getByRole('button', { name: 'Change country' }).click();
    await page.getByRole('button', { name: 'Set up payouts' }).click();
    await page.getByRole('button', { name: 'Finish onboarding' }).click();
    await expect(page.getByRole('heading', { name: /You can receive payouts/ })).toBeVisible();
    await expect(page.getByText('Payouts to Japan take 24 hours longer')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change country' })).toHaveCount(0);
  },
);

test(
  'asks a creator for the payout country after publishing, and says if it is not supported',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await page.goto('/packages?new=1');
    const editor = page.getByRole('dialog', { name: 'New Package' });
    await expect(page.getByLabel('Payout country')).toHaveCount(0);
    await editor.getByLabel('Package name').fill('One Reel');
    await editor.getByLabel('Description').fill('A Reel.');
    await editor.getByLabel('Price').fill('100');
    await editor.getByRole('button', { name: 'Create Package' }).click();
    await page.getByLabel('Payout country').selectOption('Cuba');
    await page.getByRole('button', { name: 'Save country' }).click();
    await expect(page.getByRole('heading', { name: 'We cannot pay creators in Cuba yet' })).toBeVisible();
    await page.goto('/packages?new=1');
    await editor.getByLabel('Package name').fill('Two Reels');
    await editor.getByLabel('Description').fill('Two Reels.');
    await editor.getByLabel('Price').fill('150');
    await editor.getByRole('button', { name: 'Create Package' }).click();
    await expect(page.getByText(/We cannot pay creators in your country yet/)).toBeVisible();
    await page.goto('/payouts');
    await expect(page.getByRole('heading', { name: 'We cannot pay creators in Cuba yet' })).toBeVisible();
    await page.getByLabel('Payout country').selectOption('Portugal');
    await page.getByRole('button', { name: 'Change country' }).click();
    await page.getByRole('button', { name: 'Finish onboarding' }).click();
    await expect(page.getByRole('heading', { name: /You can receive payouts/ })).toBeVisible();
  },
);

test('shows a creator payouts in every stage, filters them by stage and downloads statements', async ({
  browser,
  baseURL,
}) => {
  const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
  await page.goto('/payouts');
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Payouts by stage' }).getByRole('link', { name: 'Paid out' }).click();
  await expect(page).toHaveURL(/stage=paid_out/);
  await expect(page.getByText(/^Paid out on /).first()).toBeVisible();
  await expect(page.getByText(/^On hold until/)).toHaveCount(0);
  expect(await downloaded(page, /^PDF statement for /)).toMatch(/^payout-P-\d{4}-\d{6}\.pdf$/);
  await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Statements' }).click();
  await expect(page).toHaveURL(/\/payouts\/statements$/);
  expect(await downloaded(page, /^CSV statement for [A-Z][a-z]+ \d{4}$/)).toMatch(/^statement-\d{4}-\d\d\.csv$/);
});

test('lets a brand download a receipt from the list and from the booking', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
  await page.goto('/receipts');
  expect(await downloaded(page, /^PDF R-/)).toMatch(/^receipt-R-\d{4}-\d{6}\.pdf$/);
  await page.goto('/bookings?status=completed');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await unfold(page, 'Documents');
  expect(await downloaded(page, /^Receipt as PDF$/)).toMatch(/^receipt-R-\d{4}-\d{6}\.pdf$/);
});

test(
  'lets a brand find documents by date and text, and download all of them',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
    await page.goto('/receipts');
    const number =
      /R-\d{4}-\d{6}/.exec(
        (await page
          .getByRole('heading', { name: /^Receipt R-/ })
          .first()
          .textContent()) ?? '',
      )?.[0] ?? '';
    await page.getByLabel('Number, package, creator or PO number').fill(number);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`search=${number}`));
    await expect(page.getByRole('heading', { name: /^Receipt R-/ })).toHaveText([`Receipt ${number}`]);
    expect(await downloaded(page, /in this list as PDFs in a ZIP file$/, 'button')).toBe('receipts.zip');
    expect(await downloaded(page, /in this list as CSV$/, 'button')).toBe('receipts.csv');

    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page.getByLabel('Number, package, creator or PO number')).toHaveValue('');
    await page.getByLabel('From', { exact: true }).fill('2026-02-02');
    await page.getByLabel('To', { exact: true }).fill('2026-02-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('This date is before the start date')).toBeVisible();
    await page.getByLabel('From', { exact: true }).fill('2020-02-01');
    await page.getByLabel('To', { exact: true }).fill('2020-02-02');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No receipts found' })).toBeVisible();
  },
);

test(
  'lets a creator download the payouts of a period, and shows a message if there were none',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
    await page.goto('/payouts');
    expect(await downloaded(page, /^Download everything paid out/, 'button')).toBe('payouts.csv');
    await page.goto('/payouts?from=2020-01-01&to=2020-01-02');
    await expect(page.getByRole('heading', { name: 'No payouts found' })).toBeVisible();
    await page.getByRole('button', { name: /^Download everything paid out/ }).click();
    await expect(page.getByText('Nothing was paid out in this period.')).toBeVisible();
  },
);

test(
  'has no axe violations on the payouts and receipts pages',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand }) => {
    await expectNoViolationsAt(await openDemoPage(browser, baseURL, 'maya@demo.marquee.test'), '/payouts');
    await expectNoViolationsAt(creator.page, '/payouts');
    await expectNoViolationsAt(await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test'), '/receipts');
    await expectNoViolationsAt(brand.page, '/receipts');
  },
);
