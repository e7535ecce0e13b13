/** Tests that a thief who knows a creator's password cannot redirect a payout. */
import type { Browser, Page } from '@playwright/test';
import { createPaidBooking, openBankControl } from '../support/paid-booking.ts';
import {
  confirmEmailAddress,
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  findMailLink,
  test,
  waitForMail,
  type TestPerson,
} from '../support/marquee.ts';
import { addVirtualAuthenticator } from '../support/passkeys.ts';

/** Opens a browser that has never been used with Marquee, and enters the password of `victim`. */
async function enterStolenPassword(
  browser: Browser,
  baseURL: string | undefined,
  { email }: TestPerson,
  password = E2E_PASSWORD,
): Promise<Page> {
  const page = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  return page;
}

test(
  'does not let a thief who knows the password for an hour redirect a payout',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand }) => {
    const { page: owner } = creator;
    // Security emails go to a former address only if it was confirmed.
    await owner.goto(
      findMailLink(await waitForMail(owner, creator.email, 'Confirm your email address'), '/verify-email'),
    );
    await expect(owner.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
    const id = await createPaidBooking(creator, brand, 'completed');
    await owner.goto('/payouts');
    await owner.getByLabel('Payout country').selectOption('United States');
    await owner.getByRole('button', { name: 'Set up payouts' }).click();
    await owner.getByRole('button', { name: 'Finish onboarding' }).click();
    await expect(owner.getByRole('heading', { name: 'You can receive payouts' })).toBeVisible();

    const thief = await enterStolenPassword(browser, baseURL, creator);
    await expect(thief).toHaveURL(/\/dashboard$/);
    await test.step('the thief changes the email address and the bank account', async () => {
      const address = `thief-${creator.id}@example.test`;
      await thief.goto('/settings/account');
      await thief.getByRole('button', { name: 'Change email' }).click();
      await thief.getByRole('dialog').getByLabel('New email').fill(address);
      await thief.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
      await thief.goto(
        findMailLink(await waitForMail(thief, address, 'Confirm your new email address'), '/verify-email'),
      );
      await expect(thief.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
      await thief.goto('/payouts');
      await thief.getByRole('button', { name: 'Open Stripe dashboard' }).click();
      await thief.getByRole('button', { name: 'Replace the bank account' }).click();
      await waitForMail(thief, address, 'Your payout account was changed');
    });

    await test.step('the brand approves the work, but the payout waits', async () => {
      await brand.page.goto(`/booking-details?bookingId=${id}`);
      await brand.page.getByRole('button', { name: 'Approve and release payment' }).click();
      await brand.page.getByRole('dialog').getByRole('button', { name: 'Release payment' }).click();
      await expect(brand.page.getByText('The payout is on hold for a security check.').first()).toBeVisible();
      await thief.goto('/payouts');
      await expect(thief.getByRole('heading', { name: 'Your payouts are on hold' })).toBeVisible();
    });

    await test.step('the owner secures the account with the email to the address before', async () => {
      await waitForMail(owner, creator.email, 'New sign-in to your account');
      const mail = await waitForMail(owner, creator.email, 'Your payout account was changed');
      await owner.context().clearCookies();
      await owner.goto(findMailLink(mail, '/secure-account'));
      await owner.getByRole('button', { name: 'Secure my account' }).click();
      await expect(owner.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
      await expect(owner.getByText(creator.email)).toBeVisible();
      await thief.goto('/payouts');
      await expect(thief).toHaveURL(/\/(login|auth)/);
      const again = await enterStolenPassword(browser, baseURL, creator);
      await expect(again.getByText('Invalid email or password. Please try again.').first()).toBeVisible();
    });

    await test.step('the owner chooses a new password and sees that no money was moved', async () => {
      const mail = await waitForMail(owner, creator.email, 'Choose a new password for your account');
      await owner.goto(findMailLink(mail, '/reset-password'));
      await owner.getByLabel('New Password', { exact: true }).fill('only-the-owner-knows-1');
      await owner.getByLabel('Confirm New Password').fill('only-the-owner-knows-1');
      await owner.getByRole('button', { name: 'Change password' }).click();
      await expect(owner).toHaveURL(/\/login/);
      await owner.getByLabel('Email').fill(creator.email);
      await owner.getByLabel('Password', { exact: true }).fill('only-the-owner-knows-1');
      await owner.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(owner).toHaveURL(/\/dashboard$/);
      await owner.goto('/payouts');
      await expect(owner.getByRole('heading', { name: 'Your payouts are frozen' })).toBeVisible();
      const transfers = await (await openBankControl(brand)).objects('transfer');
      expect(transfers.filter(({ transfer_group: group }) => group === id)).toEqual([]);
    });
  },
);

test(
  'does not let a thief in who knows the password of an account with a passkey',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const { page } = creator;
    await confirmEmailAddress(creator);
    await addVirtualAuthenticator(page);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
    const thief = await enterStolenPassword(browser, baseURL, creator);
    await expect(thief.getByRole('button', { name: /passkey/i }).first()).toBeVisible();
    for (const path of ['/payouts', '/settings/account']) {
      await thief.goto(path);
      await expect(thief).toHaveURL(/\/(login|auth)/);
    }
  },
);
