import { expectNoViolationsAt } from './axe.ts';
import { DEEP_TAG, expect, newPerson, test } from './marquee.ts';

test(
  'an agency invites a creator, who sees an example, agrees, and ends the representation',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const agency = await newPerson(browser, baseURL ?? '', 'influencer', 'Field Agency');
    await agency.page.goto('/settings');
    await agency.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Workspace' }).click();
    await agency.page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Agency' }).click();
    const invited = agency.page.getByRole('region', { name: 'Creators you represent' });
    await invited.getByLabel('Username').fill(creator.username);
    await invited.getByLabel('Your share in percent').fill('21');
    await invited.getByRole('button', { name: 'Invite creator' }).click();
    await expect(invited.getByText('Enter a share from 0 to 20%')).toBeVisible();
    await invited.getByLabel('Your share in percent').fill('15');
    await expect(invited.getByText('Of a $200.00 booking, you receive $30.00 and the creator $170.00.')).toBeVisible();
    await invited.getByRole('button', { name: 'Invite creator' }).click();
    await expect(invited.getByText('Invited', { exact: true })).toBeVisible();

    const { page } = creator;
    await page.goto('/settings/agency');
    const own = page.getByRole('region', { name: 'Your agency' });
    await expect(
      own.getByText('Of a $200.00 booking, Field Agency receives $30.00 and you receive $170.00.'),
    ).toBeVisible();
    await expectNoViolationsAt(page, '/settings/agency');
    await own.getByRole('button', { name: 'Agree' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).click();
    await expect(own.getByText(/^Represents you since .+ for 15% of the price\.$/)).toBeVisible();
    await agency.page.reload();
    await expect(invited.getByText('Represented', { exact: true })).toBeVisible();

    await own.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End representation' }).click();
    await expect(own.getByText(/^Ended on .+ have its share \(15% of the price\) until .+\.$/)).toBeVisible();
    await agency.page.reload();
    await expect(invited.getByText('Represented', { exact: true })).toBeHidden();
  },
);
