/** Tests external sign-in, email confirmation, password reset and the account settings. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoViolationsAt } from '../support/axe.ts';
import {
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  expectToast,
  findMailLink,
  newPerson,
  refuseOnceUnconfirmed,
  test,
  waitForMail,
} from '../support/marquee.ts';

let counter = 0;
const newAddress = () => `someone-${Date.now()}-${process.pid}-${counter++}@example.test`;

/** Signs in on the page of the local identity provider with the given name and email address. */
async function beSomebody(
  page: Page,
  { name, email, verified = true }: { name: string; email: string; verified?: boolean },
) {
  await expect(page.getByRole('heading', { name: 'Who do you want to be?' })).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('The provider has verified this email').setChecked(verified);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function chooseType(page: Page, type: 'Creator / Influencer' | 'Brand / Business') {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Marquee' })).toBeVisible();
  await page.getByRole('radio', { name: type }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
}

const signIn = async (page: Page, email: string, password: string) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
};

test.describe('Continue with Replit', () => {
  for (const [type, badge] of [
    ['Creator / Influencer', 'Creator'],
    ['Brand / Business', 'Brand'],
  ] as const) {
    test(`creates an account of the chosen type: ${badge}`, async ({ page }) => {
      const email = newAddress();
      await page.goto('/login');
      await page.getByRole('link', { name: 'Continue with Replit' }).click();
      await beSomebody(page, { name: 'Ada Nilsson', email });
      await expect(page.getByText(`as ${email}`)).toBeVisible();
      await chooseType(page, type);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole('main').getByText(badge, { exact: true }).first()).toBeVisible();
      await expect(page.getByText('Please confirm your email address')).toHaveCount(0);
    });
  }

  test(
    'opens the requested page after signing in, and asks a user for the account type only once',
    DEEP_TAG,
    async ({ page }) => {
      const email = newAddress();
      await page.goto('/bookings?status=accepted');
      await page.getByRole('link', { name: 'Continue with Replit' }).click();
      await beSomebody(page, { name: 'Harbour Tea', email });
      await chooseType(page, 'Brand / Business');
      await expect(page).toHaveURL(/\/bookings\?status=accepted$/);
      // Wait until the screen has loaded. Requests that are still pending would fail after the logout and redirect
      // to the sign-in page.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

      await page.goto('/api/logout');
      await page.goto('/auth?next=/customer-info');
      await page.getByRole('link', { name: 'Continue with Replit' }).click();
      await beSomebody(page, { name: 'Harbour Tea', email });
      await expect(page).toHaveURL(/\/customer-info$/);
    },
  );

  test('asks for the account type before it creates the account', DEEP_TAG, async ({ page }) => {
    await page.goto('/register');
    await page.getByRole('link', { name: 'Continue with Replit' }).click();
    await beSomebody(page, { name: '', email: newAddress() });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Please select account type')).toBeVisible();
    await expect(page.getByText('Please enter your full name')).toBeVisible();
  });

  test(
    'returns to the sign-in page with a message if the sign-in was cancelled or is invalid',
    DEEP_TAG,
    async ({ page }) => {
      await page.goto('/auth?next=/packages');
      await page.getByRole('link', { name: 'Continue with Replit' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page).toHaveURL(/\/auth\?problem=denied&next=%2Fpackages$/);
      await expect(page.getByRole('alert')).toHaveText(
        'You did not allow the sign-in at Replit. Your account has not changed.',
      );
      await page.goto('/api/callback?code=x&state=y');
      await expect(page.getByRole('alert')).toContainText('This sign-in expired or was started in another window.');
    },
  );

  test(
    'does not sign in to an existing account if the provider has not verified the email address, but the user can connect it in the settings',
    DEEP_TAG,
    async ({ page, brand }) => {
      await page.goto('/auth');
      await page.getByRole('link', { name: 'Continue with Replit' }).click();
      await beSomebody(page, { name: 'X', email: brand.email });
      await expect(page.getByRole('alert')).toContainText(
        'An account with this email address already exists. Sign in with your password',
      );

      await brand.page.goto(
        findMailLink(await waitForMail(brand.page, brand.email, 'Confirm your email address'), '/verify-email'),
      );
      await expect(brand.page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
      await brand.page.goto('/settings/account');
      await brand.page.getByRole('button', { name: 'Connect Replit' }).click();
      await beSomebody(brand.page, { name: 'X', email: brand.email });
      await expect(brand.page).toHaveURL(/\/settings\/account$/);
      await expectToast(brand.page, 'Connected');
      await brand.page.getByRole('button', { name: 'Disconnect' }).click();
      await brand.page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await expect(brand.page.getByRole('button', { name: 'Connect Replit' })).toBeVisible();
    },
  );
});

test('lets a user confirm an email address with a one-time link and have the email sent again', async ({ creator }) => {
  const { page, email } = creator;
  await page.goto('/dashboard');
  await expect(page.getByText('Please confirm your email address')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, `Open the link in the email to ${email}.`);
  const link = findMailLink(await waitForMail(page, email, 'Confirm your email address'), '/verify-email');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Email address confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Please confirm your email address')).toHaveCount(0);

  await page.goto('/verify-email#token=made-up');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByText('This link was already used or has expired. Please request a new one.')).toBeVisible();
});

test('lets a user reset a forgotten password by email with a link that works only once', async ({ page, creator }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill(creator.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(
    page.getByText(`If an account with ${creator.email} exists, we sent an email with a link.`),
  ).toBeVisible();

  const link = findMailLink(await waitForMail(page, creator.email, 'Reset your password'), '/reset-password');
  await page.goto(link);
  // The app removes the token from the URL, but the token still works after a reload of the tab.
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  await page.getByLabel('New Password', { exact: true }).fill('a-brand-new-password');
  await page.getByLabel('Confirm New Password').fill('something-else');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('password123');
  await page.getByLabel('Confirm New Password').fill('password123');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This password is too common. Please choose another one').first()).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('a-brand-new-password');
  await page.getByLabel('Confirm New Password').fill('a-brand-new-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expectToast(page, 'Please sign in with your new password.');

  await creator.page.goto('/dashboard');
  await expect(creator.page).toHaveURL(/\/login/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'You have already used this link' })).toBeVisible();
  await signIn(page, creator.email, E2E_PASSWORD);
  await expectToast(page, 'Sign In Failed');
  await signIn(page, creator.email, 'a-brand-new-password');
  await expect(page).toHaveURL(/\/dashboard$/);
});

/** Changes a field like a password manager that dispatches no input event. */
const autofill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field, text) => {
    (field as HTMLInputElement).value = text;
  }, value);

test(
  'reads autofilled fields of the sign-in form, and focuses the heading of the next page',
  DEEP_TAG,
  async ({ page, brand }) => {
    await page.goto('/login');
    await page.getByLabel('Email').focus();
    await autofill(page, 'Email', brand.email);
    await autofill(page, 'Password', E2E_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  },
);

test('says on the sign-in form that cookies are blocked', DEEP_TAG, async ({ page, brand }) => {
  await page.route(/\/trpc\/auth\.session/, async (route) => {
    await page.context().clearCookies();
    const { cookie: _, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(brand.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Your browser blocks cookies');
  await expect(page).toHaveURL(/\/login$/);
});

test('compares the passwords of a registration before its other fields are valid', DEEP_TAG, async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Password', { exact: true }).fill('a-sound-enough-password');
  await page.getByLabel('Confirm Password').fill('another-password');
  await page.getByLabel('Full Name').focus();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm Password').fill('a-sound-enough-password');
  await page.getByLabel('Full Name').focus();
  await expect(page.getByText("Passwords don't match")).toHaveCount(0);
});

test('shows the same message for an unknown email address when a password is reset', async ({ page }) => {
  const email = newAddress();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(`If an account with ${email} exists, we sent an email with a link.`)).toBeVisible();
});

test.describe('the account settings', () => {
  test('change the email address once the new one is confirmed', DEEP_TAG, async ({ brand }) => {
    const { page } = brand;
    const to = newAddress();
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    await dialog.getByLabel('New email').fill(to);
    await refuseOnceUnconfirmed(page, 'auth.changeEmail');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirmation.getByLabel('Current password').fill('wrong');
    await confirmation.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(confirmation.getByText('Your current password is not correct')).toBeVisible();
    await confirmation.getByLabel('Current password').fill(E2E_PASSWORD);
    // The dialog repeats the request, whose input is still there.
    await confirmation.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('Confirm your new email address')).toBeVisible();
    await waitForMail(page, brand.email, 'Your email address is about to change');
    await page.goto(findMailLink(await waitForMail(page, to, 'Confirm your new email address'), '/verify-email'));
    await expect(page.getByText(`${to} is confirmed.`)).toBeVisible();
    await page.reload();
    await expect(page.getByText(`${to} is confirmed.`)).toBeVisible();
    await page.goto('/settings/account');
    await expect(page.getByRole('main').getByText(to, { exact: true })).toBeVisible();
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  test(
    'change the password, which signs out the user’s other devices',
    DEEP_TAG,
    async ({ browser, baseURL, creator }) => {
      const { page } = creator;
      const other = await browser.newContext({ ...(baseURL && { baseURL }) });
      const elsewhere = await other.newPage();
      await signIn(elsewhere, creator.email, E2E_PASSWORD);
      await expect(elsewhere).toHaveURL(/\/dashboard$/);
      await page.goto('/settings/account');
      await page.getByRole('button', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New Password', { exact: true }).fill('a-brand-new-password');
      await dialog.getByLabel('Confirm New Password').fill('a-brand-new-password');
      await dialog.getByRole('button', { name: 'Save password' }).click();
      await expectToast(page, 'Password saved');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await elsewhere.goto('/dashboard');
      await expect(elsewhere).toHaveURL(/\/login/);
      await waitForMail(page, creator.email, 'Your password was changed');
      await other.close();
    },
  );

  test(
    'show the devices where the user is signed in, and sign out the others',
    DEEP_TAG,
    async ({ browser, baseURL, brand }) => {
      const { page } = brand;
      const contexts = await Promise.all([1, 2].map(() => browser.newContext({ ...(baseURL && { baseURL }) })));
      for (const context of contexts)
        expect(
          (
            await context.request.post('/api/auth/login', { data: { email: brand.email, password: E2E_PASSWORD } })
          ).ok(),
        ).toBe(true);
      await page.goto('/settings/account');
      const devices = page.getByRole('region', { name: 'Devices' });
      await expect(devices.getByText('This device')).toHaveCount(1);
      await expect(devices.getByRole('button', { name: /^Sign out (?!all)/ })).toHaveCount(2);
      await devices
        .getByRole('button', { name: /^Sign out (?!all)/ })
        .first()
        .click();
      await expectToast(page, 'Device signed out');
      await expect(devices.getByRole('button', { name: /^Sign out (?!all)/ })).toHaveCount(1);
      await devices.getByRole('button', { name: 'Sign out all other devices' }).click();
      await expect(devices.getByRole('button', { name: /^Sign out/ })).toHaveCount(0);
      for (const context of contexts) {
        expect((await context.request.get('/api/auth/user')).status()).toBe(401);
        await context.close();
      }
    },
  );

  test('export the user’s data as a file', DEEP_TAG, async ({ creator }) => {
    const { page } = creator;
    await page.goto('/settings/account');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`marquee-${creator.username}.json`);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      account: { email: creator.email },
    });
  });

  test(
    'delete the account once the user has typed a word and entered the password',
    DEEP_TAG,
    async ({ browser, baseURL }) => {
      // Use a unique name, because the test checks that the username becomes available.
      const creator = await newPerson(browser, baseURL ?? '', 'influencer', 'Odalys Nyqvist');
      const { page } = creator;
      await page.goto('/settings/account');
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
      await refuseOnceUnconfirmed(page, 'personalData.deleteAccount');
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await confirmation.getByLabel('Current password').fill(E2E_PASSWORD);
      await confirmation.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(page).toHaveURL(/\/$/);
      await expectToast(page, 'Account deleted');
      await page.goto(`/profile/${creator.username}`);
      await expect(page.getByRole('heading', { name: 'Creator Not Found' })).toBeVisible();
      await waitForMail(page, creator.email, 'Your account was closed');
    },
  );

  test(
    'set a password for a user without one, and ask for a word before they delete the account',
    DEEP_TAG,
    async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Continue with Replit' }).click();
      await beSomebody(page, { name: 'Ada Nilsson', email: newAddress() });
      await chooseType(page, 'Creator / Influencer');
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto('/settings/account');
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeDisabled();
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Type DELETE to confirm').fill('no');
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await expect(dialog.getByText('Type DELETE to confirm').nth(1)).toBeVisible();
      await dialog.getByRole('button', { name: 'Keep my account' }).click();
      await page.getByRole('button', { name: 'Set a password' }).click();
      await dialog.getByLabel('New Password', { exact: true }).fill('a-first-password');
      await dialog.getByLabel('Confirm New Password').fill('a-first-password');
      await dialog.getByRole('button', { name: 'Save password' }).click();
      await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeEnabled();
    },
  );
});

test('shows the signed-in user on /auth-test', DEEP_TAG, async ({ page }) => {
  await page.goto('/auth-test');
  await expect(page.getByText('Authenticated').locator('..')).toContainText('No');
  await page.getByRole('link', { name: 'Sign in with Replit' }).click();
  const email = newAddress();
  await beSomebody(page, { name: 'Ada Nilsson', email });
  await chooseType(page, 'Brand / Business');
  await expect(page).toHaveURL(/\/auth-test$/);
  await expect(page.getByText('Authenticated').locator('..')).toContainText('Yes');
  await expect(page.getByText(`"email": "${email}"`)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/auth-test');
  await page.getByRole('main').getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await page.context().cookies()).filter(({ name }) => name === 'marquee')).toEqual([]);
});

test(
  'links from the sign-in screen to the other ways to sign in, and from the registration to the legal texts',
  DEEP_TAG,
  async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Continue with Replit' })).toHaveAttribute('href', '/api/login');
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    await expect(page.getByRole('link', { name: 'Create one' })).toHaveAttribute('href', '/register');
    await page.goto('/register');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
    await expect(main.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    await expect(main.getByText('Platform fee: 15%')).toBeVisible();
  },
);

test('shows an email in the local mailbox as its recipient sees it', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await waitForMail(page, creator.email, 'Confirm your email address');
  await page.goto(process.env['MARQUEE_MAILBOX'] ?? '');
  await page
    .getByRole('button', { name: new RegExp(creator.email) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Confirm your email address' })).toBeVisible();
  // The frame with the email is sandboxed and runs no scripts, so the test cannot inspect it and requests its
  // content separately.
  const mail = page.getByTitle('The mail as its reader sees it');
  await expect(mail).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  const shown = await page.request.get(new URL((await mail.getAttribute('src')) ?? '', page.url()).href);
  expect(shown.headers()['content-security-policy']).toContain("default-src 'none'");
  expect(await shown.text()).toContain('Confirm email address');
});

test('has no axe violations on the screens of an unfinished sign-up', DEEP_TAG, async ({ page }) => {
  await expectNoViolationsAt(page, '/auth?problem=exists');
  await page.goto('/api/login');
  await beSomebody(page, { name: 'Ada', email: newAddress() });
  await expect(page).toHaveURL(/\/welcome$/);
  await expectNoViolationsAt(page, '/welcome');
});
