/** Helpers for tests with several people: members of a workspace and guests without an account. */
import type { Browser, Page } from '@playwright/test';
import { ageAccount, ageFactor, endConfirmations, endOwnershipWait } from '@marquee/tools/local/age-ownership';
import { findRunningPostgresUrl } from '@marquee/tools/local/postgres';
import { expect, findMailLink, waitForMail, type TestAccount, type TestPerson } from './marquee.ts';

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

/** Calls a mutation with the account's session and returns its result. */
export async function call<Result>({ request }: TestAccount, path: string, data: object): Promise<Result> {
  const { origin } = new URL(process.env['MARQUEE_URL'] ?? '');
  const answer = await request.post(`/trpc/${path}`, { data, headers: { origin } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { result: { data: Result } }).result.data;
}

/**
 * Makes the account a member of the owner's workspace without opening screens. A new owner is one at once, although the
 * change would wait.
 */
export async function joinWorkspace(owner: TestPerson, member: TestAccount, role: string): Promise<void> {
  await call(owner, 'workspaces.invite', { email: member.email, role });
  const link = findMailLink(await waitForMail(owner.page, member.email, /invited you to/), '/invitation');
  await call(member, 'workspaces.accept', { token: new URLSearchParams(new URL(link).hash.slice(1)).get('token') });
  if (role !== 'owner') return;
  await passOwnershipWait(owner);
  await expect
    .poll(async () => {
      const { result } = (await (await member.request.get('/trpc/workspaces.own')).json()) as {
        result: { data: { username: string; role: string }[] };
      };
      return result.data.find(({ username }) => username === owner.username)?.role;
    })
    .toBe('owner');
}

/** Makes the agency represent the creator without opening screens. */
export async function representCreator(agency: TestAccount, creator: TestAccount): Promise<void> {
  const { id } = await call<{ id: string }>(agency, 'agencies.invite', { creator: creator.username, shareBps: 1_000 });
  await call(creator, 'agencies.agree', { id });
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

function findDatabaseUrl(): string {
  const url = findRunningPostgresUrl(`${process.env['MARQUEE_DATA_DIR']}/postgres`);
  expect(url, 'the browser tests start the product themselves').toBeDefined();
  return url ?? '';
}

/** Makes the waiting changes of ownership in the workspace of `owner` take effect. */
export const passOwnershipWait = (owner: TestAccount): Promise<void> =>
  endOwnershipWait(findDatabaseUrl(), owner.username);

/** Makes the second factor of the account old enough to be trusted. */
export const trustFactor = ({ email }: TestAccount): Promise<void> => ageFactor(findDatabaseUrl(), email);

/** Makes the account and the history of its workspaces old, so that a device that signs in now counts as new. */
export const makeAccountOld = ({ email }: TestAccount): Promise<void> => ageAccount(findDatabaseUrl(), email);

/** Makes the sessions of the account as old as if the last confirmation were more than ten minutes ago. */
export const passConfirmations = ({ email }: TestAccount): Promise<void> => endConfirmations(findDatabaseUrl(), email);

/** Opens the staff page of the account's workspace. */
export async function openStaffUser(page: Page, { email, fullName }: TestAccount): Promise<void> {
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: fullName })).toBeVisible();
}
