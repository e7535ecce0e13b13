/** Tests a tab that still shows one account after the user signed in to another account in a second tab. */
import { DEEP_TAG, expect, newAccount, publishPackage, E2E_PASSWORD, test, expectToast } from '../support/marquee.ts';

test('refuses to save in a tab with the previous account, shows a message, and lets the user switch to the current account', async ({
  brand,
  browser,
}) => {
  const { page } = brand;
  await page.goto('/settings/billing');
  const name = page.getByLabel('Legal name');
  await name.fill('Fjord Coffee AS');

  const elsewhere = await browser.newContext();
  const other = await newAccount(elsewhere, 'brand', 'Delta Tea');
  await elsewhere.close();
  const second = await page.context().newPage();
  await second.goto('/dashboard');
  await second.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expectToast(second, 'Logged out successfully');
  await second.goto('/login');
  await second.getByLabel('Email').fill(other.email);
  await second.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await second.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(second, 'Welcome Back');

  await page.getByRole('main').getByRole('button', { name: /^Save/ }).first().click();
  await expectToast(page, 'You are signed in with a different account');
  await expect(name).toHaveValue('');
  expect(await (await page.request.get('/trpc/receipts.billing')).text()).not.toContain('Fjord Coffee AS');
});

test('keeps the text of a form when the user logs out in another tab', async ({ brand: { page } }) => {
  await page.goto('/settings/billing');
  const name = page.getByLabel('Legal name');
  await name.fill('Fjord Coffee AS');
  const second = await page.context().newPage();
  await second.goto('/dashboard');
  await second.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expectToast(second, 'Logged out successfully');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(name).toHaveValue('Fjord Coffee AS');
});

test(
  'does not log out the current account when the user logs out in a tab with the previous account',
  DEEP_TAG,
  async ({ brand, browser }) => {
    const { page } = brand;
    const elsewhere = await browser.newContext();
    const other = await newAccount(elsewhere, 'brand', 'Delta Tea');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    // The page does not notice this, because the previous session is still valid.
    await page.context().addCookies(await elsewhere.cookies());
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'You are signed in with a different account');
    expect(await (await page.request.get('/api/auth/me')).json()).toMatchObject({ id: other.id });
  },
);

test(
  'does not let a page that was opened before a user signed in write for that user',
  DEEP_TAG,
  async ({ page, creator }) => {
    const pack = await publishPackage(creator);
    expect(pack.id).not.toBe('');
    await page.goto('/contact');
    await page.getByLabel('Name').first().fill('Jo Mills');
    await page.getByLabel('Email').first().fill('jo@example.test');
    await page.getByLabel('Category').selectOption({ index: 1 });
    await page.getByLabel('Subject').fill('A question');
    await page.getByRole('textbox', { name: 'Message' }).fill('How long does a payout take?');
    const account = await newAccount(page.context(), 'brand', 'Delta Tea');
    expect(account.id).not.toBe('');
    await page.getByRole('button', { name: /^Send/ }).click();
    await expectToast(page, 'You are signed in with a different account');
  },
);
