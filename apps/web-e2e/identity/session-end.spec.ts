/** Tests sessions that end while the user is working, and what happens if logging out fails. */
import type { Page } from '@playwright/test';
import {
  DEEP_TAG,
  DEMO_PASSWORD,
  openDemoPage,
  expect,
  publishPackage,
  E2E_PASSWORD,
  test,
  expectToast,
} from '../support/marquee.ts';

/** Deletes the session cookie, as if the session had expired or the user had signed out elsewhere. */
const endSession = (page: Page) => page.context().clearCookies();

async function signIn(page: Page, email: string, password = E2E_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

/**
 * Clicks Sign in in the dialog that appears when the session has ended, and checks that the sign-in screen explains
 * it.
 */
async function goToSignIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expectToast(page, 'Your session has ended');
}

test('ends the session at logout even if the first request fails', async ({ brand: { page } }) => {
  await page.goto('/dashboard');
  await page.route('**/trpc/auth.signOut*', (route) => route.abort());
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged out successfully');
  await expect(page).toHaveURL(/\/$/);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('does not show a success message after a failed logout', DEEP_TAG, async ({ brand: { page } }) => {
  await page.goto('/dashboard');
  await page.route('**/trpc/auth.signOut*', (route) => route.abort());
  await page.route('**/api/logout', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/api/logout');
  await page.goto('/bookings');
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await expect(page.getByText('Logged out successfully')).toHaveCount(0);
});

test('asks a user who opens a screen after the session has ended to sign in, and then returns to the screen', async ({
  brand: { page, email },
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await endSession(page);
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Bookings' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fbookings$/);
  await expectToast(page, 'Your session has ended');
  await signIn(page, email);
  await expect(page).toHaveURL(/\/bookings$/);
});

test(
  'keeps unsaved changes to a new and to an existing package when the session ends',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const pack = await publishPackage(creator);
    await page.goto('/packages');
    for (const [opener, title] of [
      [page.getByRole('button', { name: 'New Package' }), 'New Package'],
      [
        page.getByRole('listitem').filter({ hasText: pack.name }).getByRole('button', { name: /^Edit/ }),
        'Edit Package',
      ],
    ] as const) {
      await opener.click();
      const form = page.getByRole('dialog', { name: title });
      await form.getByLabel('Package name').fill('Typed before');
      await form.getByLabel('Description').fill('A Reel before nine.');
      await form.getByLabel('Price').fill('249.50');
      await endSession(page);
      await form.getByRole('button', { name: /^(Create|Update) Package$/ }).click();
      await goToSignIn(page);
      await signIn(page, creator.email);
      await expect(page).toHaveURL(/\/packages$/);
      await expectToast(page, 'Your changes are back');
      await expect(form.getByLabel('Price')).toHaveValue('249.50');
      await form.getByRole('button', { name: /^(Create|Update) Package$/ }).click();
      await expect(form).toBeHidden();
    }
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Typed before' })).toHaveCount(2);
  },
);

test(
  'keeps unsaved settings when the session ends, but does not show them to other users',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const { page } = creator;
    const bio = page.getByLabel('Bio');
    const lose = async () => {
      await bio.fill('I film rain.');
      await endSession(page);
      await page.getByRole('button', { name: 'Save details' }).click();
      await goToSignIn(page);
    };
    await page.goto('/settings');
    await lose();
    await signIn(page, creator.email);
    await expectToast(page, 'Your changes are back');
    await expect(bio).toHaveValue('I film rain.');

    await lose();
    await signIn(page, brand.email);
    await expect(page.getByLabel('Company or full name')).toHaveValue(brand.fullName);
    await expect(page.getByText('Your changes are back')).toHaveCount(0);
  },
);

test(
  'keeps unsaved changes to the customer info card when the session ends',
  DEEP_TAG,
  async ({ brand: { page, email } }) => {
    await page.goto('/customer-info');
    await page.getByRole('button', { name: /^Edit Target audience:/ }).click();
    await page.getByRole('textbox', { name: 'Target audience' }).fill('Hikers');
    await endSession(page);
    await page.getByRole('button', { name: 'Save All' }).click();
    await goToSignIn(page);
    await signIn(page, email);
    await expectToast(page, 'Your changes are back');
    await page.getByRole('button', { name: 'Save All' }).click();
    await expectToast(page, 'Customer information saved successfully');
    await expect(page.getByRole('button', { name: /^Edit Target audience:/ })).toHaveText('Hikers');
  },
);

test(
  'keeps text entered in a dialog when the session ends, and opens the dialog again',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const email = 'northwind@demo.marquee.test';
    const page = await openDemoPage(browser, baseURL, email);
    await page.goto('/bookings?status=in_progress');
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Ask to cancel' }).click();
    const dialog = page.getByRole('dialog', { name: /cancel/i });
    await dialog.getByRole('textbox').fill('The launch was moved.');
    await endSession(page);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await goToSignIn(page);
    await signIn(page, email, DEMO_PASSWORD);
    await expect(dialog.getByRole('textbox')).toHaveValue('The launch was moved.');
  },
);

test('keeps a new email address in the account settings when the session ends', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill('another@brand.test');
  await endSession(page);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await goToSignIn(page);
  await signIn(page, brand.email);
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expectToast(page, 'Your changes are back');
  await expect(dialog.getByLabel('New email')).toHaveValue('another@brand.test');
});
