import { expectNoViolationsAt } from './axe.ts';
import { DEEP_TAG, expect, publishPackage, test } from './marquee.ts';

test(
  'a brand adds a client and a budget, and orders with them until the budget is used',
  DEEP_TAG,
  async ({ brand, creator }) => {
    const { page } = brand;
    const pack = await publishPackage(creator);
    await page.goto('/settings/account');
    await expect(page.getByRole('navigation', { name: 'Settings' })).not.toContainText('Workspace');
    await page.getByRole('link', { name: 'Open workspace settings' }).click();
    await page.getByRole('link', { name: 'Budgets and clients' }).click();
    await page.getByRole('button', { name: 'Add client' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Northwind');
    await page.getByRole('button', { name: 'Save client' }).click();
    await expect(page.getByText('No billing details yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add budget' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Spring');
    await page.getByLabel('Limit').fill('$1,00');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await expect(page.getByText('Enter a limit from $1')).toBeVisible();
    await page.getByLabel('Limit').fill('200');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await expect(page.getByText('$200.00 of $200.00 left')).toBeVisible();
    await expectNoViolationsAt(page, '/settings/budgets');

    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await page.getByLabel('Project description').fill('A launch.');
    await page.getByLabel('Client').selectOption('Northwind');
    await page.getByLabel('Budget').selectOption('Spring ($200.00 left)');
    await page.reload();
    await expect(page.getByLabel('Client')).toHaveValue(/.+/);
    await page.getByRole('button', { name: /Continue/ }).click();
    await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
    await page.goto('/settings/budgets');
    await expect(page.getByText('$85.00 of $200.00 left · $115.00 ordered')).toBeVisible();

    const second = await publishPackage(creator, { name: 'Two Reels' });
    await page.goto(`/order-questionnaire?packageId=${second.id}`);
    await page.getByLabel('Project description').fill('A launch.');
    await page.getByLabel('Budget').selectOption('Spring ($85.00 left)');
    await page.getByRole('button', { name: /Continue/ }).click();
    await expect(
      page.getByText('This order costs $115.00, but only $85.00 of the budget “Spring” is left.'),
    ).toBeVisible();
  },
);
