/** Tests in-app notifications, email preferences and push notifications. */
import { createECDH, randomBytes } from 'node:crypto';
import { expectNoViolations } from '../support/axe.ts';
import { confirmEmailAddress, DEEP_TAG, expect, test, expectToast } from '../support/marquee.ts';

test('shows a creator a notification without a reload, opens it, and lets the creator choose which emails to receive', async ({
  brand,
  creator,
}) => {
  const { page } = creator;
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await expect(bell('Notifications')).toBeVisible();

  const response = await brand.request.post('/trpc/offers.request', {
    data: { creatorId: creator.id, brief: 'A film about our new tent.', budget: 400, requestedDay: '', platforms: [] },
  });
  expect(response.status()).toBe(200);
  // The list and the count update without a reload.
  const unreadLink = page.getByRole('link', { name: new RegExp(`^Unread: .*${brand.fullName}`) });
  await expect(unreadLink).toBeVisible();
  await expect(bell('Notifications, 1 unread')).toBeVisible();
  await expectNoViolations(page);
  await unreadLink.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/offers\/[0-9a-f-]{36}$/);
  await expect(bell('Notifications')).toBeVisible();
  await bell('Notifications').click();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: brand.fullName })).toBeVisible();
  await expect(unreadLink).toHaveCount(0);

  await page.getByRole('link', { name: 'Email settings' }).click();
  await page.getByLabel('Offers and waiting lists').selectOption('No emails');
  await page.getByLabel('Bookings', { exact: true }).selectOption('Once a day, at 08:00');
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await page.getByLabel('To', { exact: true }).selectOption('22:00');
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expect(page.getByText('Quiet hours must not end at the hour when they start')).toBeVisible();
  await page.getByLabel('To', { exact: true }).selectOption('06:00');
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expectToast(page, 'Notifications saved');
  await expectNoViolations(page);
  await page.reload();
  await expect(page.getByLabel('Offers and waiting lists')).toHaveValue('none');
  await expect(page.getByLabel('Bookings', { exact: true })).toHaveValue('daily');
  await expect(page.getByLabel('Reviews')).toHaveValue('each');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('6');
});

test('subscribes a browser to push notifications, shows one, and unsubscribes', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await confirmEmailAddress(creator);
  const context = page.context();
  // Headless Chromium supports neither notifications nor push, so simulate both.
  const key = createECDH('prime256v1');
  const keys = { p256dh: key.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  await page.addInitScript((keys) => {
    const subscription = {
      endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${Math.random()}`,
      toJSON: () => ({ endpoint: subscription.endpoint, keys }),
      unsubscribe: () => Promise.resolve(true),
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.subscribe = () => Promise.resolve(subscription as unknown as PushSubscription);
    PushManager.prototype.getSubscription = () => Promise.resolve(subscription as unknown as PushSubscription);
  }, keys);
  await page.goto('/settings/notifications');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expectToast(page, 'Notifications turned on for this browser');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await page.getByRole('checkbox', { name: 'Reviews' }).click();
  await expect(page.getByRole('checkbox', { name: 'Reviews' })).not.toBeChecked();
  await expectNoViolations(page);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Reviews' })).not.toBeChecked();

  const shown = await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const notifications: object[] = [];
    registration.showNotification = (title, { body, tag, data } = {}) => {
      notifications.push({ title, body, tag, data: data as unknown });
      return Promise.resolve();
    };
    const pushMessage = { title: 'Marquee', text: 'New booking request', path: '/bookings', tag: 'one' };
    const waits: Promise<unknown>[] = [];
    dispatchEvent(
      Object.assign(new Event('push'), {
        data: { json: () => pushMessage },
        waitUntil: (promise: Promise<unknown>) => waits.push(promise),
      }),
    );
    await Promise.all(waits);
    return notifications;
  });
  expect(shown).toEqual([{ title: 'Marquee', body: 'New booking request', tag: 'one', data: { path: '/bookings' } }]);

  await page.getByRole('button', { name: 'Turn off for this device' }).click();
  await expectToast(page, 'Notifications turned off for this browser');
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
});
