/** Tests managing packages (requirements R2.40 to R2.47, R5.8 to R5.10 and R8.7 to R8.11). */
import type { Page } from '@playwright/test';
import { moveWithKeyboard, dragWithMouse } from '../support/dragging.ts';
import { clickInDropdown } from '../support/dropdowns.ts';
import {
  DEEP_TAG,
  expect,
  publishPackage,
  test,
  expectToast,
  type TestPerson,
  withoutServerAnswers,
} from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Your packages' }).getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading', { level: 2 }).allTextContents();
const namesOnProfile = async ({ page, username }: TestPerson): Promise<string[]> =>
  ((await (await page.request.get(`/api/profile/${username}/packages`)).json()) as { name: string }[]).map(
    ({ name }) => name,
  );
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const withPackages = async (creator: TestPerson, ...all: string[]) => {
  for (const name of all) await publishPackage(creator, { name });
  await creator.page.goto('/packages');
};

test('lets a creator reorder packages by mouse, by keyboard and with the menu', async ({ creator }) => {
  const { page } = creator;
  await withPackages(creator, 'Third', 'Second', 'First');
  await expect.poll(() => names(page)).toEqual(['First', 'Second', 'Third']);

  await test.step('with the mouse', async () => {
    await dragWithMouse(
      page.getByRole('button', { name: 'Drag First' }),
      page.getByRole('button', { name: 'Drag Third' }),
      {
        noun: 'Package',
        from: 1,
        to: 3,
        of: 3,
      },
    );
    await expect.poll(() => names(page)).toEqual(['Second', 'Third', 'First']);
  });

  await test.step('with the keyboard', async () => {
    await moveWithKeyboard(page.getByRole('button', { name: 'Drag First' }), 'ArrowLeft', {
      noun: 'Package',
      from: 3,
      to: 2,
      of: 3,
    });
    await page.keyboard.press('Space');
    await expect.poll(() => names(page)).toEqual(['Second', 'First', 'Third']);
    await expect(page.getByRole('button', { name: 'Drag First' })).toBeFocused();
  });

  await test.step('with the menu', async () => {
    await page.getByRole('button', { name: 'More for First' }).click();
    await clickInDropdown(page.getByRole('menuitem', { name: 'Move earlier' }));
    await expect.poll(() => names(page)).toEqual(['First', 'Second', 'Third']);
    await expect(page.getByRole('button', { name: 'More for First' })).toBeFocused();
    await page.getByRole('button', { name: 'More for First' }).click();
    await expect(page.getByRole('menuitem', { name: 'Move earlier' })).toBeDisabled();
    await clickInDropdown(page.getByRole('menuitem', { name: 'Move later' }));
  });

  await expect.poll(() => namesOnProfile(creator)).toEqual(['Second', 'First', 'Third']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Second', 'First', 'Third']);
});

test('restores the order of the packages if reordering cannot be saved', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await withPackages(creator, 'Second', 'First');
  await page.route('**/trpc/packages.reorder*', (route) => route.abort());
  await page.getByRole('button', { name: 'More for First' }).click();
  await clickInDropdown(page.getByRole('menuitem', { name: 'Move later' }));
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
  await expect.poll(() => names(page)).toEqual(['First', 'Second']);
});

test('duplicates a package with the same questions, after the original and hidden', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator, { name: 'Reel' });
  const question = { id: 'q_1', type: 'text', question: 'Which product?', required: true };
  expect(
    (await page.request.post('/api/questionnaire', { data: { packageId: pack.id, questions: [question] } })).ok(),
  ).toBe(true);
  await publishPackage(creator, { name: 'Newest' });
  await page.goto('/packages');
  await page.getByRole('button', { name: 'More for Reel' }).click();
  await clickInDropdown(page.getByRole('menuitem', { name: 'Duplicate' }));
  await expectToast(page, 'Package created');
  await expect.poll(() => names(page)).toEqual(['Newest', 'Reel', 'Reel (copy)']);
  const copy = cards(page).nth(2);
  await expect(copy.getByText('Inactive', { exact: true })).toBeVisible();
  expect(await namesOnProfile(creator)).toEqual(['Newest', 'Reel', 'Reel (copy)']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Newest', 'Reel', 'Reel (copy)']);
  await copy.getByRole('link', { name: 'Manage Order Questions' }).click();
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toHaveValue('Which product?');
});

test(
  'lets an owner preview a package as a brand, even if it is hidden from everyone else',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const { page } = creator;
    const pack = await publishPackage(creator, { name: 'Quiet Reel' });
    await page.goto('/packages');
    await page.getByRole('switch', { name: 'Visible to brands' }).click();
    await expectToast(page, 'Brands cannot see or book this package.');
    await page.getByRole('button', { name: 'More for Quiet Reel' }).click();
    await clickInDropdown(page.getByRole('menuitem', { name: 'View as a brand' }));
    await expect(page.getByText('You are viewing this as a brand.')).toBeVisible();
    await expect(page.getByText('This package is not for sale, so only you can see it.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expectToast(page, 'Please enter your name');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora');
    await page.getByLabel('Email').fill('nora@example.test');
    await page.getByLabel('Project description').fill('A launch.');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expectToast(page, 'The form is complete');
    await page.reload();
    await expect(page.getByLabel('Project description')).toHaveValue('');

    await brand.page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await expect(brand.page.getByRole('heading', { name: 'Package not found' })).toBeVisible();
  },
);

test(
  'shows both sides’ amounts in the package form, asks before discarding input, and blocks other actions while it is open',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await withPackages(creator, 'Reel');
    await page.getByRole('button', { name: 'New Package' }).click();
    const form = dialog(page, 'New Package');
    await expect(form.getByText('$1.00 to $100,000.00. The brand pays a 15% platform fee on top.')).toBeVisible();
    await form.getByLabel('Price').fill('199.99');
    await expect(
      form.getByText('You receive $199.99 · the brand pays $229.99 (15% platform fee $30.00)'),
    ).toBeVisible();
    await expect(form.getByLabel('Delivery days')).toHaveValue('3');

    // On arrival the form has the five fields that every package needs. Other options open on request.
    await expect(form.getByRole('textbox')).toHaveCount(5);
    await expect(form.getByRole('switch')).toHaveCount(0);
    // The preview shows the card and the price that brands see.
    const preview = form.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Your package' })).toBeVisible();
    await form.getByLabel('Package name').fill('Sunrise Reel');
    await form.getByRole('textbox', { name: 'Features' }).fill('1 Reel');
    await expect(preview.getByRole('heading', { name: 'Sunrise Reel' })).toBeVisible();
    await expect(preview.getByText('$229.99')).toBeVisible();
    await expect(preview.getByText('1 Reel')).toBeVisible();
    await form.getByRole('button', { name: 'Add options' }).click();
    await form.getByLabel('Mark as popular').check();
    await expect(preview.getByText('Popular')).toBeVisible();
    await form.getByRole('button', { name: 'Add options' }).click();
    await expect(form.getByText('Popular badge', { exact: true })).toBeVisible();

    // The open dialog hides these controls from the accessibility tree, so the locators include hidden elements.
    const behind = { includeHidden: true };
    for (const name of ['New Package', 'Edit', 'Delete', 'More for Reel']) {
      await expect(page.getByRole('button', { name, exact: true, ...behind })).toBeDisabled();
    }
    await expect(page.getByRole('switch', { name: 'Visible to brands', ...behind })).toBeDisabled();

    await page.keyboard.press('Escape');
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('Price')).toHaveValue('199.99');
    await page.keyboard.press('Escape');
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('button', { name: 'New Package' })).toBeFocused();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Edit Package')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  },
);

test('shows the documented error message for every failed action on a package', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await withPackages(creator, 'Reel');
  /** Makes every call of the API procedure fail without an error message. */
  const fail = (procedure: string) =>
    page.route(`**/trpc/packages.${procedure}*`, (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({
          error: {
            message: '',
            code: -32_603,
            data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, failure: null },
          },
        }),
      }),
    );
  for (const procedure of ['create', 'save', 'remove', 'setActive', 'duplicate', 'reorder']) await fail(procedure);

  await page.getByRole('button', { name: 'New Package' }).click();
  const form = dialog(page, 'New Package');
  await form.getByRole('button', { name: 'Create Package' }).click();
  await expectToast(page, 'Please fill in all required fields');
  await form.getByLabel('Package name').fill('Story');
  await form.getByLabel('Description').fill('One Story.');
  await form.getByLabel('Price').fill('0.50');
  await form.getByRole('button', { name: 'Create Package' }).click();
  await expect(form.getByText('Price must be from $1.00 to $100,000.00 with at most two decimal places')).toBeVisible();
  await form.getByLabel('Price').fill('50');
  await form.getByRole('button', { name: 'Create Package' }).click();
  await expectToast(page, 'Failed to save package');
  await expect(form.getByLabel('Package name')).toHaveValue('Story');
  await page.keyboard.press('Escape');
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const update = dialog(page, 'Edit Package').getByRole('button', { name: 'Update Package' });
  const refused = page.waitForResponse('**/trpc/packages.save*');
  await update.click();
  await refused;
  await expect(update).toBeEnabled();
  await expectToast(page, 'Failed to save package');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Are you sure you want to delete "Reel"?')).toBeVisible();
  await dialog(page, 'Delete package').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Failed to delete package');
  await dialog(page, 'Delete package').getByRole('button', { name: 'Cancel' }).click();
  await expect(cards(page)).toHaveCount(1);
});

test(
  'shows a package’s portfolio picture on the profile until the creator removes it',
  DEEP_TAG,
  async ({ creator }) => {
    const { page, username } = creator;
    await withPackages(creator, 'Reel');
    const open = async (item: string) => {
      await page.getByRole('button', { name: 'More for Reel' }).click();
      await clickInDropdown(page.getByRole('menuitem', { name: item }));
    };
    const chooser = dialog(page, 'Picture for “Reel”');
    await open('Add a picture');
    await expect(chooser).toContainText('Your portfolio has no pictures yet');
    await chooser.getByRole('button', { name: 'Cancel' }).click();

    const { buffer, mimeType } = await createPictureFile('sea.png', '#336699');
    const added = await page.request.post('/api/uploads/portfolio', {
      data: buffer,
      headers: { 'content-type': mimeType },
    });
    expect(added.ok()).toBe(true);
    await page.reload();
    await open('Add a picture');
    await chooser.getByRole('button', { name: 'Picture 1' }).press('Enter');
    await expectToast(page, 'Brands now see this picture.');
    await page.goto(`/profile/${username}`);
    const card = page.getByRole('article', { name: 'Reel' });
    await expect(card.locator('img')).toBeVisible();

    await page.goto('/packages');
    await open('Change the picture');
    await expect(chooser.getByRole('button', { name: 'Picture 1' })).toHaveAttribute('aria-pressed', 'true');
    await chooser.getByRole('button', { name: 'Remove picture' }).click();
    await expectToast(page, 'The package no longer has a picture.');
    await page.goto(`/profile/${username}`);
    await expect(card.locator('img')).toHaveCount(0);
  },
);

test('shows an error if the package list cannot be loaded', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await withoutServerAnswers(page);
  await page.route(/\/trpc\/[^?]*packages\.listByCreator/, (route) => route.abort());
  await page.goto('/packages');
  await expect(page.getByRole('heading', { name: 'Failed to load packages' })).toBeVisible();
});
