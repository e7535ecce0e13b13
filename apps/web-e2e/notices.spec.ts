/** What one side does the other is told at once, wherever it is; and which mails it wants of that. */
import { noViolations } from './axe.ts';
import { expect, test, toast } from './marquee.ts';

test('a creator is told live, follows it, and chooses what comes by mail', async ({ brand, creator }) => {
  const { page } = creator;
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible();
  await expect(bell('Notifications')).toBeVisible();

  const asked = await brand.request.post('/trpc/offers.ask', {
    data: { creatorId: creator.id, brief: 'A film about our new tent.', budget: 400, wantedDay: '', platforms: [] },
  });
  expect(asked.status()).toBe(200);
  // Neither reload nor press: the list and the count follow.
  const told = page.getByRole('link', { name: new RegExp(`^Unread: .*${brand.fullName}`) });
  await expect(told).toBeVisible();
  await expect(bell('Notifications, 1 unread')).toBeVisible();
  await noViolations(page);
  await told.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/offers\/[0-9a-f-]{36}$/);
  await expect(bell('Notifications')).toBeVisible();
  await bell('Notifications').click();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: brand.fullName })).toBeVisible();
  await expect(told).toHaveCount(0);

  await page.getByRole('link', { name: 'Choose your mails' }).click();
  await page.getByRole('checkbox', { name: 'Offers and waiting lists' }).click();
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await page.getByLabel('To', { exact: true }).selectOption('22:00');
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expect(page.getByText('Quiet hours end at another hour than they begin')).toBeVisible();
  await page.getByLabel('To', { exact: true }).selectOption('06:00');
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await toast(page, 'Notifications saved');
  await noViolations(page);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Offers and waiting lists' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Reviews' })).toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('6');
});
