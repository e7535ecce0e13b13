/** Tests the pricing guide: prices computed from packages, and a calculator that is exact in both directions. */
import { DEEP_TAG, expect, test } from '../support/marquee.ts';

test(
  'computes price and total in the pricing guide from each other to the cent, and keeps them in the URL',
  DEEP_TAG,
  async ({ page }) => {
    await page.goto('/pricing-guide');
    const price = page.getByLabel('The creator charges');
    const total = page.getByLabel('The brand pays');
    await expect(price).toHaveValue('100.00');
    await expect(total).toHaveValue('115.00');

    await price.fill('199.99');
    await expect(total).toHaveValue('229.99');
    await expect(
      page.getByText('The creator receives $199.99, the platform keeps $30.00, and the brand pays $229.99.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\?price=199\.99$/);

    await total.fill('115');
    await expect(price).toHaveValue('100.00');
    await expect(page).toHaveURL(/\?total=115$/);
    await page.reload();
    await expect(total).toHaveValue('115');
    await expect(price).toHaveValue('100.00');

    await total.fill('1.19');
    await expect(price).toHaveValue('1.03');
    await expect(
      page.getByText('No price adds up to exactly $1.19, so this is the closest lower total.'),
    ).toBeVisible();

    await total.fill('$1,150.00');
    await expect(price).toHaveValue('1000.00');
  },
);

test('computes the prices of the pricing guide from published packages and links to their creators', async ({
  page,
}) => {
  await page.goto('/pricing-guide');
  await expect(page.getByText(/Typical prices of the [\d,]+ packages that you can book now/)).toBeVisible();
  const audiences = page.getByRole('list', { name: 'Typical prices by followers' });
  await expect(audiences).toContainText(/Half of the packages cost \$[\d,]+ to \$[\d,]+/);
  await audiences.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/find-influencers\?(min|max)Followers=/);
  await expect(page.getByRole('region', { name: 'Creators' }).getByRole('article').first()).toBeVisible();
});
