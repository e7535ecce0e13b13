import { expectNoViolationsAt } from '../support/axe.ts';
import { DEEP_TAG, expect, expectToast, publishPackage, test } from '../support/marquee.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { createPictureFile } from '../support/pictures.ts';

test(
  'lets a brand add a client and a budget, and order with them until the budget is used',
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

    // From now on, one of the tabs leads there.
    await page.goto('/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Workspace' }).click();
    await expect(page.getByRole('region', { name: 'Clients' })).toContainText('Northwind');

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

    await page.goto('/settings/budgets');
    await page.getByRole('button', { name: 'Archive Spring' }).click();
    await expectToast(page, 'Budget archived');
    await page.getByRole('button', { name: 'Restore Spring' }).click();
    await expectToast(page, 'Budget restored');
  },
);

test(
  'lets a brand upload the logo of a client without losing other input, and shows the logo to the creator next to the name',
  DEEP_TAG,
  async ({ brand, creator }) => {
    const { page } = brand;
    await page.goto('/settings/budgets');
    await page.getByRole('button', { name: 'Add client' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Northwind');
    await page.getByRole('button', { name: 'Save client' }).click();
    const clients = page.getByRole('region', { name: 'Clients' });
    await expect(clients.getByText('N', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Edit Northwind' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit client' });
    await dialog.getByLabel('Legal name').fill('Northwind Traders LLC');
    const file = dialog.getByLabel('Logo file');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300"/></svg>';
    await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await expectToast(page, 'This file type is not supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.');
    await file.setInputFiles(await createPictureFile('logo.png', '#00aa55', 400, 60));
    await expectToast(page, 'Logo saved');
    await expect(dialog.locator('img')).toHaveAttribute('src', /^\/media\/[0-9a-f]{32}-256\.webp$/);
    await expect(dialog.getByLabel('Legal name')).toHaveValue('Northwind Traders LLC');
    await dialog.getByRole('button', { name: 'Save client' }).click();
    await expect(clients.getByText('Northwind Traders LLC')).toBeVisible();
    const logo = (await clients.locator('img').getAttribute('src')) ?? '';
    await expectNoViolationsAt(page, '/settings/budgets');

    const pack = await publishPackage(creator);
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await page.getByLabel('Client').selectOption('Northwind');
    const clientId = await page.getByLabel('Client').inputValue();
    await expect(page.locator(`img[src^="${logo.slice(0, -'-256.webp'.length)}"]`)).toBeVisible();
    const id = await createPaidBooking(creator, brand, 'pending', pack, clientId);
    for (const path of ['/bookings', `/booking-details?bookingId=${id}`]) {
      await creator.page.goto(path);
      const main = creator.page.getByRole('main');
      await expect(main.getByText(`Northwind, by ${brand.fullName}`).first()).toBeVisible();
      await expect(main.locator(`img[src^="${logo.slice(0, -'-256.webp'.length)}"]`)).toBeVisible();
    }

    await page.goto('/settings/budgets');
    await page.getByRole('button', { name: 'Edit Northwind' }).click();
    await dialog.getByRole('button', { name: 'Remove logo' }).click();
    await expectToast(page, 'Logo removed');
    await expect(dialog.getByRole('button', { name: 'Upload logo' })).toBeVisible();
    await creator.page.reload();
    await expect(creator.page.getByText(`Northwind, by ${brand.fullName}`).first()).toBeVisible();
    await expect(creator.page.locator('img[src^="/media/"]')).toHaveCount(0);
  },
);

test(
  'shows both versions of a client that two people edit at once, and keeps what each typed',
  DEEP_TAG,
  async ({ brand }) => {
    const { page } = brand;
    await page.goto('/settings/budgets');
    await page.getByRole('button', { name: 'Add client' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Northwind');
    await page.getByRole('button', { name: 'Save client' }).click();
    await expectToast(page, 'Client saved');
    await page.getByRole('button', { name: 'Edit Northwind' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit client' });
    await dialog.getByLabel('Tax ID').fill('GB2');

    const other = await page.context().newPage();
    await other.goto('/settings/budgets');
    await other.getByRole('button', { name: 'Edit Northwind' }).click();
    await other.getByLabel('Tax ID').fill('GB1');
    await other.getByLabel('Legal name').fill('Northwind Ltd');
    await other.getByRole('button', { name: 'Save client' }).click();
    await expectToast(other, 'Client saved');

    await dialog.getByRole('button', { name: 'Save client' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Tax ID: they saved “GB1”, you typed “GB2”.');
    await expect(dialog.getByLabel('Tax ID')).toHaveValue('GB2');
    await expect(dialog.getByLabel('Legal name')).toHaveValue('Northwind Ltd');
    await dialog.getByRole('button', { name: 'Save client' }).click();
    await expectToast(page, 'Client saved');
    await page.getByRole('button', { name: 'Edit Northwind' }).click();
    await expect(dialog.getByLabel('Tax ID')).toHaveValue('GB2');
    await expect(dialog.getByLabel('Legal name')).toHaveValue('Northwind Ltd');
  },
);
