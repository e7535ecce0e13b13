/**
 * Opens every route as a visitor, a creator and a brand, and checks the page that each of them reaches (requirements
 * R2.1 to R2.20 and R6.1 to R6.7).
 */
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test } from '../support/marquee.ts';
import { HERE, MISSING, ROUTES } from '../support/routes.ts';

const PEOPLE = ['visitor', 'creator', 'brand'] as const;
for (const [at, who] of PEOPLE.entries()) {
  test(`opens or redirects every route as documented for a ${who}`, DEEP_TAG, async ({ page, creator, brand }) => {
    const pack = await publishPackage(creator);
    const pageOf = { visitor: page, creator: creator.page, brand: brand.page }[who];
    for (const row of ROUTES) {
      const fill = (text: string) => text.replace('{me}', creator.username).replace('{pack}', pack.id);
      const path = fill(row[0]);
      const landing = row[at + 1] ?? HERE;
      await test.step(`${path} → ${landing ?? 'here'}`, async () => {
        // A page with a heading is not redirected any more, so the test does not wait until its scripts have loaded.
        await pageOf.goto(path, { waitUntil: 'commit' });
        await expect(pageOf.getByRole('heading', { level: 1 })).toHaveCount(1);
        const { pathname, search } = new URL(pageOf.url());
        if (landing?.startsWith('^') === true) expect(pathname).toMatch(new RegExp(landing));
        else expect(pathname + search).toBe(landing === HERE ? path : fill(landing));
      });
    }
  });
}

test.describe('a visitor', () => {
  test('reaches the requested page after signing in', async ({ page, creator }) => {
    await page.goto('/bookings?status=accepted');
    await page.getByLabel('Email').fill(creator.email);
    await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/bookings\?status=accepted$/);
  });

  test('is never redirected to another site after signing in', async ({ page, creator }) => {
    await page.goto('/login?next=//evil.example/x');
    await page.getByLabel('Email').fill(creator.email);
    await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('sees a message if a profile does not exist', async ({ page }) => {
    await page.goto('/profile/nobody_of_that_name');
    await expect(page.getByRole('heading', { name: 'Creator Not Found' })).toBeVisible();
    await expect(page.getByText("This profile doesn't exist or is no longer available.")).toBeVisible();
  });

  test('sees a message if a package does not exist', async ({ page }) => {
    await page.goto(`/order-questionnaire?packageId=${MISSING}`);
    await expect(page.getByRole('heading', { name: 'Package not found' })).toBeVisible();
  });
});

test.describe('a brand', () => {
  test('sees a message if a booking does not exist', async ({ brand }) => {
    await brand.page.goto(`/booking-details?bookingId=${MISSING}`);
    await expect(brand.page.getByRole('heading', { name: 'Booking Not Found' })).toBeVisible();
    await expect(brand.page.getByText("This booking doesn't exist or you don't have access to it.")).toBeVisible();
  });
});

test.describe('a creator', () => {
  test('cannot open the checkout', async ({ creator }) => {
    const pack = await publishPackage(creator);
    await creator.page.goto(`/checkout?packageId=${pack.id}`);
    await expect(creator.page.getByText('Access denied. Only brands can make bookings.')).toBeVisible();
    await expect(creator.page).toHaveURL(/\/$/);
  });

  test('is sent to the dashboard with a message if the booking id is missing', async ({ creator }) => {
    await creator.page.goto('/booking-details');
    await expect(creator.page.getByText('No booking ID provided')).toBeVisible();
    await expect(creator.page).toHaveURL(/\/dashboard$/);
  });

  test('has to sign in again after logging out', async ({ creator: { page } }) => {
    await page.goto('/dashboard');
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});
