/** Tests how people work together in a workspace. */
import { expectNoViolations } from '../support/axe.ts';
import {
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  expectToast,
  findMailLink,
  newPerson,
  publishPackage,
  test,
  waitForMail,
} from '../support/marquee.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { addMember, confirmEmail, passOwnershipWait } from '../support/people.ts';

test('lets an owner invite a booker, who works in two workspaces at once, and hand over when the booker leaves', async ({
  brand,
  creator,
  browser,
}) => {
  await confirmEmail(brand);
  const { page } = brand;
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel('Email address').fill(creator.email);
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invited as booker')).toBeVisible();

  // The invited creator keeps their own workspace.
  const mail = await waitForMail(page, creator.email, /invited you to/);
  await creator.page.goto(findMailLink(mail, '/invitation'));
  await expect(creator.page.getByRole('heading', { name: `Join ${brand.fullName}` })).toBeVisible();
  await expectNoViolations(creator.page);
  await creator.page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(creator.page).toHaveURL(new RegExp(`/w/${brand.username}/dashboard$`));
  await expect(creator.page.getByRole('link', { name: 'Saved', exact: true }).first()).toBeVisible();
  await creator.page.getByRole('link', { name: 'Bookings', exact: true }).first().click();
  await expect(creator.page).toHaveURL(new RegExp(`/w/${brand.username}/bookings$`));
  const other = await creator.page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('link', { name: 'Packages', exact: true }).first()).toBeVisible();
  await creator.page.reload();
  await expect(creator.page.getByRole('link', { name: 'Saved', exact: true }).first()).toBeVisible();

  // A person without an account gets one with the invitation.
  await page.getByRole('button', { name: 'Invite member' }).click();
  const email = `finance-${brand.username}@example.test`;
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Role').selectOption('Finance');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const invited = await (await browser.newContext()).newPage();
  await invited.goto(findMailLink(await waitForMail(page, email, /invited you to/), '/invitation'));
  await invited.getByLabel('Full Name').fill('Ada Berg');
  await invited.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await invited.getByRole('button', { name: 'Create Account' }).click();
  await expect(invited).toHaveURL(/\/dashboard$/);
  await expect(invited.getByRole('link', { name: 'Saved', exact: true }).first()).toBeVisible();

  await creator.page.goto(`/w/${brand.username}/settings/members`);
  await creator.page.getByRole('button', { name: 'Leave workspace' }).click();
  const leaving = creator.page.getByRole('dialog', { name: `Leave ${brand.fullName}?` });
  await expect(leaving.getByText('You are not the contact of any open booking.')).toBeVisible();
  await expectNoViolations(creator.page);
  await leaving.getByRole('button', { name: 'Leave workspace' }).click();
  await expect(creator.page).toHaveURL(/^[^/]+\/\/[^/]+\/dashboard$/);
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Log' }).click();
  await expect(page.getByText(`${creator.fullName} left the workspace`)).toBeVisible();
  await page.getByLabel('Member').selectOption(brand.fullName);
  await expect(page.getByText(`${creator.fullName} left the workspace`)).toBeHidden();
  await expect(page.getByText(`${brand.fullName} invited ${email} as finance`)).toBeVisible();
  await expectNoViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the entries in this list as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('workspace-log.csv');
});

test(
  'lets an owner hand a booking over to a second owner and leave, and creates a new workspace for the first',
  DEEP_TAG,
  async ({ brand, creator, browser, baseURL }) => {
    const bookingId = await createPaidBooking(creator, brand, 'accepted');
    await confirmEmail(brand);
    const { page } = brand;
    const second = await newPerson(browser, baseURL ?? '', 'brand', 'Ida Sol');
    await addMember(brand, second, 'Owner');

    // Until the change takes effect, the new owner has a lower role.
    await page.reload();
    await expect(page.getByText('Ida Sol becomes an owner')).toBeVisible();
    await expectNoViolations(page);
    await passOwnershipWait(brand);
    await expect(async () => {
      await second.page.goto(`/w/${brand.username}/settings/members`);
      await expect(second.page.getByRole('button', { name: 'Invite member' })).toBeVisible({ timeout: 2_000 });
    }).toPass();

    await page.reload();
    await page.getByRole('button', { name: 'Leave workspace' }).click();
    const leaving = page.getByRole('dialog', { name: `Leave ${brand.fullName}?` });
    await expect(leaving.getByText('You are the contact of 1 open booking.')).toBeVisible();
    await leaving.getByRole('button', { name: 'Leave workspace' }).click();
    await expectToast(page, 'Change requested');
    await second.page.reload();
    await second.page.getByRole('button', { name: `Confirm now: ${brand.fullName} leaves the workspace` }).click();
    await expectToast(second.page, 'Change confirmed');

    // The booking stays in the workspace, and its emails go to the second owner.
    expect((await brand.request.get(`/api/bookings/${bookingId}`)).status()).toBe(404);
    expect(await (await brand.request.get('/api/auth/me')).json()).toMatchObject({ id: brand.id, userType: 'brand' });
    await second.page.goto(`/w/${brand.username}/booking-details?bookingId=${bookingId}`);
    await expect(second.page.getByText('One Reel').first()).toBeVisible();
    await creator.page.request.patch(`/api/bookings/${bookingId}/status`, { data: { status: 'in_progress' } });
    const mail = await waitForMail(page, second.email, /started/i);
    expect(mail.links.some((link) => link.includes(bookingId))).toBe(true);

    // A notification of this workspace opens in it, also from the person's own workspace.
    await second.page.goto('/notifications');
    await second.page.getByRole('link', { name: /started/i }).click();
    await expect(second.page).toHaveURL(new RegExp(`/w/${brand.username}/booking-details\\?bookingId=${bookingId}`));
  },
);

test(
  'shows an assistant no setup steps, and shows a booker with limits the limits before ordering',
  DEEP_TAG,
  async ({ brand, creator, browser, baseURL }) => {
    await confirmEmail(brand);
    await confirmEmail(creator);
    const assistant = await newPerson(browser, baseURL ?? '', 'influencer', 'Ann Lee');
    const booker = await newPerson(browser, baseURL ?? '', 'brand', 'Kim Sol');
    await addMember(creator, assistant, 'Assistant');
    await addMember(brand, booker, 'Booker');
    const { id } = await publishPackage(creator);
    const invited = await creator.page.request.post('/trpc/agencies.invite', {
      data: { creator: assistant.username, shareBps: 1_000 },
      headers: { origin: baseURL ?? '' },
    });
    expect(invited.ok()).toBe(true);

    await creator.page.goto('/dashboard');
    await expect(creator.page.getByText('Get ready for your first booking')).toBeVisible();
    await expect(creator.page.getByRole('link', { name: 'View Creators' })).toBeVisible();
    await assistant.page.goto(`/w/${creator.username}/dashboard`);
    await expect(assistant.page.getByRole('link', { name: 'View Packages' })).toBeVisible();
    await expect(assistant.page.getByRole('link', { name: 'View Creators' })).toBeHidden();
    await expect(assistant.page.getByText('Get ready for your first booking')).toBeHidden();
    await expect(assistant.page.getByRole('link', { name: 'Build Forms' })).toBeHidden();
    await expectNoViolations(assistant.page);

    const setLimits = (orderLimit: string, monthLimit: string) =>
      brand.page.request.post('/trpc/workspaces.changeLimits', {
        data: { personId: booker.id, orderLimit, monthLimit },
        headers: { origin: baseURL ?? '' },
      });
    expect((await setLimits('200', '500')).ok()).toBe(true);
    await booker.page.goto(`/w/${brand.username}/order-questionnaire?packageId=${id}`);
    await expect(
      booker.page.getByText('You can order up to $200.00 at a time and $500.00 more this month. Orders above'),
    ).toBeVisible();
    expect((await setLimits('', '500')).ok()).toBe(true);
    await booker.page.reload();
    await expect(booker.page.getByText('You can order up to $500.00 more this month.')).toBeVisible();

    // The settings offer nothing that the role does not allow.
    await booker.page.goto(`/w/${brand.username}/settings/budgets`);
    await expect(
      booker.page.getByText('Only members with the role Owner or Finance can add and change budgets.'),
    ).toBeVisible();
    await expect(booker.page.getByRole('button', { name: 'Add budget' })).toHaveCount(0);
    await booker.page.getByRole('link', { name: 'Billing', exact: true }).click();
    await expect(
      booker.page.getByText('Only members with the role Owner or Finance can add and remove cards.'),
    ).toBeVisible();
    await expect(booker.page.getByRole('region', { name: 'Billing details' })).toHaveCount(0);
    await booker.page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(booker.page.getByText('Only members with the role Owner can change these details.')).toBeVisible();
    await expect(booker.page.getByLabel('Company or full name')).toBeDisabled();
    await expectNoViolations(booker.page);

    // The links to the screens of the workspace fit into one row on a phone.
    await brand.page.setViewportSize({ width: 390, height: 844 });
    await brand.page.goto('/settings/log');
    const links = brand.page.getByRole('navigation', { name: 'Workspace settings' });
    await expect.poll(async () => (await links.boundingBox())?.height).toBeLessThan(60);
  },
);

test('tells a person that they are not a member of a workspace, or no longer, and opens their own', async ({
  brand,
  browser,
  baseURL,
}) => {
  await confirmEmail(brand);
  const booker = await newPerson(browser, baseURL ?? '', 'brand', 'Kim Sol');
  const { page } = booker;
  await page.goto(`/w/${brand.username}/bookings`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You are not a member of ${brand.username}`);
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  // The links leave the workspace.
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toHaveAttribute(
    'href',
    `${baseURL ?? ''}/terms`,
  );
  await expectNoViolations(page);
  await page.getByRole('link', { name: `Open ${booker.fullName}` }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${booker.username}/dashboard$`));

  await addMember(brand, booker, 'Booker');
  const removed = await brand.page.request.post('/trpc/workspaces.removeMember', {
    data: { personId: booker.id, heirId: brand.id },
    headers: { origin: baseURL ?? '' },
  });
  expect(removed.ok()).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You are no longer a member of ${brand.fullName}`);
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCount(0);
  await expectNoViolations(page);
  await page.getByRole('button', { name: `Account of ${booker.fullName}` }).click();
  await expect(page.getByRole('menuitem', { name: `${booker.fullName} (owner)` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `Open ${booker.fullName}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('asks a person without an account for a code from a second email before they become an owner', async ({
  brand,
  browser,
  baseURL,
}) => {
  await confirmEmail(brand);
  const { page } = brand;
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  const email = `owner-${brand.username}@example.test`;
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Role').selectOption('Owner');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const invited = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
  await invited.goto(findMailLink(await waitForMail(page, email, /invited you to/), '/invitation'));
  await expectNoViolations(invited);
  await invited.getByRole('button', { name: 'Send code', exact: true }).click();
  const { subject } = await waitForMail(page, email, /is your code for the invitation/);
  await invited.getByLabel('Full Name').fill('Ida Sol');
  await invited.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  const wrong = String((Number(subject.slice(0, 6)) + 1) % 1_000_000).padStart(6, '0');
  await invited.getByLabel('Code', { exact: true }).fill(wrong);
  await invited.getByRole('button', { name: 'Create Account' }).click();
  await expect(invited.getByLabel('Code', { exact: true })).toBeFocused();
  await expectNoViolations(invited);
  await invited.getByLabel('Code', { exact: true }).fill(subject.slice(0, 6));
  await invited.getByRole('button', { name: 'Create Account' }).click();
  await expect(invited).toHaveURL(/\/dashboard$/);
});
