/** Tests push notifications: each is encrypted for one browser, sent once, and only as long as the session lasts. */
import { HOUR_MS } from '@marquee/time';
import type { NotificationSettings } from '@marquee/validation';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { openPushGateway } from '../../../src/gateways/push.ts';
import { newAgent, newBooking, newBrand, newPayableCreator } from '../../../src/demo/builders.ts';
import { createPushKeys } from '@marquee/tools/local/push-keys';
import { newRepresentedCreator } from '../../support/agencies.ts';
import { createPushBrowser, startPushService, type PushBrowser } from '../../support/push-service.ts';
import { useStack, type TestBrowser } from '../../support/stack.ts';

const service = await startPushService();
afterAll(() => service.stop());
const keys = createPushKeys();
const PUBLIC_KEY = keys.PUSH_PUBLIC_KEY;
const stack = useStack({ ...keys, PUSH_HOSTS: '127.0.0.1' });
/** 65 bytes that look like an uncompressed point but are not on P-256. */
const OFF_CURVE = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
const PLAIN: NotificationSettings = { off: [], daily: [], pushOff: [], quiet: null };

let paths = 0;
/** Signs a browser in and subscribes it to push notifications. */
async function subscribed(user: SessionUser): Promise<{ http: TestBrowser; browser: PushBrowser; path: string }> {
  const path = `/send/${paths++}`;
  const http = await stack.asBrowser(user);
  const browser = createPushBrowser(service, path, PUBLIC_KEY);
  const answer = await http('POST', '/trpc/notifications.addDevice', browser.device);
  expect(answer.statusCode, answer.body).toBe(200);
  return { http, browser, path };
}
const sentTo = (path: string) => service.taken.filter((each) => each.path === path);
const settingsIn = async (http: TestBrowser) =>
  (await http('GET', '/trpc/notifications.settings')).json<{
    result: { data: { isPushed: boolean; pushKey: string } };
  }>().result.data;
const devicesOf = async (user: SessionUser) =>
  (await stack.deps.pool.query('select endpoint from push_subscription where person_id = $1', [user.id])).rows.length;

beforeEach(() => service.answer(201));

describe('a subscribed browser', () => {
  it('receives a push notification that only it can decrypt and that links to the booking', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { browser, path, http } = await subscribed(creator);
    expect(await settingsIn(http)).toMatchObject({ isPushed: true, pushKey: PUBLIC_KEY });
    const { id } = await newBooking(stack.deps, { creator });
    await stack.idle();
    const [message, ...others] = sentTo(path);
    expect(others).toEqual([]);
    expect(message?.headers).toMatchObject({ ttl: String(24 * 3600), 'content-encoding': 'aes128gcm' });
    expect(message?.body.includes('booking')).toBe(false);
    const [notification] = (await stack.as(creator).notifications.list({})).items;
    expect(browser.read(message as never)).toEqual({
      title: 'Marquee',
      text: notification?.text,
      path: `/booking-details?bookingId=${id}`,
      tag: notification?.id,
    });
    const stranger = createPushBrowser(service, '/send/x', PUBLIC_KEY);
    expect(() => stranger.read(message as never)).toThrow();
  });

  it('is notified of unread messages without their text, unless the user has already read them', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps, { fullName: 'Harbour Tea' });
    const { browser, path } = await subscribed(creator);
    const write = (text: string) =>
      stack.as(brand).messages.send({ to: { username: creator.username }, clientId: crypto.randomUUID(), text });
    const { conversationId } = await write('A secret plan');
    await write('And another one');
    await stack.pass(15_000);
    expect(sentTo(path).map((message) => browser.read(message))).toEqual([
      {
        title: 'Marquee',
        text: '2 new messages from Harbour Tea',
        path: `/messages/${conversationId}`,
        tag: conversationId,
      },
    ]);
    await stack.as(creator).messages.markRead({ id: conversationId, number: 2 });
    await write('Read at once');
    await stack.as(creator).messages.markRead({ id: conversationId, number: 3 });
    await stack.pass(15_000);
    expect(sentTo(path)).toHaveLength(1);
  });

  it('of a person of an agency gets no queued push notifications once the consent has ended', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { path, browser } = await subscribed(agent);
    const { id, asBrand } = await newBooking(stack.deps, { creator });
    await stack.as(agent).bookings.move({ id, status: 'accepted' });
    await asBrand.cancellations.request({ id, reason: 'The campaign was moved.' });
    const say = (text: string) => asBrand.messages.send({ to: { bookingId: id }, clientId: crypto.randomUUID(), text });
    const { conversationId } = await say('Sorry!');
    await stack.pass(15_000);
    const before = sentTo(path);
    expect(before.map((message) => browser.read(message))).toMatchObject([
      { path: `/w/${creator.username}/booking-details?bookingId=${id}` },
      { path: `/w/${creator.username}/messages/${conversationId}` },
    ]);
    await stack.as(agent).messages.markRead({ id: conversationId, number: 1 });
    await stack.stopWorker();
    await asBrand.cancellations.withdraw({ id });
    await say('We found a new date.');
    await stack.as(creator).agencies.end({ id: consentId });
    await stack.startWorker();
    await stack.pass(15_000);
    expect(sentTo(path)).toEqual(before);
  });

  it('gets push notifications only after quiet hours, and none for groups that the user has switched off', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { path } = await subscribed(creator);
    await stack.deps.pool.query(`update person set time_zone = 'UTC' where id = $1`, [creator.id]);
    const hour = stack.deps.now().getUTCHours();
    await stack.as(creator).notifications.saveSettings({ ...PLAIN, quiet: { from: hour, to: (hour + 2) % 24 } });
    await newBooking(stack.deps, { creator });
    await stack.idle();
    expect(sentTo(path)).toEqual([]);
    await stack.pass(2 * HOUR_MS);
    expect(sentTo(path)).toHaveLength(1);
    await stack.as(creator).notifications.saveSettings({ ...PLAIN, pushOff: ['bookings'] });
    await newBooking(stack.deps, { creator });
    await stack.idle();
    expect(sentTo(path)).toHaveLength(1);
  });

  it('gets no push notifications after the user signs out or unsubscribes it', async () => {
    const creator = await newPayableCreator(stack.deps);
    const [first, second] = [await subscribed(creator), await subscribed(creator)];
    await first.http('POST', '/api/auth/logout');
    await newBooking(stack.deps, { creator });
    await stack.idle();
    expect([sentTo(first.path).length, sentTo(second.path).length]).toEqual([0, 1]);
    await second.http('POST', '/trpc/notifications.removeDevice', { endpoint: second.browser.device.endpoint });
    expect(await settingsIn(second.http)).toMatchObject({ isPushed: false });
    await newBooking(stack.deps, { creator });
    await stack.idle();
    expect(sentTo(second.path)).toHaveLength(1);
  });

  it('belongs to the user who subscribed it last, and no other user can unsubscribe it', async () => {
    const [one, other] = [await newPayableCreator(stack.deps), await newPayableCreator(stack.deps)];
    const { browser } = await subscribed(one);
    const http = await stack.asBrowser(other);
    await http('POST', '/trpc/notifications.addDevice', browser.device);
    expect([await devicesOf(one), await devicesOf(other)]).toEqual([0, 1]);
    // Other users cannot remove the subscription.
    await (
      await stack.asBrowser(one)
    )('POST', '/trpc/notifications.removeDevice', { endpoint: browser.device.endpoint });
    expect(await devicesOf(other)).toBe(1);
  });

  it('is retried while the push service is down, and unsubscribed if the service reports it as gone', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { path } = await subscribed(creator);
    service.answer(503);
    await newBooking(stack.deps, { creator });
    await expect.poll(() => sentTo(path).length).toBeGreaterThan(1);
    service.answer(201);
    // A failed push is retried within half a minute.
    await stack.pass(60_000);
    const before = sentTo(path).length;
    // The retries have the same topic, so the browser shows one notification.
    expect(new Set(sentTo(path).map(({ headers }) => headers['topic'])).size).toBe(1);
    service.answer(410);
    await newBooking(stack.deps, { creator });
    await stack.idle();
    expect([sentTo(path).length, await devicesOf(creator)]).toEqual([before + 1, 0]);
  });

  it('is notified once while another browser of the same user is unreachable', async () => {
    const creator = await newPayableCreator(stack.deps);
    const [away, working] = [await subscribed(creator), await subscribed(creator)];
    service.answer(503, away.path);
    await newBooking(stack.deps, { creator });
    await expect.poll(() => sentTo(away.path).length).toBeGreaterThan(2);
    expect(sentTo(working.path)).toHaveLength(1);
    // The push to the unreachable browser is dropped after a day.
    await stack.pass(24 * HOUR_MS + 60_000);
    const before = sentTo(away.path).length;
    await stack.pass(HOUR_MS);
    expect([sentTo(away.path).length, sentTo(working.path).length]).toEqual([before, 1]);
    const { rows } = await stack.deps.pool.query(`select 1 from job where name like '%push%'`);
    expect(rows).toEqual([]);
  });

  it('is unsubscribed if its stored encryption key is invalid, while the user’s other browsers are notified', async () => {
    const creator = await newPayableCreator(stack.deps);
    const [broken, working] = [await subscribed(creator), await subscribed(creator)];
    const { endpoint } = broken.browser.device;
    await stack.deps.pool.query('update push_subscription set p256dh = $1 where endpoint = $2', [OFF_CURVE, endpoint]);
    await newBooking(stack.deps, { creator });
    await stack.idle();
    expect([sentTo(broken.path).length, sentTo(working.path).length]).toEqual([0, 1]);
    expect(await devicesOf(creator)).toBe(1);
  });

  it('replaces the oldest subscription of a user who already has ten', async () => {
    const creator = await newPayableCreator(stack.deps);
    const first = await subscribed(creator);
    for (let at = 0; at < 10; at++) await subscribed(creator);
    expect(await devicesOf(creator)).toBe(10);
    expect(await settingsIn(first.http)).toMatchObject({ isPushed: false });
  });
});

it('accepts an endpoint of a known push service only with HTTPS, the standard port and no credentials', () => {
  const push = openPushGateway({
    ...keys,
    PUSH_HOSTS: ['push.example', '*.push.example'],
    MAIL_FROM: 'x',
    NODE_ENV: 'test',
  });
  for (const endpoint of ['https://push.example/x', 'https://push.example:443/x', 'https://a.b.push.example/x'])
    expect(push.isKnown(endpoint), endpoint).toBe(true);
  for (const endpoint of [
    'https://push.example:8443/x',
    'https://push.example:22/x',
    'https://a.push.example:444/x',
    'https://user@push.example/x',
    'https://user:secret@push.example/x',
    'https://:secret@a.push.example/x',
    'http://push.example/x',
    'https://notpush.example/x',
    'https://push.example.evil.example/x',
  ])
    expect(push.isKnown(endpoint), endpoint).toBe(false);
});

it('refuses a push subscription with invalid encryption keys', async () => {
  const http = await stack.asBrowser(await newPayableCreator(stack.deps));
  const { device } = createPushBrowser(service, '/send/z', PUBLIC_KEY);
  const point = Buffer.from(device.p256dh, 'base64url');
  const compressed = Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]);
  for (const wrong of [
    { p256dh: OFF_CURVE },
    { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64url') },
    { p256dh: Buffer.concat([Buffer.from([5]), point.subarray(1)]).toString('base64url') },
    { p256dh: compressed.toString('base64url') },
    { p256dh: `${device.p256dh}A` },
    { p256dh: 'A'.repeat(20) },
    { p256dh: 'A'.repeat(100) },
    { auth: 'A'.repeat(16) },
    { auth: 'A'.repeat(20) },
    { auth: 'A'.repeat(100) },
  ]) {
    const answer = await http('POST', '/trpc/notifications.addDevice', { ...device, ...wrong });
    expect(answer.statusCode, JSON.stringify(wrong)).toBe(400);
  }
  expect((await http('POST', '/trpc/notifications.addDevice', device)).statusCode).toBe(200);
});

it('refuses a push subscription if its endpoint is unknown, it is malformed, or the visitor is not signed in', async () => {
  const http = await stack.asBrowser(await newPayableCreator(stack.deps));
  const { device } = createPushBrowser(service, '/send/y', PUBLIC_KEY);
  for (const endpoint of [
    'https://evil.example/x',
    'http://localhost:1/x',
    'http://169.254.169.254/latest',
    'https://127.0.0.1.evil.example/',
  ])
    expect((await http('POST', '/trpc/notifications.addDevice', { ...device, endpoint })).statusCode, endpoint).toBe(
      409,
    );
  for (const wrong of [
    { ...device, p256dh: 'x' },
    { ...device, endpoint: 'file:///etc/passwd' },
    { ...device, more: 1 },
  ])
    expect((await http('POST', '/trpc/notifications.addDevice', wrong)).statusCode).toBe(400);
  // Visitors cannot subscribe.
  expect((await (await stack.asBrowser(null))('POST', '/trpc/notifications.addDevice', device)).statusCode).toBe(401);
});
