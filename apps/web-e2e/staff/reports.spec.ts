/** Tests reports, appeals and messages to support, including the emails that they cause. */
import type { Browser, Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import {
  DEEP_TAG,
  openDemoPage,
  expect,
  findMailLink,
  waitForMail,
  publishPackage,
  test,
  expectToast,
} from '../support/marquee.ts';

const staffPage = (browser: Browser, baseURL: string | undefined) =>
  openDemoPage(browser, baseURL, 'admin@demo.marquee.test');

async function act(page: Page, button: string | RegExp, reason: string) {
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason|Note/).fill(reason);
  await dialog.getByRole('button').last().click();
}

test('lets a brand report a package, staff hide it, its creator appeal, and staff reverse the decision', async ({
  browser,
  baseURL,
  creator,
  brand,
}) => {
  const pack = await publishPackage(creator, { name: `Doubtful Reel ${Date.now()}` });
  await brand.page.goto(`/profile/${creator.username}`);
  await brand.page.getByRole('button', { name: 'Report' }).click();
  const dialog = brand.page.getByRole('dialog', { name: 'Report' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await dialog.getByLabel('What do you want to report?').selectOption(`The service “${pack.name}”`);
  await dialog.getByLabel('Spam or misleading').check();
  await dialog.getByLabel('Details').fill('The views are bought.');
  await expectNoViolations(brand.page);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expectToast(brand.page, 'Report sent');

  const staff = await staffPage(browser, baseURL);
  await staff.goto('/admin/reports');
  await expect(staff.getByText('The views are bought.').first()).toBeVisible();
  await expectNoViolations(staff);
  await act(staff, `Hide: ${pack.name}`, 'It promises what it does not do');
  await expectToast(staff, 'Package hidden');

  await creator.page.goto('/packages');
  await expect(creator.page.getByText(/It promises what it does not do/)).toBeVisible();
  await creator.page.getByRole('link', { name: 'Appeal' }).click();
  await expect(creator.page.getByRole('heading', { level: 1, name: /is hidden/ })).toBeVisible();
  await creator.page.getByLabel('Why the decision is wrong').fill('Here are the statistics.');
  await creator.page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(
    creator.page.getByText('Our staff is reviewing your appeal. We will email you the result.'),
  ).toBeVisible();
  await expectNoViolations(creator.page);

  await staff.goto('/admin/reports?show=appeals');
  await act(staff, `Reverse decision: ${pack.name}`, 'The statistics are right');
  await expectToast(staff, 'Appeal decided');
  await brand.page.goto(`/profile/${creator.username}`);
  await expect(brand.page.getByRole('heading', { name: pack.name })).toBeVisible();
});

test('asks a visitor who reports a profile to sign in', DEEP_TAG, async ({ page, creator }) => {
  await page.goto(`/profile/${creator.username}`);
  await page.getByRole('button', { name: 'Report' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});

test(
  'lets staff respond to a message, and the sender reply through the link in the email',
  DEEP_TAG,
  async ({ browser, baseURL, page }) => {
    const email = `asker-${Date.now()}@example.test`;
    await page.goto('/contact');
    await page.getByLabel('Name', { exact: true }).fill('Jo Mills');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Subject').fill(`A refund for ${email}`);
    await page.getByLabel('Category').selectOption('Billing & Payments');
    await page.getByRole('textbox', { name: 'Message' }).fill('I cancelled a week ago.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(email)).toBeVisible();

    const staff = await staffPage(browser, baseURL);
    await staff.goto('/admin/messages');
    await staff.getByRole('link', { name: `A refund for ${email}` }).click();
    await staff.getByLabel('Reply to Jo Mills').fill('It was sent on Monday.');
    await expectNoViolations(staff);
    await staff.getByRole('button', { name: 'Send reply' }).click();
    await expect(staff.getByText('It was sent on Monday.')).toBeVisible();

    const mail = await waitForMail(page, email, /Our answer to your message/);
    await page.goto(findMailLink(mail, '/contact/thread'));
    await expect(page.getByText('It was sent on Monday.')).toBeVisible();
    expect(page.url()).not.toContain('token');
    await page.getByLabel('Reply').fill('It is not there yet.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('It is not there yet.')).toBeVisible();
    await expectNoViolations(page);
    await staff.reload();
    await expect(staff.getByText('It is not there yet.')).toBeVisible();
  },
);
