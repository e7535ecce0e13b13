/** Tests passkeys, authenticator apps, recovery codes and the dialog that confirms sensitive actions. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import {
  confirmEmailAddress,
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  expectToast,
  findMailLink,
  openDemoPage,
  refuseOnceUnconfirmed,
  test,
  waitForMail,
  type TestPerson,
} from '../support/marquee.ts';
import { addStaffAuthenticator, addVirtualAuthenticator, DEMO_ADMIN, grantAdmin } from '../support/passkeys.ts';
import { confirmEmail, trustFactor } from '../support/people.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_S = 30;

/** Computes a code with oathtool or, if it is not installed, by RFC 6238. */
function createTimeCode(key: string, seconds: number): string {
  const secret = key.replaceAll(' ', '');
  try {
    return execFileSync('oathtool', ['--totp', '--base32', `--now=@${seconds}`, secret], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(seconds / STEP_S)));
    const mac = createHmac('sha1', bytes).update(counter).digest();
    const offset = (mac.at(-1) ?? 0) & 0xf;
    return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Closes the dialog with the recovery codes and returns the codes. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  return codes;
}

async function signOut({ page }: TestPerson): Promise<void> {
  await page.goto('/api/logout');
  await page.goto('/login');
}

async function enterPassword({ page, email }: TestPerson): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('lets a user add a passkey, sign in with it alone, rename it and remove it', async ({ creator }) => {
  const { page } = creator;
  await confirmEmailAddress(creator);
  await addVirtualAuthenticator(page);
  await page.goto('/settings/account');
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await saveRecoveryCodes(page);
  await expect(passkeys.getByText('Chrome on Linux')).toBeVisible();
  await expect(section(page, 'Recovery codes').getByText('10 codes left')).toBeVisible();
  await waitForMail(page, creator.email, 'A passkey was added to your account');

  await signOut(creator);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // The password alone is no longer enough.
  await signOut(creator);
  await enterPassword(creator);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/settings/account');
  await passkeys.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Studio laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save name' }).click();
  await expect(passkeys.getByText('Studio laptop')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(passkeys.getByText('Studio laptop')).toHaveCount(0);
  await expect(section(page, 'Recovery codes')).toHaveCount(0);
});

test(
  'lets a user set up an authenticator app with the keyboard, and sign in with a code and with a recovery code',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await confirmEmailAddress(creator);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Set up an app' }).focus();
    await page.keyboard.press('Enter');
    const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(setup.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
    const key = await setup.locator('code').innerText();
    const seconds = Math.floor(Date.now() / 1000);
    await expect(setup.getByLabel('Code')).toBeFocused();
    await page.keyboard.type(createTimeCode(key, seconds));
    await expectNoViolations(page, '[role="dialog"]');
    await page.keyboard.press('Enter');
    const codes = await saveRecoveryCodes(page);

    await signOut(creator);
    await enterPassword(creator);
    await expect(page.getByLabel('Code')).toBeFocused();
    await expectNoViolations(page, 'main');
    await page.keyboard.type(createTimeCode(key, seconds));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^This code is not correct or was already used/).first()).toBeVisible();
    await page.getByLabel('Code').fill(createTimeCode(key, seconds + STEP_S));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);

    await signOut(creator);
    await enterPassword(creator);
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await waitForMail(page, creator.email, 'A recovery code was used');
    await page.goto('/settings/account');
    await expect(section(page, 'Recovery codes').getByText('9 codes left')).toBeVisible();
    await page.getByRole('region', { name: 'Sign-in history' }).locator('summary').click();
    await expect(section(page, 'Sign-in history').getByText('Second step failed')).toHaveCount(1);
    await expect(section(page, 'Sign-in history').getByText(/Recovery code/)).toHaveCount(1);
  },
);

test('refuses a passkey of a device that does not verify its user', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await confirmEmailAddress(creator);
  await addVirtualAuthenticator(page, { isVerifying: false });
  await page.goto('/settings/account');
  await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('No passkey was used. Please try again, or continue another way.')).toBeVisible();
  await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(0);
});

test('offers the confirmation email before the email address is confirmed', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await page.goto('/settings/account');
  const passkeys = section(page, 'Passkeys');
  await expect(passkeys.getByText(/^Confirm your email address first/)).toBeVisible();
  await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await passkeys.getByRole('button', { name: 'Email me the link' }).click();
  await expect(passkeys.getByRole('button', { name: 'Confirmation email sent' })).toBeVisible();
  await confirmEmailAddress(creator);
  await page.reload();
  await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
});

test(
  'does not let a thief who reads the mailbox reset an account with a passkey, but its owner can',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const { page } = creator;
    await confirmEmailAddress(creator);
    await addVirtualAuthenticator(page);
    await page.goto('/settings/account');
    await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await saveRecoveryCodes(page);
    await trustFactor(creator);
    // A change after the passkey was added. Its email has the link.
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByRole('dialog').getByLabel('New email').fill(`new-${creator.id}@example.test`);
    await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
    const mail = await waitForMail(page, creator.email, 'Your email address is about to change');
    const link = findMailLink(mail, '/secure-account');

    await test.step('the thief has only the link', async () => {
      const thief = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
      await thief.goto(link);
      await expect(thief.getByRole('button', { name: 'Secure my account' })).toHaveCount(0);
      await expectNoViolations(thief, 'main');
      await thief.getByRole('button', { name: 'Sign out all devices and stop payouts' }).click();
      await expect(thief.getByRole('heading', { name: 'All devices are signed out' })).toBeVisible();
    });

    await test.step('the owner has the passkey', async () => {
      await page.goto(link);
      await page.getByRole('button', { name: 'Secure with a passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
      await waitForMail(page, creator.email, 'Choose a new password for your account');
    });
  },
);

test(
  'closes the confirmation with Escape, keeps what was typed, and repeats the action after confirming',
  DEEP_TAG,
  async ({ brand }) => {
    const { page } = brand;
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Change email' }).click();
    const form = page.getByRole('dialog', { name: 'Change email' });
    await form.getByLabel('New email').fill('another@brand.test');
    await refuseOnceUnconfirmed(page, 'auth.changeEmail');
    await form.getByRole('button', { name: 'Send link' }).click();
    await expect(confirmation(page).getByLabel('Current password')).toBeFocused();
    await expectNoViolations(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toHaveCount(0);
    await expect(form.getByLabel('New email')).toHaveValue('another@brand.test');
    await expect(page.getByText('Please confirm that it’s you, then try again.').first()).toBeVisible();

    await refuseOnceUnconfirmed(page, 'auth.requireConfirmation');
    await page.keyboard.press('Escape');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(confirmation(page).getByLabel('Current password')).toBeFocused();
    await page.keyboard.type(E2E_PASSWORD);
    await page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toMatch(/^marquee-.*\.json$/);
  },
);

test('lets staff confirm an action that moves money with a passkey', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, DEMO_ADMIN);
  await addStaffAuthenticator(page);
  await page.goto('/settings/account');
  // Uses another action with the same dialog, because the demo data has no payout that the test could release.
  await refuseOnceUnconfirmed(page, 'auth.requireConfirmation', 'PASSKEY_REQUIRED');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(confirmation(page).getByText('Actions that move money need a passkey.')).toBeVisible();
  await expect(confirmation(page).getByLabel('Code')).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await confirmation(page).getByRole('button', { name: 'Use a passkey' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^marquee-.*\.json$/);
});

test('opens the staff pages once a new staff member has a passkey, which the staff code makes usable at once', async ({
  creator,
}) => {
  const { page, email } = creator;
  await confirmEmail(creator);
  const staffCode = grantAdmin(email);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/settings\/account$/);
  await addVirtualAuthenticator(page);
  const passkeys = section(page, 'Passkeys');
  const addPasskey = async (code: string) => {
    await passkeys.getByLabel('Staff code (optional)').fill(code);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  };
  await addPasskey('0000-0000-0000-0000');
  await expectToast(page, 'This staff code is wrong, used or older than 24 hours.');
  await expectNoViolations(page);
  await addPasskey(staffCode);
  await saveRecoveryCodes(page);
  await expect(passkeys.getByText('Chrome on Linux')).toBeVisible();
  await expect(passkeys.getByText('You can use it for actions that move money from')).toHaveCount(0);
  await expect(passkeys.getByLabel('Staff code (optional)')).toHaveCount(0);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin$/);
});
