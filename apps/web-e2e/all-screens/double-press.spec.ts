/** Tests that pressing a button or Enter twice has the same effect as pressing it once. */
import type { Locator, Page } from '@playwright/test';
import { DEEP_TAG, expect, test, expectToast, type TestPerson } from '../support/marquee.ts';

/** Clicks twice, 5 ms apart, without waiting for a response. */
const pressTwice = (button: Locator) =>
  button.evaluate(async (element: HTMLElement) => {
    element.click();
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    element.click();
  });

const packagesOf = async ({ page, username }: TestPerson): Promise<unknown[]> =>
  (await (await page.request.get(`/api/profile/${username}/packages`)).json()) as unknown[];

async function fillPackage(page: Page) {
  await page.goto('/packages');
  await page.getByRole('button', { name: 'New Package' }).first().click();
  const form = page.getByRole('dialog', { name: 'New Package' });
  await form.getByLabel('Package name').fill('One Reel');
  await form.getByLabel('Description').fill('A Reel before nine.');
  await form.getByLabel('Price').fill('120');
  return form;
}

test('creates one package when “Create Package” is pressed twice within 10 ms', async ({ creator }) => {
  const form = await fillPackage(creator.page);
  await pressTwice(form.getByRole('button', { name: 'Create Package' }));
  await expectToast(creator.page, 'Package created');
  await expect(form).toBeHidden();
  expect(await packagesOf(creator)).toHaveLength(1);
  await expect(creator.page.getByRole('list', { name: 'Your packages' }).getByRole('article')).toHaveCount(1);
  await expect(creator.page.getByText('Package created')).toHaveCount(1);
});

test('creates one package when Enter is pressed twice in the package form', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const form = await fillPackage(page);
  // Hold the request until the second press. Otherwise, the dialog might close between the presses, and the second
  // Enter would reopen it.
  const { promise: pressedTwice, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/trpc/packages.create*', async (route) => {
    await pressedTwice;
    await route.continue();
  });
  await form.getByLabel('Package name').press('Enter');
  await page.keyboard.press('Enter');
  release();
  await expectToast(page, 'Package created');
  await expect(form).toBeHidden();
  expect(await packagesOf(creator)).toHaveLength(1);
});

test(
  'creates no second package when the button is pressed again while the form is closing',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const form = await fillPackage(page);
    const button = await form.getByRole('button', { name: 'Create Package' }).elementHandle();
    const answered = page.waitForResponse(/packages\.create/);
    await button?.evaluate((element) => (element as HTMLElement).click());
    await answered;
    await button?.evaluate((element) => (element as HTMLElement).click());
    await expectToast(page, 'Package created');
    await page.waitForLoadState('networkidle');
    expect(await packagesOf(creator)).toHaveLength(1);
  },
);

test('creates one package when the package form is submitted again after the response was lost', async ({
  creator,
}) => {
  const { page } = creator;
  const form = await fillPackage(page);
  let isLost = false;
  await page.route('**/trpc/packages.create*', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  const create = form.getByRole('button', { name: 'Create Package' });
  await create.click();
  await expect.poll(() => isLost).toBe(true);
  await expect(create).toBeEnabled();
  await create.click();
  await expectToast(page, 'Package created');
  expect(await packagesOf(creator)).toHaveLength(1);
});

test('sends one message when Send is pressed twice on the contact form', DEEP_TAG, async ({ page }) => {
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('support.contact')) answers.push(await response.text());
  });
  await page.goto('/contact');
  await page.getByLabel('Name').first().fill('Jo Mills');
  await page.getByLabel('Email').first().fill('jo@example.test');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Subject').fill('A question');
  await page.getByRole('textbox', { name: 'Message' }).fill('How long does a payout take?');
  await pressTwice(page.getByRole('main').getByRole('button', { name: /^Send/ }));
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(new Set(answers).size).toBe(1);
});
