/** Tests how two staff members give a workspace back to a person who owned it before. */
import { expectNoViolations } from '../support/axe.ts';
import {
  confirmEmailAddress,
  DEEP_TAG,
  expect,
  expectToast,
  newPerson,
  openDemoPage,
  test,
  waitForMail,
} from '../support/marquee.ts';
import { addVirtualAuthenticator, DEMO_ADMIN, grantAdmin } from '../support/passkeys.ts';
import { call, joinWorkspace, openStaffUser, passOwnershipWait } from '../support/people.ts';

test(
  'lets one staff member ask to give a workspace back, and another one approve it',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand: colleague }) => {
    const former = await newPerson(browser, baseURL ?? '', 'influencer', 'Ida Sol');
    for (const person of [creator, former, colleague]) await confirmEmailAddress(person);
    await joinWorkspace(creator, former, 'owner');
    await call(creator, 'workspaces.removeMember', { personId: former.id, heirId: creator.id });
    await passOwnershipWait(creator);
    const page = await openDemoPage(browser, baseURL, DEMO_ADMIN);
    const owners = page.getByRole('region', { name: 'Owners' });

    await test.step('a staff member asks for it, and cannot approve it', async () => {
      await openStaffUser(page, creator);
      await expect(owners.getByText('Owner until')).toHaveCount(1);
      await expect(owners.getByRole('button', { name: /^Give back/ })).toHaveCount(1);
      await owners.getByRole('button', { name: 'Give back: Ida Sol' }).click();
      const dialog = page.getByRole('dialog', { name: `Make Ida Sol the only owner of ${creator.fullName}?` });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('She has shown the contract of the company.');
      await expectNoViolations(page);
      await dialog.getByRole('button', { name: 'Give back' }).click();
      await expectToast(page, 'Return requested');
      await expect(owners.getByText('Reason: She has shown the contract of the company.')).toBeVisible();
      await expect(owners.getByText('Another member of staff has to approve it.')).toBeVisible();
      await expect(owners.getByRole('button', { name: /^Stop return/ })).toBeVisible();
      await expect(owners.getByRole('button', { name: /^(Approve return|Give back)/ })).toHaveCount(0);
      await expectNoViolations(page);
      for (const person of [creator, former])
        await waitForMail(page, person.email, `Ownership of ${creator.fullName} is under review`);
      await creator.page.goto('/settings/members');
      await expect(creator.page.getByText('This workspace was reported')).toBeVisible();
    });

    await test.step('another staff member approves it', async () => {
      const staffCode = grantAdmin(colleague.email);
      await addVirtualAuthenticator(colleague.page);
      await colleague.page.goto('/settings/account');
      await colleague.page.getByLabel('Staff code (optional)').fill(staffCode);
      await colleague.page.getByRole('button', { name: 'Add a passkey' }).click();
      await colleague.page.getByRole('dialog').getByRole('button', { name: 'I saved the codes' }).click();
      await openStaffUser(colleague.page, creator);
      await colleague.page.getByRole('button', { name: /^Approve return/ }).click();
      const dialog = colleague.page.getByRole('dialog', { name: `Give ${creator.fullName} back to Ida Sol?` });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The contract is right.');
      await dialog.getByRole('button', { name: 'Approve return' }).click();
      await expect(colleague.page.getByText(`${colleague.fullName} approved it.`)).toBeVisible();
      await expect(colleague.page.getByRole('button', { name: /^Approve return/ })).toHaveCount(0);
      await expectNoViolations(colleague.page);
    });
  },
);
