/** Tests how an agency represents a creator: from the invitation to the payouts of both and the end. */
import type { Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsAt } from '../support/axe.ts';
import { clickInDropdown } from '../support/dropdowns.ts';
import {
  DEEP_TAG,
  E2E_PASSWORD,
  expect,
  newPerson,
  publishPackage,
  refuseOnceUnconfirmed,
  test,
  unfold,
  waitForMail,
} from '../support/marquee.ts';
import { createPaidBooking, setUpPayouts } from '../support/paid-booking.ts';
import { confirmEmail } from '../support/people.ts';
import { createPictureFile } from '../support/pictures.ts';

test(
  'lets an agency invite a creator, who sees an example, agrees, and ends the representation',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const agency = await newPerson(browser, baseURL ?? '', 'influencer', 'Field Agency');
    await agency.page.goto('/settings/account');
    await agency.page.getByRole('link', { name: 'Open workspace settings' }).click();
    await agency.page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Agency' }).click();
    const invited = agency.page.getByRole('region', { name: 'Creators you represent' });
    await invited.getByLabel('Username').fill(creator.username);
    await invited.getByLabel('Your share in percent').fill('21');
    await invited.getByRole('button', { name: 'Invite creator' }).click();
    await expect(invited.getByText('Enter a share from 0 to 20%')).toBeVisible();
    await invited.getByLabel('Your share in percent').fill('15');
    await expect(
      invited.getByText('For a $200.00 booking, you receive $30.00 and the creator receives $170.00.'),
    ).toBeVisible();
    await invited.getByRole('button', { name: 'Invite creator' }).click();
    await expect(invited.getByText('Invited', { exact: true })).toBeVisible();

    const { page } = creator;
    await page.goto('/settings/agency');
    const own = page.getByRole('region', { name: 'Your agency' });
    await expect(
      own.getByText('For a $200.00 booking, Field Agency receives $30.00 and you receive $170.00.'),
    ).toBeVisible();
    await expectNoViolationsAt(page, '/settings/agency');
    await own.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept invitation' }).click();
    await expect(own.getByText(/^It has represented you since .+ for 15% of the price\.$/)).toBeVisible();
    await agency.page.reload();
    await expect(invited.getByText('Represented', { exact: true })).toBeVisible();

    await own.getByRole('button', { name: 'End representation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End representation' }).click();
    await expect(own.getByText(/^Ended on .+ include its share \(15% of the price\) until .+\.$/)).toBeVisible();
    await agency.page.reload();
    await expect(invited.getByText('Represented', { exact: true })).toBeHidden();
  },
);

const getPayout = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Payouts per booking' }).getByRole('listitem').filter({ hasText: text });

test(
  'lets an agent accept and deliver for a creator, and pays both the creator and the agency',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand }) => {
    const agency = await newPerson(browser, baseURL ?? '', 'influencer', 'Kim Field');
    const pack = await publishPackage(creator, { name: 'Breakfast Reel', price: '200.00', features: ['1 Reel'] });
    const signature = `Kim for ${creator.fullName}`;
    let bookingId = '';

    await test.step('both set up payouts, and the creator confirms their identity to agree', async () => {
      for (const person of [agency, creator]) {
        await confirmEmail(person);
        await setUpPayouts(person);
      }
      await agency.page.goto('/settings/agency');
      const invited = agency.page.getByRole('region', { name: 'Creators you represent' });
      await invited.getByLabel('Username').fill(creator.username);
      await invited.getByLabel('Your share in percent').fill('10');
      await invited.getByRole('button', { name: 'Invite creator' }).click();
      await expect(invited.getByText('Invited', { exact: true })).toBeVisible();

      await waitForMail(creator.page, creator.email, /would like to represent you/);
      await creator.page.goto('/settings/agency');
      const own = creator.page.getByRole('region', { name: 'Your agency' });
      await own.getByRole('button', { name: 'Accept invitation' }).click();
      await expectNoViolations(creator.page);
      await refuseOnceUnconfirmed(creator.page, 'agencies.agree');
      await creator.page.getByRole('dialog').getByRole('button', { name: 'Accept invitation' }).click();
      const confirmation = creator.page.getByRole('dialog', { name: 'Confirm it’s you' });
      await confirmation.getByLabel('Current password').fill(E2E_PASSWORD);
      await confirmation.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(own.getByText(/^It has represented you since .+ for 10% of the price\.$/)).toBeVisible();
    });

    await test.step('the agent opens the creator’s workspace and accepts the paid order', async () => {
      bookingId = await createPaidBooking(creator, brand, 'pending', pack);
      await agency.page.goto('/dashboard');
      await expect(agency.page.getByRole('link', { name: 'View Creators' })).toBeVisible();
      await expect(agency.page.getByText('Get ready for your first booking')).toHaveCount(0);
      await agency.page.getByRole('button', { name: `Account of ${agency.fullName}` }).click();
      await clickInDropdown(agency.page.getByRole('menuitem', { name: `${creator.fullName}, for ${agency.fullName}` }));
      await expect(agency.page).toHaveURL(new RegExp(`/w/${creator.username}/dashboard$`));
      await expect(agency.page.getByText(`Welcome, Kim Field. You act for ${creator.fullName}.`)).toBeVisible();
      await expectNoViolations(agency.page);
      await agency.page.goto(`/w/${creator.username}/booking-details?bookingId=${bookingId}`);
      await agency.page.getByRole('button', { name: 'Accept Booking' }).click();
      await expect(agency.page.getByRole('button', { name: 'Start Working' })).toBeVisible();
    });

    await test.step('the brand sees who acted, but not the share of the agency', async () => {
      await brand.page.goto(`/booking-details?bookingId=${bookingId}`);
      await unfold(brand.page, 'Timeline');
      await expect(brand.page.getByText(`${signature} accepted the booking.`)).toBeVisible();
      await expect(brand.page.getByText('$20.00')).toHaveCount(0);
      await expectNoViolations(brand.page);
    });

    await test.step('the agent delivers, and the brand approves', async () => {
      await agency.page.getByRole('button', { name: 'Start Working' }).click();
      const room = agency.page.getByRole('region', { name: 'Deliverables' });
      await room.getByRole('button', { name: 'Send work: 1 Reel' }).click();
      await room.getByTestId('files').setInputFiles(await createPictureFile('breakfast.png', '#a04020'));
      await expect(room.getByText('Ready to send')).toHaveCount(1);
      await room.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
      await expect(room).toContainText('Waiting for approval');
      await brand.page.getByRole('button', { name: 'Approve and release payment' }).click();
      await brand.page.getByRole('dialog').getByRole('button', { name: 'Release payment' }).click();
      await expect(brand.page.getByRole('region', { name: 'Deliverables' })).toContainText(
        'The brand approved all work.',
      );
    });

    await test.step('the creator and the agency are paid and see only their own amounts', async () => {
      await waitForMail(agency.page, agency.email, /^Agency share sent/);
      for (const [{ page }, amount, otherAmount, text] of [
        [agency, '$20.00', '$180.00', 'Your share as an agency'],
        [creator, '$180.00', '$20.00', `After the share of ${agency.fullName}`],
      ] as const) {
        await page.goto('/payouts');
        const payout = getPayout(page, text);
        await expect(payout.getByText(amount, { exact: true })).toBeVisible();
        await expect(payout.getByText(/^Paid out on /)).toBeVisible();
        await expect(payout.getByText(otherAmount)).toHaveCount(0);
        await expectNoViolations(page);
        const download = page.waitForEvent('download');
        await payout.getByRole('link', { name: /^PDF statement for / }).click();
        expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
        await page.goto('/payouts/statements');
        const csv = page.getByRole('link', { name: /^CSV statement for / });
        const statement = await (await page.request.get((await csv.getAttribute('href')) ?? '')).text();
        expect(statement).toContain(amount.slice(1));
        expect(statement).toContain('Breakfast Reel');
      }
    });
  },
);
