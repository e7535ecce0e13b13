/** axe finds nothing on any screen, in either colour scheme. */
import { noViolationsAt } from './axe.ts';
import { expect, newPackage, test } from './marquee.ts';

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test('public screens', async ({ page, creator }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: scheme });
      const pack = await newPackage(creator);
      const paths = [
        '/',
        '/login',
        '/register',
        '/auth',
        '/forgot-password',
        '/reset-password#token=none',
        '/verify-email#token=none',
        '/auth-test',
        '/privacy',
        '/terms',
        '/contact',
        '/resources',
        '/find-influencers',
        '/compare',
        `/compare?packages=${pack.id}`,
        '/pricing-guide',
        `/profile/${creator.username}`,
        '/profile/nobody_of_that_name',
        `/order-questionnaire?packageId=${pack.id}`,
        '/order-questionnaire',
      ];
      for (const path of paths) await noViolationsAt(page, path);
    });

    test("a creator's screens", async ({ creator }) => {
      await creator.page.emulateMedia({ colorScheme: scheme });
      await noViolationsAt(creator.page, '/packages');
      await newPackage(creator);
      for (const path of [
        '/dashboard',
        '/packages',
        '/questionnaire-builder',
        '/bookings',
        '/settings',
        '/settings/account',
      ])
        await noViolationsAt(creator.page, path);
    });

    test("a brand's screens", async ({ creator, brand }) => {
      await brand.page.emulateMedia({ colorScheme: scheme });
      const pack = await newPackage(creator);
      await noViolationsAt(brand.page, `/checkout?packageId=${pack.id}`);
      await expect(brand.page.getByRole('button', { name: /^Pay / })).toBeEnabled();
      const bookingId = new URL(brand.page.url()).pathname.split('/').at(-1) ?? '';
      for (const path of [
        '/dashboard',
        '/bookings',
        '/customer-info',
        '/settings',
        '/settings/account',
        `/booking-details?bookingId=${bookingId}`,
      ])
        await noViolationsAt(brand.page, path);
    });
  });
}
