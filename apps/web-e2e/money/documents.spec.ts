/** Tests billing details, the documents of a booking, and the page that verifies the codes on documents. */
import { expectNoViolationsAt } from '../support/axe.ts';
import {
  actBeforeAppStarts,
  DEEP_TAG,
  openDemoPage,
  expect,
  publishPackage,
  test,
  unfold,
} from '../support/marquee.ts';

test('lets a brand save its billing details', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Billing' }).click();
  await page.getByLabel('Legal name').fill('Beispiel Handels GmbH');
  await page.getByLabel('Address').fill('Beispielweg 1\n10115 Berlin');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('Tax ID').fill('DE123456789');
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await expect(page.getByText('Billing details saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Address')).toHaveValue('Beispielweg 1\n10115 Berlin');
  await expect(page.getByLabel('Country')).toHaveValue('DE');
  await expectNoViolationsAt(page, '/settings/billing');
});

test('creates documents of a booking whose codes anyone can verify, even without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const page = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
  await page.goto('/bookings?status=completed');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await unfold(page, 'Documents');
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('link', { name: 'Booking agreement as PDF' })).toBeVisible();
  const bookingId = new URL(page.url()).searchParams.get('bookingId');
  const answer = await page.request.get(
    `/trpc/receipts.byBooking?input=${encodeURIComponent(JSON.stringify({ id: bookingId }))}`,
  );
  const { result } = (await answer.json()) as { result: { data: { number: string; check: { code: string } } } };
  const { number, check } = result.data;

  const visitor = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const paper = await visitor.newPage();
  await actBeforeAppStarts(paper);
  await paper.goto('/verify');
  await paper.getByLabel('Code').fill(check.code.toLowerCase());
  await paper.getByRole('button', { name: 'Check' }).click();
  await expect(paper.getByRole('heading', { name: 'This document is genuine' })).toBeVisible();
  await expect(paper.getByText(number)).toBeVisible();
  await expect(paper.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await visitor.close();

  await page.goto('/verify');
  await page.getByLabel('Code').fill('AAAA-BBBB-CCCC');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No document has this code')).toBeVisible();
  await expectNoViolationsAt(page, `/verify/${check.code}`);
});

test('lets a brand add its own order number at the checkout', DEEP_TAG, async ({ creator, brand }) => {
  const { page } = brand;
  const pack = await publishPackage(creator);
  await page.goto(`/checkout?packageId=${pack.id}`);
  const field = page.getByLabel('PO number or reference (optional)');
  await field.fill('PO-2026-17');
  await page.keyboard.press('Tab');
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('PO-2026-17');
});

test('lets a creator download a work record that anyone can verify', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
  await page.goto('/analytics');
  const section = page.getByRole('region', { name: 'Record of work' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download today’s record of work (PDF)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  // A creator can create at most one work record per day, so the second download returns the existing record.
  await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: /^Download today/ }).click()]);
  await expect(section.getByRole('listitem')).toHaveCount(1);
  const code = section.getByRole('link', { name: /^Check the code/ });
  const address = (await code.getAttribute('href')) ?? '';
  expect(address).toMatch(/^\/verify\//);

  const visitor = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const paper = await visitor.newPage();
  await actBeforeAppStarts(paper);
  await paper.goto(address);
  await expect(paper.getByRole('heading', { name: 'This document is genuine' })).toBeVisible();
  await expect(paper.getByText('Maya Lindqvist').first()).toBeVisible();
  await expect(paper.getByText(/^\d+ bookings$/)).toBeVisible();
  await expect(paper.getByText('Northwind')).toHaveCount(0);
  await visitor.close();
  await expectNoViolationsAt(page, address);
  await page.close();
});
