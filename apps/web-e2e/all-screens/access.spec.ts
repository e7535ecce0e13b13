/**
 * Opens every route as a visitor, a creator and a brand, and checks the page that each of them reaches (requirements
 * R2.1 to R2.20 and R6.1 to R6.7).
 */
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test } from '../support/marquee.ts';

const MISSING = '00000000-0000-0000-0000-000000000000';

/**
 * In ROUTES, marks a route that opens without a redirect. Any other value is the expected `path?query` after the
 * redirect, or, if it starts with `^`, a regular expression for the path. `{me}` is the creator's username, and
 * `{pack}` is the id of one of their packages.
 */
const HERE = null;
type Landing = string | null;
const ROUTES: readonly (readonly [path: string, visitor: Landing, creator: Landing, brand: Landing])[] = [
  ['/profile/{me}', HERE, HERE, HERE],
  ['/profile/nobody_of_that_name', HERE, HERE, HERE],
  ['/privacy', HERE, HERE, HERE],
  ['/terms', HERE, HERE, HERE],
  ['/how-money-moves', HERE, HERE, HERE],
  ['/how-money-moves?booking=no-id', HERE, HERE, HERE],
  ['/contact', HERE, HERE, HERE],
  ['/order-questionnaire?packageId={pack}', HERE, HERE, HERE],
  ['/order-questionnaire', HERE, HERE, HERE],
  [`/checkout/${MISSING}`, `/auth?next=%2Fcheckout%2F${MISSING}`, '/', `/booking-details?bookingId=${MISSING}`],
  [
    '/checkout?packageId={pack}',
    '/auth?next=%2Fcheckout%3FpackageId%3D{pack}',
    '/',
    /^\/checkout\/[0-9a-f-]{36}$/.source,
  ],
  ['/auth-test', HERE, HERE, HERE],
  ['/login', HERE, '/dashboard', '/dashboard'],
  ['/login/confirmed', '/login?next=%2Flogin%2Fconfirmed', HERE, HERE],
  ['/register', HERE, '/dashboard', '/dashboard'],
  ['/auth', HERE, '/dashboard', '/dashboard'],
  ['/auth?mode=signup', HERE, '/dashboard', '/dashboard'],
  ['/forgot-password', HERE, HERE, HERE],
  ['/reset-password', HERE, HERE, HERE],
  ['/secure-account', HERE, HERE, HERE],
  ['/verify-email', HERE, HERE, HERE],
  ['/invitation', HERE, HERE, HERE],
  ['/guest-review', HERE, HERE, HERE],
  ['/unsubscribe', HERE, HERE, HERE],
  ['/welcome', '/auth?problem=expired', '/dashboard', '/dashboard'],
  ['/find-influencers', HERE, HERE, HERE],
  ['/compare', HERE, HERE, HERE],
  ['/lists/no-such-list', HERE, HERE, HERE],
  ['/results/no-such-address', HERE, HERE, HERE],
  ['/messages', '/login?next=%2Fmessages', HERE, HERE],
  ['/analytics', '/login?next=%2Fanalytics', HERE, HERE],
  ['/notifications', '/login?next=%2Fnotifications', HERE, HERE],
  ['/saved', '/login?next=%2Fsaved', HERE, HERE],
  ['/pricing-guide', HERE, HERE, HERE],
  ['/trust', HERE, HERE, HERE],
  ['/resources', HERE, HERE, HERE],
  ['/', HERE, HERE, HERE],
  ['/dashboard', '/login?next=%2Fdashboard', HERE, HERE],
  ['/packages', '/auth?next=%2Fpackages', HERE, '/dashboard'],
  ['/manage-packages', '/auth?next=%2Fmanage-packages', HERE, '/dashboard'],
  ['/questionnaire-builder', '/auth?next=%2Fquestionnaire-builder', HERE, '/dashboard'],
  [
    '/questionnaire-builder?packageId={pack}',
    '/auth?next=%2Fquestionnaire-builder%3FpackageId%3D{pack}',
    HERE,
    '/dashboard',
  ],
  ['/customer-info', '/login?next=%2Fcustomer-info', '/dashboard', HERE],
  ['/match', '/login?next=%2Fmatch', '/dashboard', HERE],
  ['/payouts', '/auth?next=%2Fpayouts', HERE, '/dashboard'],
  ['/payouts/statements', '/auth?next=%2Fpayouts%2Fstatements', HERE, '/dashboard'],
  ['/receipts', '/login?next=%2Freceipts', '/payouts', HERE],
  ['/approvals', '/login?next=%2Fapprovals', '/dashboard', HERE],
  ['/offers', '/login?next=%2Foffers', HERE, HERE],
  ['/settings', '/login?next=%2Fsettings', HERE, HERE],
  ['/settings/billing', '/login?next=%2Fsettings%2Fbilling', HERE, HERE],
  ['/settings/budgets', '/login?next=%2Fsettings%2Fbudgets', '/dashboard', HERE],
  ['/settings/agency', '/auth?next=%2Fsettings%2Fagency', HERE, '/dashboard'],
  ['/settings/log', '/login?next=%2Fsettings%2Flog', HERE, HERE],
  ['/settings/members', '/login?next=%2Fsettings%2Fmembers', HERE, HERE],
  ['/settings/notifications', '/login?next=%2Fsettings%2Fnotifications', HERE, HERE],
  ['/settings/account', '/login?next=%2Fsettings%2Faccount', HERE, HERE],
  ['/bookings', '/login?next=%2Fbookings', HERE, HERE],
  [`/booking-details?bookingId=${MISSING}`, `/login?next=%2Fbooking-details%3FbookingId%3D${MISSING}`, HERE, HERE],
  [`/booking-results?bookingId=${MISSING}`, `/login?next=%2Fbooking-results%3FbookingId%3D${MISSING}`, HERE, HERE],
  ['/booking-results', '/login?next=%2Fbooking-results', '/bookings', '/bookings'],
  ['/booking-details', '/login?next=%2Fbooking-details', '/dashboard', '/dashboard'],
  ['/no-such-page', '/', '/', '/'],
  ['/no/such/page', '/', '/', '/'],
];

const PEOPLE = ['visitor', 'creator', 'brand'] as const;
for (const [at, who] of PEOPLE.entries()) {
  test(`opens or redirects every route as documented for a ${who}`, DEEP_TAG, async ({ page, creator, brand }) => {
    test.slow();
    const pack = await publishPackage(creator);
    const pageOf = { visitor: page, creator: creator.page, brand: brand.page }[who];
    for (const row of ROUTES) {
      const fill = (text: string) => text.replace('{me}', creator.username).replace('{pack}', pack.id);
      const path = fill(row[0]);
      const landing = row[at + 1] ?? HERE;
      await test.step(`${path} → ${landing ?? 'here'}`, async () => {
        await pageOf.goto(path);
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
