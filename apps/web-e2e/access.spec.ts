/** Who gets where (spec §2 and §6): every route as a visitor, a creator and a brand. */
import { expect, newPackage, PASSWORD, test } from './marquee.ts';

const MISSING = '00000000-0000-0000-0000-000000000000';

test.describe('a visitor', () => {
  for (const [path, lands] of [
    ['/', /\/$/],
    ['/no-such-page', /\/$/],
    ['/dashboard', /\/login\?next=%2Fdashboard$/],
    ['/packages', /\/auth\?next=%2Fpackages$/],
    ['/manage-packages', /\/auth\?next=%2Fmanage-packages$/],
    ['/questionnaire-builder', /\/(login|auth)\?next=%2Fquestionnaire-builder$/],
    ['/bookings', /\/login\?next=%2Fbookings$/],
    [`/booking-details?bookingId=${MISSING}`, /\/login\?next=/],
    [`/checkout/${MISSING}`, /\/auth\?next=/],
    [`/checkout?packageId=${MISSING}`, /\/auth\?next=/],
  ] as const) {
    test(`at ${path} lands on ${lands.source}`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(lands);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }

  test('sees the landing page with both ways to begin', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Creator Economy Platform').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Email Sign In' }).first()).toHaveAttribute('href', '/login');
    await expect(page.getByRole('link', { name: 'Create account' }).first()).toHaveAttribute('href', '/register');
  });

  test('keeps the deep link through signing in', async ({ page, creator }) => {
    await page.goto('/bookings?status=accepted');
    await page.getByLabel('Email').fill(creator.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/bookings\?status=accepted$/);
  });

  test('is never sent to another site after signing in', async ({ page, creator }) => {
    await page.goto('/login?next=//evil.example/x');
    await page.getByLabel('Email').fill(creator.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('reads that a profile does not exist', async ({ page }) => {
    await page.goto('/profile/nobody_of_that_name');
    await expect(page.getByRole('heading', { name: 'Creator Not Found' })).toBeVisible();
    await expect(page.getByText("This profile doesn't exist or is no longer available.")).toBeVisible();
  });

  test('reads that a package does not exist', async ({ page }) => {
    await page.goto(`/order-questionnaire?packageId=${MISSING}`);
    await expect(page.getByRole('heading', { name: 'Package not found' })).toBeVisible();
  });
});

test.describe('a brand', () => {
  for (const path of ['/packages', '/manage-packages', '/questionnaire-builder']) {
    test(`at ${path} is sent to the dashboard`, async ({ brand }) => {
      await brand.page.goto(path);
      await expect(brand.page).toHaveURL(/\/dashboard$/);
      await expect(brand.page.getByText('Brand', { exact: true }).first()).toBeVisible();
    });
  }

  test('cannot see a booking that is not its own', async ({ brand }) => {
    await brand.page.goto(`/booking-details?bookingId=${MISSING}`);
    await expect(brand.page.getByRole('heading', { name: 'Booking Not Found' })).toBeVisible();
    await expect(brand.page.getByText("This booking doesn't exist or you don't have access to it.")).toBeVisible();
  });
});

test.describe('a creator', () => {
  test('cannot check out', async ({ creator }) => {
    const pack = await newPackage(creator);
    await creator.page.goto(`/checkout?packageId=${pack.id}`);
    await expect(creator.page.getByText('Access denied. Only brands can make bookings.')).toBeVisible();
    await expect(creator.page).toHaveURL(/\/$/);
  });

  test('without a booking id is told so and sent to the dashboard', async ({ creator }) => {
    await creator.page.goto('/booking-details');
    await expect(creator.page.getByText('No booking ID provided')).toBeVisible();
    await expect(creator.page).toHaveURL(/\/dashboard$/);
  });

  test('signs out and lands on the landing page', async ({ creator }) => {
    const { page } = creator;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});
