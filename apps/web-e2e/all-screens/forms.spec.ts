/**
 * Tests the error messages of forms (requirements R5.1 to R5.22), and that forms keep the user's input after an error.
 */
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test, expectToast } from '../support/marquee.ts';

test('reports missing fields and wrong credentials at sign-in, and keeps the email address', async ({ page }) => {
  await page.goto('/login');
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });
  await page.getByLabel('Email').fill('maya');
  await submit.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByLabel('Email').fill('nobody@example.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await submit.click();
  await expectToast(page, 'Sign In Failed');
  await expectToast(page, 'Invalid email or password. Please try again.');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.test');
});

test('shows a greeting and the platform fee at sign-in', async ({ page, creator }) => {
  await page.goto('/login');
  await expect(page.getByText('Platform fee: 15%').first()).toBeVisible();
  await page.getByLabel('Email').fill(creator.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectToast(page, 'You have been signed in successfully.');
});

test('checks every field of a registration and refuses an email address that is already taken', async ({
  page,
  brand,
}) => {
  await page.goto('/register');
  const submit = page.getByRole('button', { name: 'Create Account' });
  await submit.click();
  for (const message of [
    'Please enter a valid email address',
    'Password must be at least 8 characters',
    'Please enter your full name',
    'Please select account type',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('Full Name').fill('Fjord Coffee');
  await page.getByLabel('Email').fill(brand.email);
  await page.getByLabel('Account Type').selectOption('Brand / Business');
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByLabel('Confirm Password').fill(`${E2E_PASSWORD}x`);
  await submit.click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm Password').fill(E2E_PASSWORD);
  await submit.click();
  await expectToast(page, 'Registration Failed');
  await expectToast(page, 'An account with this email already exists');
  await expect(page.getByLabel('Full Name')).toHaveValue('Fjord Coffee');
});

test('does not let a creator save a package with missing fields, and creates, edits, hides and deletes a complete one', async ({
  creator,
}) => {
  const { page } = creator;
  await page.goto('/packages');
  await expect(page.getByRole('heading', { name: 'No packages yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Package' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create Package' }).click();
  await expectToast(page, 'Please fill in all required fields');

  await form.getByLabel('Package name').fill('Morning Reel');
  await form.getByLabel('Description').fill('A Reel before nine.');
  await form.getByLabel('Price').fill('249.50');
  for (const feature of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await form.getByRole('textbox', { name: 'Features' }).fill(feature);
    await form.getByRole('textbox', { name: 'Features' }).press('Enter');
  }
  await form.getByRole('button', { name: 'Create Package' }).click();
  await expectToast(page, 'Package created');
  await expect(page.getByText('$250', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('+2 more features')).toBeVisible();
  await expect(page.getByText('Delivery in 3 days')).toBeVisible();

  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('dialog').getByLabel('Delivery days').fill('1');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|Update/ })
    .click();
  await expectToast(page, 'Package updated');
  await expect(page.getByText('Delivery in 1 day', { exact: true })).toBeVisible();

  await page.getByRole('switch', { name: /Visible to brands/ }).click();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('Are you sure you want to delete "Morning Reel"?')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expectToast(page, 'Package deleted');
  await expect(page.getByRole('heading', { name: 'No packages yet' })).toBeVisible();
});

test('shows errors of the order form in the documented order, and keeps its input after a reload', async ({
  creator,
  brand,
}) => {
  const pack = await publishPackage(creator);
  const saved = await creator.page.request.post('/api/questionnaire', {
    data: {
      packageId: pack.id,
      questions: [{ id: 'q_1_a', type: 'select', question: 'Which colour?', required: true, options: ['Red', 'Blue'] }],
    },
  });
  expect(saved.ok()).toBe(true);
  const { page } = brand;
  await page.goto(`/order-questionnaire?packageId=${pack.id}`);
  const next = page.getByRole('button', { name: 'Continue to Checkout' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
  await page.getByLabel('Email').fill('');
  await next.click();
  await expectToast(page, 'Please enter your name');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora');
  await next.click();
  await expectToast(page, 'Please enter your email');
  await page.getByLabel('Email').fill('not an address');
  await next.click();
  await expectToast(page, 'Please provide a project description');
  await page.getByLabel('Project description').fill('A launch in spring.');
  await next.click();
  await expectToast(page, 'Please enter a valid email address');
  await page.getByLabel('Email').fill('nora@example.test');
  await next.click();
  await expectToast(page, 'Please answer: Which colour?');

  await page.reload();
  await expect(page.getByLabel('Project description')).toHaveValue('A launch in spring.');
  await page.getByLabel('Which colour?').selectOption('Blue');
  await next.click();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  await expect(page.getByText('$115.00').first()).toBeVisible();
});

test(
  'says on the order form of a package without questions that no additional information is needed',
  DEEP_TAG,
  async ({ page, creator }) => {
    const pack = await publishPackage(creator);
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await expect(page.getByText('No additional information needed')).toBeVisible();
  },
);

test('lets a visitor continue their order after signing in', DEEP_TAG, async ({ page, creator, brand }) => {
  const pack = await publishPackage(creator);
  await page.goto(`/order-questionnaire?packageId=${pack.id}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Field');
  await page.getByLabel('Email').fill(brand.email);
  await page.getByLabel('Project description').fill('A launch that survives signing in.');
  await page.getByRole('link', { name: 'I already have an account' }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await expect(page.getByLabel('Email')).toHaveValue(brand.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Project description')).toHaveValue('A launch that survives signing in.');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const booking = (await (await page.request.get(`/api/bookings/${bookingId}`)).json()) as {
    customer: { projectDescription: string };
  };
  expect(booking.customer.projectDescription).toBe('A launch that survives signing in.');
});

test('lets a creator copy the profile link and publish the sample service', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expectToast(page, 'Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`/profile/${creator.username}$`),
  );
  await page.getByRole('button', { name: 'Create Sample Service' }).click();
  await expectToast(page, 'Your sample service is now live');
  const packages = (await (await page.request.get(`/api/packages/influencer/${creator.id}`)).json()) as object[];
  expect(packages).toMatchObject([{ name: 'Content Creation Service', price: '199.00', deliveryDays: 5 }]);
});
