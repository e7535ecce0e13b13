/** Tests that a thief who knows a password gets neither a payout nor the workspace, and that the owner is back. */
import type { Browser, Page } from '@playwright/test';
import { createPaidBooking, openBankControl } from '../support/paid-booking.ts';
import {
  confirmEmailAddress,
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  expectToast,
  findMailLink,
  newPerson,
  publishPackage,
  test,
  waitForMail,
  type TestPerson,
} from '../support/marquee.ts';
import { expectNoViolations } from '../support/axe.ts';
import { addVirtualAuthenticator } from '../support/passkeys.ts';
import { addMember } from '../support/people.ts';

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

/** Secures the account with the link in the newest email with this subject, and signs in with a new password. */
async function takeBack({ page, email }: TestPerson, subject: RegExp | string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(findMailLink(await waitForMail(page, email, subject), '/secure-account'));
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
  const mail = await waitForMail(page, email, 'Choose a new password for your account');
  await page.goto(findMailLink(mail, '/reset-password'));
  await page.getByLabel('New Password', { exact: true }).fill('only-the-owner-knows-1');
  await page.getByLabel('Confirm New Password').fill('only-the-owner-knows-1');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('only-the-owner-knows-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

test(
  'does not let a thief who knows the password take the workspace by inviting another account as an owner',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    await confirmEmailAddress(creator);
    const accomplice = await newPerson(browser, baseURL ?? '', 'influencer', 'Kim Winter');
    const thief: TestPerson = { ...creator, page: await enterStolenPassword(browser, baseURL, creator) };
    await expect(thief.page).toHaveURL(/\/dashboard$/);
    await addMember(thief, accomplice, 'Owner');

    await accomplice.page.goto(`/w/${creator.username}/settings/members`);
    await expect(accomplice.page.getByRole('button', { name: 'Invite member' })).toHaveCount(0);
    await accomplice.page.goto(`/w/${creator.username}/payouts`);
    await expect(accomplice.page.getByRole('button', { name: 'Set up payouts' })).toHaveCount(0);
    await thief.page.goto('/settings/members');
    await expect(thief.page.getByText('Kim Winter becomes an owner')).toBeVisible();
    await expect(thief.page.getByRole('button', { name: /^Confirm now/ })).toHaveCount(0);

    await takeBack(creator, /^You invited/);
    const { page } = creator;
    await page.goto('/settings/members');
    await expect(page.getByText('This workspace was reported')).toBeVisible();
    await expect(page.getByText('Kim Winter')).toHaveCount(0);
    await expectNoViolations(page);
    await accomplice.page.goto(`/w/${creator.username}/dashboard`);
    await expect(accomplice.page.getByRole('heading', { name: `Welcome, ${creator.fullName}` })).toHaveCount(0);
    expect((await accomplice.page.request.get(`/w/${creator.username}/api/auth/user`)).status()).toBe(404);
  },
);

test('restores an account that a thief has deleted', DEEP_TAG, async ({ browser, baseURL, creator }) => {
  await confirmEmailAddress(creator);
  await publishPackage(creator, { name: 'Sunrise Reel' });
  const thief = await enterStolenPassword(browser, baseURL, creator);
  await expect(thief).toHaveURL(/\/dashboard$/);
  await thief.goto('/settings/account');
  await thief.getByRole('button', { name: 'Delete account' }).click();
  const dialog = thief.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expectToast(thief, 'Account deleted');
  await thief.goto(`/profile/${creator.username}`);
  await expect(thief.getByRole('heading', { name: 'Creator Not Found' })).toBeVisible();

  await takeBack(creator, 'Your account was closed');
  await creator.page.goto('/packages');
  await expect(creator.page.getByRole('heading', { name: 'Sunrise Reel' })).toBeVisible();
  await creator.page.goto(`/profile/${creator.username}`);
  await expect(creator.page.getByRole('heading', { name: creator.fullName })).toBeVisible();
});
