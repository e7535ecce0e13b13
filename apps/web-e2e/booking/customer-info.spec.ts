/**
 * Tests the customer info card (requirements R4.10 to R4.13): editing in place, Enter and Escape, Save All and Reset.
 */
import type { Page } from '@playwright/test';
import { DEEP_TAG, expect, test, expectToast } from '../support/marquee.ts';

const field = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Edit ${label}:`) });
const mark = (page: Page) => page.getByText('Unsaved changes');

test('requires signing in for the customer info card, and does not offer it to creators', async ({ page, creator }) => {
  await page.goto('/customer-info');
  await expect(page).toHaveURL(/\/login\?next=%2Fcustomer-info$/);
  await creator.page.goto('/customer-info');
  await expect(creator.page).toHaveURL(/\/dashboard$/);
});

test('saves a field with Enter, and cancels the edit with Escape', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.goto('/customer-info');
  await expect(field(page, 'Name')).toHaveText('Fjord Coffee');
  await expect(field(page, 'Email')).toHaveText(brand.email);
  await expect(page.getByRole('button', { name: 'Save All' })).toBeDisabled();

  await field(page, 'Name').press('Enter');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();
  await name.fill('Somebody');
  await name.press('Escape');
  await expect(field(page, 'Name')).toHaveText('Fjord Coffee');
  await expect(field(page, 'Name')).toBeFocused();
  await expect(mark(page)).toBeHidden();

  await field(page, 'Name').click();
  await name.fill('Nora Field');
  await name.press('Enter');
  await expect(field(page, 'Name')).toHaveText('Nora Field');
  await expect(mark(page)).toBeVisible();

  // In a multi-line field, Enter adds a line, so save with the button.
  await field(page, 'Project description').click();
  const description = page.getByRole('textbox', { name: 'Project description' });
  await description.fill('A rain jacket.');
  await description.press('End');
  await description.press('Enter');
  await description.pressSequentially('Show it wet.');
  await expect(description).toHaveValue('A rain jacket.\nShow it wet.');
  await page.getByRole('button', { name: 'Save Project description' }).click();
  await expect(field(page, 'Project description')).toHaveText('A rain jacket.\nShow it wet.');

  await field(page, 'Email').click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('nora');
  await email.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('nora@northwind.test');
  await email.press('Enter');

  await field(page, 'Brand tone').click();
  const tone = page.getByRole('combobox', { name: 'Brand tone' });
  await expect(tone.getByRole('option')).toHaveText([
    'No preference',
    'Professional',
    'Casual and friendly',
    'Energetic and motivational',
    'Luxurious and elegant',
    'Authentic and real',
  ]);
  await tone.selectOption('Authentic and real');
  await tone.press('Enter');
  await field(page, 'Preferred post date').click();
  await page.getByLabel('Preferred post date', { exact: true }).fill('2027-03-14');
  await page.getByLabel('Preferred post date', { exact: true }).press('Enter');
  await expect(field(page, 'Preferred post date')).toHaveText('March 14, 2027');

  await page.getByRole('button', { name: 'Save All' }).click();
  await expectToast(page, 'Customer information saved successfully');
  await expect(mark(page)).toBeHidden();
  await page.reload();
  await expect(field(page, 'Name')).toHaveText('Nora Field');
  await expect(field(page, 'Email')).toHaveText('nora@northwind.test');
  await expect(field(page, 'Brand tone')).toHaveText('Authentic and real');
  await expect(field(page, 'Preferred post date')).toHaveText('March 14, 2027');
});

test(
  'restores the saved values with Reset, and includes fields that are being edited in Save All',
  DEEP_TAG,
  async ({ brand }) => {
    const { page } = brand;
    await page.goto('/customer-info');
    await field(page, 'Target audience').click();
    const audience = page.getByRole('textbox', { name: 'Target audience' });
    await audience.fill('Hikers');
    await page.getByRole('button', { name: 'Save All' }).click();
    await expectToast(page, 'Customer information saved successfully');
    await expect(field(page, 'Target audience')).toHaveText('Hikers');

    await field(page, 'Target audience').click();
    await audience.fill('Sailors');
    await audience.press('Enter');
    await field(page, 'Name').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half typed');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(field(page, 'Target audience')).toHaveText('Hikers');
    await expect(field(page, 'Name')).toHaveText('Fjord Coffee');
    await expect(mark(page)).toBeHidden();
  },
);

test('locks the card while it is being saved, and keeps the input if saving fails', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.goto('/customer-info');
  await field(page, 'Name').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Field');
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  let fail: () => void = () => undefined;
  await page.route('**/trpc/profiles.saveCustomerInfo*', async (route) => {
    await new Promise<void>((resolve) => {
      fail = resolve;
    });
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save All' }).click();
  await expect(page.getByRole('region', { name: 'What creators see' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0);
  fail();
  await expectToast(page, 'Failed to save customer information');
  await expect(field(page, 'Name')).toHaveText('Nora Field');
  await expect(mark(page)).toBeVisible();
});

test(
  'asks for confirmation before the user leaves the page while the card has unsaved changes',
  DEEP_TAG,
  async ({ brand }) => {
    const { page } = brand;
    await page.goto('/customer-info');
    await field(page, 'Name').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half typed');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half typed');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
