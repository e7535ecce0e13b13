/** Tests what people with a role cannot do: a removed owner, an agent who also works for the brand, and new staff. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import {
  confirmEmailAddress,
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  expectToast,
  newPerson,
  openDemoPage,
  test,
  waitForMail,
} from '../support/marquee.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { addVirtualAuthenticator, DEMO_ADMIN, grantAdmin } from '../support/passkeys.ts';
import { call, joinWorkspace, openStaffUser, passOwnershipWait, representCreator } from '../support/people.ts';
import { enterPassword, openNewBrowser, secureAccount, takeBack } from '../support/thefts.ts';

test(
  'tells an owner about their removal in time to stop it, and gives a removed owner neither access nor a role',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const { page } = creator;
    const former = await newPerson(browser, baseURL ?? '', 'influencer', 'Ida Sol');
    for (const person of [creator, former]) await confirmEmailAddress(person);
    await joinWorkspace(creator, former, 'owner');
    const workspace = `/w/${creator.username}`;
    await former.page.goto(`${workspace}/settings/notifications`);
    await former.page.getByRole('button', { name: 'Create calendar address' }).click();
    const feed = await former.page.getByLabel('Your calendar’s address').inputValue();
    expect((await former.request.get(feed)).status()).toBe(200);
    const remove = async () => {
      await page.goto('/settings/members');
      await page.getByRole('button', { name: 'Remove Ida Sol' }).click();
      await page
        .getByRole('dialog', { name: 'Remove Ida Sol?' })
        .getByRole('button', { name: 'Remove member' })
        .click();
      await expectToast(page, 'Change requested');
    };
    const expectNoAccess = async () => {
      for (const path of ['/api/auth/user', '/api/workspace-log/all.csv'])
        expect((await former.request.get(workspace + path)).status(), path).toBe(404);
      expect((await former.request.get(feed)).status()).toBe(404);
    };

    await test.step('the owner is told by email and on the members screen, and stops it', async () => {
      await remove();
      await waitForMail(former.page, former.email, `${creator.fullName} asked to remove the owner Ida Sol`);
      await former.page.goto(`${workspace}/settings/members`);
      await expectNoViolations(former.page);
      await former.page.getByRole('button', { name: 'Cancel change: You leave the workspace' }).click();
      await expectToast(former.page, 'Change cancelled');
      await expect(former.page.getByText('You leave the workspace')).toHaveCount(0);
    });

    await test.step('after the waiting time, the owner has no access', async () => {
      await remove();
      await passOwnershipWait(creator);
      await expect(former.page.getByRole('heading', { level: 1 })).toHaveText(
        `You are no longer a member of ${creator.fullName}`,
      );
      await expectNoAccess();
    });

    await test.step('the former owner locks the workspace with the email, but gets no role', async () => {
      await takeBack(former, /removed Ida Sol$/);
      await page.goto('/settings/members');
      await expect(page.getByText('This workspace was reported')).toBeVisible();
      await expect(page.getByText('Ida Sol')).toHaveCount(0);
      await expectNoAccess();
    });

    await test.step('after staff have unlocked the workspace, the former owner cannot lock it again', async () => {
      const staff = await openDemoPage(browser, baseURL, DEMO_ADMIN);
      await openStaffUser(staff, creator);
      await staff.getByRole('button', { name: /^Unlock workspace:/ }).click();
      await staff.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The owners agree.');
      await staff.getByRole('dialog').getByRole('button', { name: 'Unlock workspace' }).click();
      await expectToast(staff, 'Workspace unlocked');
      await call(creator, 'workspaces.invite', { email: 'kim@x.test', role: 'assistant' });
      await secureAccount(former, /invited kim@x\.test/);
      await page.goto('/settings/members');
      await expect(page.getByText('Invited as assistant')).toBeVisible();
      await expect(page.getByText('This workspace was reported')).toHaveCount(0);
    });
  },
);

test(
  'offers an agent who also books for the brand neither a refund nor the money of the creator',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand }) => {
    const agent = await newPerson(browser, baseURL ?? '', 'influencer', 'Kim Field');
    for (const person of [agent, creator, brand]) await confirmEmailAddress(person);
    await representCreator(agent, creator);
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await joinWorkspace(brand, agent, 'booker');
    const { page } = agent;
    const bookingPath = `/booking-details?bookingId=${id}`;
    const refused = page.getByText('You also act for the other side, so you cannot do this.');
    const askToCancel = async (of: Page) => {
      await of.getByRole('button', { name: 'Ask to cancel' }).click();
      await of.getByRole('dialog').getByLabel('Why do you want to cancel?').fill('The campaign was moved.');
      await of.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    };

    await test.step('the agent asks to cancel for the brand', async () => {
      await page.goto(`/w/${brand.username}${bookingPath}`);
      await askToCancel(page);
      await expect(refused.first()).toBeVisible();
    });

    await test.step('the brand asks to cancel, and the agent cannot agree for the creator', async () => {
      await brand.page.goto(bookingPath);
      await askToCancel(brand.page);
      await expectToast(brand.page, 'Request sent');
      await page.goto(`/w/${creator.username}${bookingPath}`);
      await expect(page.getByText('The campaign was moved.', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Agree to cancel' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Disagree' }).click();
      await page.getByRole('dialog').getByLabel('Why do you disagree?').fill('It is nearly done.');
      await page.getByRole('dialog').getByRole('button', { name: 'Disagree' }).click();
      await expect(refused.first()).toBeVisible();
      await creator.page.goto(bookingPath);
      await expect(creator.page.getByRole('button', { name: 'Agree to cancel' })).toBeEnabled();
    });

    await test.step('the agent opens no payouts, billing details or log of the creator', async () => {
      const workspace = `/w/${creator.username}`;
      await page.goto(`${workspace}/dashboard`);
      const links = page.getByRole('navigation', { name: 'Workspace', exact: true });
      await expect(links.getByRole('link', { name: 'Bookings' })).toBeVisible();
      await expect(links.getByRole('link', { name: /Payouts|Analytics/ })).toHaveCount(0);
      for (const path of ['/payouts', '/payouts/statements', '/settings/log']) {
        await page.goto(workspace + path);
        await expect(page.getByText('Your role in this workspace does not allow this').first()).toBeVisible();
      }
      await page.goto(`${workspace}/settings/billing`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Billing details' })).toHaveCount(0);
      for (const path of [
        `/api/statements/payouts/${id}.pdf`,
        `/api/agreements/${id}.pdf`,
        '/api/workspace-log/all.csv',
      ])
        expect((await page.request.get(workspace + path)).ok(), path).toBe(false);
    });
  },
);

test(
  'shows a staff member without a second factor nothing of others, until the staff code has added one',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'accepted');
    const staff = await newPerson(browser, baseURL ?? '', 'brand', 'Sam Reed');
    await confirmEmailAddress(staff);
    const staffCode = grantAdmin(staff.email);
    const page = await openNewBrowser(browser, baseURL);
    await enterPassword(page, staff.email, E2E_PASSWORD);
    const listAnswers = () =>
      Promise.all(
        ['receipts', 'agreements'].map(async (kind) => (await page.request.get(`/api/${kind}/${id}.pdf`)).status()),
      );

    await test.step('without a factor', async () => {
      await expect(page).toHaveURL(/\/settings\/account$/);
      await expect(page.getByText(/second factor/i).first()).toBeVisible();
      for (const path of ['/admin/users', '/admin/payouts', `/admin/bookings/${id}`]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/settings\/account$/);
      }
      expect(await listAnswers()).toEqual([404, 404]);
    });

    await test.step('with a passkey that was added with the staff code', async () => {
      await addVirtualAuthenticator(page);
      const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
      await passkeys.getByLabel('Staff code (optional)').fill(staffCode);
      await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'I saved the codes' }).click();
      await page.goto(`/admin/bookings/${id}`);
      await expect(page).toHaveURL(new RegExp(`/admin/bookings/${id}$`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await listAnswers()).toEqual([200, 200]);
    });
  },
);
