/** Helpers for tests with several people: members of a workspace and guests without an account. */
import type { Browser, Page } from '@playwright/test';
import { expect, findMailLink, waitForMail, type TestPerson } from './marquee.ts';

/** Confirms the email address of an account, which invitations require. */
export async function confirmEmail({ page, email }: TestPerson): Promise<void> {
  const mail = await waitForMail(page, email, 'Confirm your email address');
  await page.goto(findMailLink(mail, '/verify-email'));
  await expect(page.getByText(/confirmed/i).first()).toBeVisible();
}

/** Invites a person with an account as a member with this role, and accepts the invitation in their browser. */
export async function addMember(owner: TestPerson, member: TestPerson, role: string): Promise<void> {
  const { page } = owner;
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel('Email address').fill(member.email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invited as ${role.toLowerCase()}`)).toBeVisible();
  await member.page.goto(findMailLink(await waitForMail(page, member.email, /invited you to/), '/invitation'));
  await member.page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(member.page).toHaveURL(new RegExp(`/w/${owner.username}/dashboard$`));
}

/**
 * Opens the link that was emailed to a guest, in a browser without an account, and enters the emailed code. `mailbox`
 * is any page, through which the emails are read.
 */
export async function enterAsGuest(
  browser: Browser,
  baseURL: string | undefined,
  mailbox: Page,
  email: string,
): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto(findMailLink(await waitForMail(mailbox, email, /asks for your review/), '/guest-review'));
  await page.getByRole('button', { name: 'Send code' }).click();
  const { subject } = await waitForMail(mailbox, email, /is your code/);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(subject.slice(0, 6));
  await page.keyboard.press('Enter');
  return page;
}
