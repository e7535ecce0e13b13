/** Runs axe on the screens that no other spec file covers, in light and dark. */
import { expectNoViolationsAt } from '../support/axe.ts';
import { DEEP_TAG, expect, publishPackage, test } from '../support/marquee.ts';

/** Screens for visitors, one test per group. The groups run in parallel because axe is slow. */
const PUBLIC = [
  ['/', '/login', '/register', '/auth', '/forgot-password'],
  [
    '/reset-password#token=none',
    '/verify-email#token=none',
    '/invitation#token=none',
    '/guest-review#token=none',
    '/auth-test',
    '/order-questionnaire',
  ],
  ['/privacy', '/terms', '/how-money-moves', '/contact', '/resources', '/profile/nobody_of_that_name'],
  ['/find-influencers', '/pricing-guide', '/trust'],
];
for (const paths of PUBLIC) {
  test(`has no axe violations on ${paths.join(', ')}`, DEEP_TAG, async ({ page }) => {
    for (const path of paths) await expectNoViolationsAt(page, path);
  });
}

test('has no axe violations on the screens of a creator', DEEP_TAG, async ({ creator }) => {
  await expectNoViolationsAt(creator.page, '/packages');
  await publishPackage(creator);
  for (const path of [
    '/dashboard',
    '/packages',
    '/questionnaire-builder',
    '/bookings',
    '/messages',
    '/notifications',
    '/analytics',
    '/settings/notifications',
    '/settings/agency',
    '/settings/account',
  ])
    await expectNoViolationsAt(creator.page, path);
});

test('has no axe violations on the order form of a visitor', async ({ creator, page }) => {
  const pack = await publishPackage(creator);
  await expectNoViolationsAt(page, `/order-questionnaire?packageId=${pack.id}`);
});

test('has no axe violations on the screens of a brand', DEEP_TAG, async ({ creator, brand }) => {
  const { page } = brand;
  const pack = await publishPackage(creator);
  await expectNoViolationsAt(page, `/order-questionnaire?packageId=${pack.id}`);
  await expectNoViolationsAt(page, `/checkout?packageId=${pack.id}`);
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
  const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const path of [
    '/dashboard',
    '/bookings',
    '/analytics',
    '/settings/budgets',
    '/settings/members',
    '/settings/log',
    '/settings/account',
    `/booking-details?bookingId=${bookingId}`,
    `/booking-results?bookingId=${bookingId}`,
  ])
    await expectNoViolationsAt(page, path);
});
