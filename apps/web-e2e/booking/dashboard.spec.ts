/** Tests the order of the dashboard's sections (requirements R2.59 and R2.60). */
import { DEEP_TAG, expect, openDemoPage, test } from '../support/marquee.ts';

test('lets a new brand search for creators from its dashboard, which shows no zeros', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search creators and packages' });
  await expect(search).toBeInViewport();
  await expect(page.getByText('Total Spent')).toHaveCount(0);
  const controls = page.getByRole('main').locator('a, button, input').filter({ visible: true });
  expect(await controls.count()).toBeLessThanOrEqual(4);
  await search.fill('skincare');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/find-influencers\?q=skincare$/);
});

test(
  'shows four figures at once on a creator’s dashboard, and which days it compares',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await page.goto('/dashboard');
    const figures = page.getByRole('region', { name: 'Your stats' });
    await expect(figures.getByRole('term')).toHaveText([
      'Total Earnings',
      'This Month',
      'Completed Bookings',
      'Profile Views',
    ]);
    await expect(figures.getByText(/^[A-Z][a-z]{2} 1–\d{1,2}$/)).toBeVisible();
  },
);

test('lists bookings and offers together on the dashboard', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: /^Waiting for you \(\d+\)$/ });
  await expect(waiting.getByRole('link', { name: /^View offers: \d+ offers?$/ })).toBeVisible();
  await expect(page.getByText(/% from last month/)).toBeVisible();
  await expect(page.getByText(/^[A-Z][a-z]{2} 1–\d{1,2} vs\. [A-Z][a-z]{2} 1–\d{1,2}$/)).toBeVisible();
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await expect(activity.getByRole('listitem')).toHaveCount(3);
  await activity.getByRole('button', { name: 'Show more activity' }).click();
  expect(await activity.getByRole('listitem').count()).toBeGreaterThan(3);
});
