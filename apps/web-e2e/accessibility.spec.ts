/** axe finds nothing on any screen, in either colour scheme. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, newPackage, test, type Person } from './marquee.ts';

const check = async ({ page }: Pick<Person, 'page'>, path: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ').slice(0, 300)}`)).toEqual([]);
};

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test('public screens', async ({ page, creator }) => {
      await page.emulateMedia({ colorScheme: scheme });
      const pack = await newPackage(creator);
      for (const path of ['/', '/login', '/register', '/auth', `/profile/${creator.username}`, `/order-questionnaire?packageId=${pack.id}`]) {
        await check({ page }, path);
      }
    });

    test("a creator's screens", async ({ creator }) => {
      await creator.page.emulateMedia({ colorScheme: scheme });
      await check(creator, '/packages');
      await newPackage(creator);
      for (const path of ['/dashboard', '/packages', '/questionnaire-builder', '/bookings']) await check(creator, path);
    });

    test("a brand's screens", async ({ creator, brand }) => {
      await brand.page.emulateMedia({ colorScheme: scheme });
      const pack = await newPackage(creator);
      await check(brand, `/checkout?packageId=${pack.id}`);
      await expect(brand.page.getByRole('button', { name: /^Pay / })).toBeEnabled();
      const bookingId = new URL(brand.page.url()).pathname.split('/').at(-1) ?? '';
      for (const path of ['/dashboard', '/bookings', `/booking-details?bookingId=${bookingId}`]) await check(brand, path);
    });
  });
}
