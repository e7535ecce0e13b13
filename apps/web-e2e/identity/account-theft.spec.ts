/**
 * Tests that a thief who knows a password or reads a mailbox gets neither money nor the workspace, and that the owner
 * is back.
 */
import { createPaidBooking, moveBooking, openBankControl, setUpPayouts } from '../support/paid-booking.ts';
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
import { orderWithSavedCard, saveCard } from '../support/cards.ts';
import { addVirtualAuthenticator } from '../support/passkeys.ts';
import { addMember, joinWorkspace, makeAccountOld, passConfirmations, trustFactor } from '../support/people.ts';
import {
  choosePasswordAgain,
  enterStolenPassword,
  expectLockedOut,
  openNewBrowser,
  resetByMailbox,
  secureAccount,
  takeBack,
} from '../support/thefts.ts';

const THIEFS_PASSWORD = 'only-the-thief-knows-1';

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
    await setUpPayouts(creator);

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
      await secureAccount(creator, 'Your payout account was changed');
      await expect(owner.getByText(creator.email)).toBeVisible();
      await expectLockedOut(thief, creator);
    });

    await test.step('the owner chooses a new password and sees that no money was moved', async () => {
      await choosePasswordAgain(creator);
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
    await expect(page.getByRole('button', { name: 'Invite member' })).toHaveCount(0);
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

test(
  'pays nothing to a thief who turns off the approvals, orders from an accomplice with the saved card and releases the payout',
  DEEP_TAG,
  async ({ browser, baseURL, brand }) => {
    const { page: owner } = brand;
    await confirmEmailAddress(brand);
    await saveCard(owner);
    const booker = await newPerson(browser, baseURL ?? '', 'brand', 'Ida Sol');
    await joinWorkspace(brand, booker, 'booker');
    await owner.goto('/settings/budgets');
    const rule = owner.getByLabel('Orders that need an approval');
    await rule.selectOption('Orders above an amount');
    await owner.getByLabel('Total above which an order needs an approval').fill('200');
    await owner.getByRole('button', { name: 'Save approval rules' }).click();
    await expectToast(owner, 'Approval rules saved');
    await makeAccountOld(brand);
    const accomplice = await newPerson(browser, baseURL ?? '', 'influencer', 'Kim Winter');
    await confirmEmailAddress(accomplice);
    await setUpPayouts(accomplice);
    const large = await publishPackage(accomplice, { price: '300.00' });
    const small = await publishPackage(accomplice);
    let id = '';

    const thief = await enterStolenPassword(browser, baseURL, brand);
    await test.step('the thief turns off the approvals, and pays after a confirmation', async () => {
      await expect(thief).toHaveURL(/\/dashboard$/);
      await passConfirmations(brand);
      await thief.goto('/settings/budgets');
      await thief.getByLabel('Orders that need an approval').selectOption('No orders');
      await thief.getByRole('button', { name: 'Save approval rules' }).click();
      const confirmation = thief.getByRole('dialog', { name: 'Confirm it’s you' });
      const confirm = async () => {
        await confirmation.getByLabel('Current password').fill(E2E_PASSWORD);
        await confirmation.getByRole('button', { name: 'Confirm', exact: true }).click();
      };
      await confirm();
      await expectToast(thief, 'Approval rules saved');
      id = await orderWithSavedCard(thief, large.id);
      await passConfirmations(brand);
      await thief.getByRole('button', { name: 'Pay $345.00' }).click();
      await confirm();
      await expect(thief).toHaveURL(/\/dashboard/);
      await expect
        .poll(async () => (await accomplice.request.get(`/api/bookings/${id}`)).status(), { intervals: [200] })
        .toBe(200);
      await moveBooking(accomplice, id, 'completed');
    });

    await test.step('the thief releases the payout, but it waits', async () => {
      await thief.goto(`/booking-details?bookingId=${id}`);
      await thief.getByRole('button', { name: 'Approve and release payment' }).click();
      await thief.getByRole('dialog').getByRole('button', { name: 'Release payment' }).click();
      await expect(thief.getByText('The payout is on hold for a security check of the payment.').first()).toBeVisible();
    });

    await test.step('the owner secures the account with the email, and the approvals are back', async () => {
      await waitForMail(owner, brand.email, 'New sign-in to your account');
      await takeBack(brand, /^You changed the approval rules to “No orders”/);
      await owner.goto('/settings/budgets');
      await expect(rule).toHaveValue('above');
      await owner.goto('/settings/members');
      await expect(owner.getByText('This workspace was reported')).toBeVisible();
    });

    await test.step('no member can pay with the saved card', async () => {
      const { page } = booker;
      await orderWithSavedCard(page, small.id, `/w/${brand.username}`);
      await page.getByRole('button', { name: 'Pay $115.00' }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: 'A change to this workspace was reported.' }).first(),
      ).toBeVisible();
    });

    await test.step('the accomplice is not paid', async () => {
      const transfers = await (await openBankControl(brand)).objects('transfer');
      expect(transfers.filter(({ transfer_group: group }) => group === id)).toEqual([]);
    });
  },
);

test(
  'does not let a thief who resets the password by email pay with the saved card',
  DEEP_TAG,
  async ({ browser, baseURL, brand, creator }) => {
    await confirmEmailAddress(brand);
    await saveCard(brand.page);
    const pack = await publishPackage(creator);
    const thief = await resetByMailbox(browser, baseURL, brand, THIEFS_PASSWORD);
    await expect(thief).toHaveURL(/\/dashboard$/);
    await orderWithSavedCard(thief, pack.id);
    await thief.getByRole('button', { name: 'Pay $115.00' }).click();
    await expect(
      thief.getByText('For your protection, saved cards and approvals wait for 72 hours after a new password.').first(),
    ).toBeVisible();

    await takeBack(brand, 'Your password was changed');
    await expectLockedOut(thief, brand, THIEFS_PASSWORD);
    await brand.page.goto('/settings/billing');
    await expect(brand.page.getByText('Visa ending in 4242')).toBeVisible();
  },
);

test(
  'does not let a thief who resets the password by email into an account with an old passkey',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const { page } = creator;
    await confirmEmailAddress(creator);
    await addVirtualAuthenticator(page);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I saved the codes' }).click();
    await trustFactor(creator);

    await test.step('the thief has the new password, but not the passkey', async () => {
      const thief = await resetByMailbox(browser, baseURL, creator, THIEFS_PASSWORD);
      await expect(thief.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
      await thief.goto('/payouts');
      await expect(thief).toHaveURL(/\/(login|auth)/);
    });

    await test.step('the link in the email about the new password asks the thief for the passkey', async () => {
      const thief = await openNewBrowser(browser, baseURL);
      const mail = await waitForMail(thief, creator.email, 'Your password was changed');
      await thief.goto(findMailLink(mail, '/secure-account'));
      await expect(thief.getByRole('button', { name: 'Secure with a passkey' })).toBeVisible();
      await expect(thief.getByRole('button', { name: 'Secure my account' })).toHaveCount(0);
    });

    await test.step('the owner secures the account with the passkey, and signs in with it', async () => {
      await secureAccount(creator, 'Your password was changed', 'Secure with a passkey');
      await choosePasswordAgain(creator);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      const again = await enterStolenPassword(browser, baseURL, creator, THIEFS_PASSWORD);
      await expect(again.getByText('Invalid email or password. Please try again.').first()).toBeVisible();
    });
  },
);
