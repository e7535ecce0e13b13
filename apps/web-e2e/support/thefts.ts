/** Steps of thieves who know a password or read a mailbox, and of the owners who take their account back. */
import type { Browser, Page } from '@playwright/test';
import { E2E_PASSWORD, expect, findMailLink, waitForMail, type TestPerson } from './marquee.ts';

/** The password that owners choose when they take their account back. */
export const OWNERS_PASSWORD = 'only-the-owner-knows-1';

/** Opens a browser that has never been used with Marquee. */
export const openNewBrowser = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();

export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Opens a browser that has never been used with Marquee, and enters the password of `victim`. */
export async function enterStolenPassword(
  browser: Browser,
  baseURL: string | undefined,
  { email }: TestPerson,
  password = E2E_PASSWORD,
): Promise<Page> {
  const page = await openNewBrowser(browser, baseURL);
  await enterPassword(page, email, password);
  return page;
}

/** Opens an emailed link for a new password, and chooses the password. */
export async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Opens a browser in which a thief who reads the mailbox of `victim` resets the password and enters the new one. */
export async function resetByMailbox(
  browser: Browser,
  baseURL: string | undefined,
  { email }: TestPerson,
  password: string,
): Promise<Page> {
  const page = await openNewBrowser(browser, baseURL);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  const mail = await waitForMail(page, email, 'Reset your password');
  await choosePassword(page, findMailLink(mail, '/reset-password'), password);
  await enterPassword(page, email, password);
  return page;
}

/** Secures the account with the link in the newest email with this subject. */
export async function secureAccount(
  { page, email }: TestPerson,
  subject: RegExp | string,
  button = 'Secure my account',
): Promise<void> {
  await page.context().clearCookies();
  await page.goto(findMailLink(await waitForMail(page, email, subject), '/secure-account'));
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
}

/** Chooses a new password after the account was secured, and enters it. */
export async function choosePasswordAgain({ page, email }: TestPerson): Promise<void> {
  const mail = await waitForMail(page, email, 'Choose a new password for your account');
  await choosePassword(page, findMailLink(mail, '/reset-password'), OWNERS_PASSWORD);
  await enterPassword(page, email, OWNERS_PASSWORD);
}

/** Secures the account with the link in the newest email with this subject, and signs in with a new password. */
export async function takeBack(person: TestPerson, subject: RegExp | string): Promise<void> {
  await secureAccount(person, subject);
  await choosePasswordAgain(person);
  await expect(person.page).toHaveURL(/\/dashboard$/);
}

/** Expects that the thief's session has ended, and that the password that they know no longer works. */
export async function expectLockedOut(thief: Page, { email }: TestPerson, password = E2E_PASSWORD): Promise<void> {
  await thief.goto('/settings/account');
  await expect(thief).toHaveURL(/\/(login|auth)/);
  await enterPassword(thief, email, password);
  await expect(thief.getByText('Invalid email or password. Please try again.').first()).toBeVisible();
}
