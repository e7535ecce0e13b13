/** Tests the main path through Marquee, from the registration of a creator and a brand to the payout. */
import type { Page } from '@playwright/test';
import { expect, publishPackage, E2E_PASSWORD, test } from '../support/marquee.ts';

const card = async (page: Page, number: string) => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
};

test('takes a creator and a brand from registration to payout, with one declined card', async ({
  browser,
  baseURL,
}) => {
  const run = Date.now().toString(36);
  const creator = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const brand = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();

  await test.step('the creator and the brand register and sign in', async () => {
    for (const [page, name, type] of [
      [creator, 'Zoë van Dijk', 'Creator / Influencer'],
      [brand, 'Harbour Tea', 'Brand / Business'],
    ] as const) {
      const email = `${type.startsWith('Brand') ? 'brand' : 'creator'}-${run}@example.test`;
      await page.goto('/register');
      await page.getByLabel('Full Name').fill(name);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Account Type').selectOption(type);
      await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
      await page.getByLabel('Confirm Password').fill(E2E_PASSWORD);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Your account has been created successfully. Please sign in.')).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard/);
    }
  });

  await test.step('the creator publishes a package and its questions', async () => {
    await creator.goto('/packages');
    await creator.getByRole('button', { name: 'Create Your First Package' }).click();
    const form = creator.getByRole('dialog');
    await form.getByLabel('Package name').fill('Tea time Reel');
    await form.getByLabel('Description').fill('A quiet Reel about your tea, filmed in morning light.');
    await form.getByLabel('Price').fill('100');
    await form.getByRole('textbox', { name: 'Features' }).fill('1 Reel');
    await form.getByRole('textbox', { name: 'Features' }).press('Enter');
    await form.getByRole('button', { name: 'Create Package' }).click();
    await expect(creator.getByText('Package created')).toBeVisible();
    await expect(creator.getByText('$100', { exact: true }).first()).toBeVisible();

    await creator.getByRole('link', { name: /Manage Order Questions/ }).click();
    await creator.getByRole('button', { name: 'Add Question' }).first().click();
    await creator.getByRole('textbox', { name: 'Question', exact: true }).fill('Which tea should be shown?');
    await creator
      .getByRole('switch', { name: 'Required' })
      .or(creator.getByRole('checkbox', { name: 'Required' }))
      .check();
    await creator.getByRole('button', { name: /^Save/ }).click();
    await expect(creator.getByText('Questionnaire saved successfully')).toBeVisible();
  });

  await test.step('the brand opens the profile, and the order form asks for missing input', async () => {
    const user = (await (await creator.request.get('/api/auth/user')).json()) as { username: string };
    expect(user.username).toMatch(/^zoe_van_dijk/);
    await brand.goto(`/@${user.username}`);
    await expect(brand.getByRole('heading', { level: 1, name: 'Zoë van Dijk' })).toBeVisible();
    await brand.getByRole('link', { name: /Book Now/ }).click();
    await brand.getByLabel('Project description').fill('Our spring tea.');
    await brand.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(brand.getByText('Please answer: Which tea should be shown?').first()).toBeVisible();
    await brand.getByLabel('Which tea should be shown?').fill('Sencha');
    await brand.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(brand).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  });

  await test.step('the bank declines one card, and the brand pays for the same booking with another', async () => {
    const address = brand.url();
    await expect(brand.getByRole('button', { name: 'Pay $115.00' })).toBeEnabled();
    // An empty card form does not count as a failed payment. Stripe's fields report the missing input.
    await brand.getByRole('button', { name: 'Pay $115.00' }).click();
    await expect(brand.getByText('Your card number is incomplete.')).toBeVisible();
    await expect(brand.getByText('Payment Failed')).toHaveCount(0);
    await card(brand, '4000000000000002');
    await brand.getByRole('button', { name: 'Pay $115.00' }).click();
    await expect(brand.getByText('Payment Failed').first()).toBeVisible();
    await expect(brand.getByRole('alert').filter({ hasText: 'declined' }).first()).toBeVisible();
    expect(brand.url()).toBe(address);
    await card(brand, '4242424242424242');
    await brand.getByRole('button', { name: 'Pay $115.00' }).click();
    await expect(brand.getByText('Your booking has been confirmed! The influencer will be notified.')).toBeVisible();
    await expect(brand).toHaveURL(/\/dashboard/);
  });

  await test.step('the creator accepts, starts and completes the work', async () => {
    await creator.goto('/bookings');
    await creator.getByRole('link', { name: 'Tea time Reel', exact: true }).click();
    await expect(creator.getByText('Sencha')).toBeVisible();
    await creator.getByRole('button', { name: 'Accept Booking' }).click();
    await expect(creator.getByText('Booking status updated to accepted')).toBeVisible();
    await creator.getByRole('button', { name: 'Start Working' }).click();
    await expect(creator.getByText('Booking status updated to in_progress')).toBeVisible();
    await creator.getByRole('button', { name: 'Mark as Completed' }).click();
    const delivery = creator.getByRole('dialog', { name: 'Mark this work as completed?' });
    await delivery.getByRole('textbox', { name: /What did you deliver/ }).fill('The Reel, as agreed.');
    await delivery.getByRole('textbox', { name: 'Link to the work (optional)' }).fill('example.com/reel');
    await delivery.getByRole('button', { name: 'Mark as Completed' }).click();
    await expect(delivery.getByText('Enter a complete address that starts with https://')).toBeVisible();
    await delivery.getByRole('textbox', { name: 'Link to the work (optional)' }).fill('https://example.com/reel');
    await delivery.getByRole('button', { name: 'Mark as Completed' }).click();
    await expect(creator.getByText('Booking status updated to completed')).toBeVisible();
  });

  await test.step('the brand approves the work, and the creator is paid after setting up payouts', async () => {
    await brand.goto('/bookings');
    await brand.getByRole('link', { name: 'Tea time Reel', exact: true }).click();
    const delivered = brand.getByRole('region', { name: 'Delivered' });
    await expect(delivered.getByText('The Reel, as agreed.')).toBeVisible();
    await expect(delivered.getByRole('link', { name: 'example.com/reel' })).toHaveAttribute(
      'href',
      'https://example.com/reel',
    );
    await brand.getByRole('button', { name: /Approve/ }).click();
    await brand
      .getByRole('dialog')
      .getByRole('button', { name: /Approve|Release/ })
      .click();
    await expect(brand.getByText('Payout waiting for the creator’s payout setup').first()).toBeVisible();
    await creator.reload();
    await creator.getByRole('button', { name: 'Finish your payout setup' }).click();
    await creator.getByLabel('Payout country').selectOption('United States');
    await creator.getByRole('button', { name: 'Set up payouts' }).click();
    // Stripe's onboarding pages have another origin.
    await creator.waitForURL((url) => url.port !== new URL(baseURL ?? '').port);
    await creator.getByRole('button', { name: 'Finish onboarding' }).click();
    await expect(creator).toHaveURL(/\/payouts/);
    await expect(creator.getByText('$100.00').first()).toBeVisible();
    await brand.reload();
    await expect(brand.getByText('Paid out to the creator').first()).toBeVisible();
  });
});

test('opens an authentication dialog for a card that requires 3-D Secure, and lets a brand that fails there try again', async ({
  creator,
  brand,
}) => {
  const pack = await publishPackage(creator);
  const { page } = brand;
  await page.goto(`/checkout?packageId=${pack.id}`);
  await expect(page.getByRole('button', { name: 'Pay $115.00' })).toBeEnabled();
  await card(page, '4000002500003155');
  await page.getByRole('button', { name: 'Pay $115.00' }).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('Payment Failed').first()).toBeVisible();
  await card(page, '4000002500003155');
  await page.getByRole('button', { name: 'Pay $115.00' }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
});
