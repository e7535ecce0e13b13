/** Saved cards and orders on the screens of a brand. */
import type { Page } from '@playwright/test';
import { expect } from './marquee.ts';

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
}

/** Saves a Visa card that ends in 4242 in the billing settings. */
export async function saveCard(page: Page): Promise<void> {
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Card saved')).toBeVisible();
}

/** Orders a package in the workspace at `workspacePath`, and chooses the saved card. Returns the booking's id. */
export async function orderWithSavedCard(page: Page, packageId: string, workspacePath = ''): Promise<string> {
  await page.goto(`${workspacePath}/order-questionnaire?packageId=${packageId}`);
  await page.getByLabel('Project description').fill('Coffee that is grown slowly.');
  await page.getByRole('button', { name: /Continue/ }).click();
  await expect(page.getByRole('radio', { name: /^Visa ending in 4242/ })).toBeChecked();
  await expect(page).toHaveURL(/\/checkout\/[\w-]+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
