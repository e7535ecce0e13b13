/** axe finds nothing on any screen, in either colour scheme; the screens of a topic are in the topic's own file. */
import { noViolationsAt } from './axe.ts';
import { DEEP, expect, newPackage, test } from './marquee.ts';

/** A few screens a test: axe takes its time. */
const PUBLIC = [
  ['/', '/login', '/register', '/auth', '/forgot-password'],
  ['/reset-password#token=none', '/verify-email#token=none', '/auth-test', '/order-questionnaire'],
  ['/privacy', '/terms', '/how-money-moves', '/contact', '/resources', '/profile/nobody_of_that_name'],
  ['/find-influencers', '/pricing-guide', '/trust'],
];
for (const paths of PUBLIC) {
  test(`public screens: ${paths.join(', ')}`, DEEP, async ({ page }) => {
    test.slow();
    for (const path of paths) await noViolationsAt(page, path);
  });
}

test("a creator's screens", DEEP, async ({ creator }) => {
  test.slow();
  await noViolationsAt(creator.page, '/packages');
  await newPackage(creator);
  for (const path of [
    '/dashboard',
    '/packages',
    '/questionnaire-builder',
    '/bookings',
    '/messages',
    '/notifications',
    '/analytics',
    '/settings/notifications',
    '/settings/account',
  ])
    await noViolationsAt(creator.page, path);
});

test('the order form, as a visitor meets it', async ({ creator, page }) => {
  const pack = await newPackage(creator);
  await noViolationsAt(page, `/order-questionnaire?packageId=${pack.id}`);
});

test("a brand's screens", DEEP, async ({ creator, brand }) => {
  test.slow();
  const { page } = brand;
  const pack = await newPackage(creator);
  await noViolationsAt(page, `/order-questionnaire?packageId=${pack.id}`);
  await noViolationsAt(page, `/checkout?packageId=${pack.id}`);
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
  const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const path of [
    '/dashboard',
    '/bookings',
    '/analytics',
    '/settings/account',
    `/booking-details?bookingId=${bookingId}`,
    `/booking-results?bookingId=${bookingId}`,
  ])
    await noViolationsAt(page, path);
});
