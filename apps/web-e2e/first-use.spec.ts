/** Counts the screens, clicks and fields that a new user needs to reach a goal. */
import type { Page } from '@playwright/test';
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test, expectToast } from './marquee.ts';

/** Returns functions that act on `page` and count the screens visited, the clicks and the completed fields. */
function countedBy(page: Page) {
  const seen: string[] = [];
  const counts = { clicks: 0, fields: 0 };
  return {
    /** Waits for a screen whose URL matches `url`, and counts it. */
    screen: async (url: RegExp) => {
      await expect(page).toHaveURL(url);
      seen.push(new URL(page.url()).pathname);
    },
    press: async (role: 'button' | 'link' | 'tab', name: string | RegExp) => {
      await page.getByRole(role, { name }).first().click();
      counts.clicks++;
    },
    fill: async (label: string | RegExp, value: string) => {
      await page.getByLabel(label).and(page.locator('input, textarea')).first().fill(value);
      counts.fields++;
    },
    choose: async (name: string) => {
      await page.getByRole('radio', { name }).click();
      counts.fields++;
    },
    all: () => ({ screens: seen.length, ...counts }),
  };
}

const newAddress = (who: string) => `${who}-${Date.now()}-${process.pid}@example.test`;

test('a new brand pays its first order without typing anything twice', async ({ page, creator }) => {
  await publishPackage(creator);
  const email = newAddress('brand');
  const way = countedBy(page);
  await page.goto(`/profile/${creator.username}`);
  await way.screen(/\/profile\//);
  await way.press('link', /Book Now/);

  await way.screen(/\/order-questionnaire/);
  await way.fill(/^Name/, 'Nora Field');
  await way.fill('Email', email);
  await way.fill('Project description', 'A launch in spring.');
  await way.press('button', 'Continue to Checkout');

  await way.screen(/\/auth\?next=/);
  await way.press('tab', 'Sign Up');
  await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('radio', { name: 'Brand / Business' })).toBeChecked();
  // The form has only one password field. It needs no second field for confirmation, because the user can reveal the
  // password.
  await expect(page.getByLabel(/password/i).and(page.locator('input'))).toHaveCount(1);
  await way.fill(/^Password/, E2E_PASSWORD);
  await way.press('button', 'Create Account');

  await way.screen(/\/checkout\/[0-9a-f-]{36}$/);
  await way.fill('Card number', '4242424242424242');
  await way.fill('Expiration date', '12 / 34');
  await way.fill('Security code', '123');
  await way.fill('ZIP', '10001');
  await way.press('button', 'Pay $115.00');
  await way.screen(/\/dashboard/);

  expect(way.all()).toEqual({ screens: 5, clicks: 5, fields: 8 });
});

test('a new creator publishes a package after four screens', async ({ page }) => {
  const way = countedBy(page);
  await page.goto('/');
  await way.screen(/\/$/);
  await way.press('link', 'Sign Up');

  await way.screen(/\/auth\?mode=signup$/);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await way.choose('Creator / Influencer');
  await way.fill('Full Name', 'Ines Prado');
  await way.fill('Email', newAddress('creator'));
  await way.fill(/^Password/, E2E_PASSWORD);
  await way.press('button', 'Create Account');

  await way.screen(/\/dashboard$/);
  await way.press('link', /package/i);

  await way.screen(/\/packages/);
  if (!(await page.getByRole('dialog').isVisible())) await way.press('button', 'Create Your First Package');
  await way.fill('Package name', 'Morning Reel');
  await way.fill('Description', 'A Reel before nine.');
  await way.fill('Price', '249.50');
  await way.press('button', 'Create Package');
  await expectToast(page, 'Package created');

  const { clicks, ...counts } = way.all();
  expect(counts).toEqual({ screens: 4, fields: 7 });
  expect(clicks).toBeLessThanOrEqual(5);
});

test(
  'the sign-up form keeps its input if the account cannot be created',
  DEEP_TAG,
  async ({ page, brand, creator }) => {
    const pack = await publishPackage(creator);
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Field');
    await page.getByLabel('Email').fill(brand.email);
    await page.getByLabel('Project description').fill('A launch in spring.');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    // Wait for the Sign Up tab, because the Sign In tab also has a password field.
    await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
    await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'An account with this email already exists');
    await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(E2E_PASSWORD);
    // The registration screen /register is also filled in, and has additional fields.
    await page.goto(`/register?next=${encodeURIComponent(`/checkout?packageId=${pack.id}`)}`);
    await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
    await expect(page.getByLabel('Email')).toHaveValue(brand.email);
    await expect(page.getByLabel('Account Type')).toHaveValue('brand');
    await expect(page.getByLabel('Confirm Password')).toHaveValue('');
  },
);
