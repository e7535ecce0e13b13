/** Tests in-app notifications: one for each event, email preferences and quiet hours, on real PostgreSQL. */
import type { PersonId } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import type { NotificationSettings } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { findSessionUser } from '../../../src/modules/identity/accounts/accounts.sql.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });

/** Default notification settings. */
const PLAIN: NotificationSettings = { off: [], daily: [], pushOff: [], quiet: null };

const listNotificationsOf = async (user: SessionUser) => (await stack.as(user).notifications.list({})).items;
const unreadOf = (user: SessionUser) => stack.as(user).notifications.unreadCount();
const subjectsOf = async (user: SessionUser) => (await stack.mailsTo(user.email)).map(({ subject }) => subject);

async function booked() {
  const creator = await newPayableCreator(stack.deps);
  const pack = await newPackage(stack.deps, creator);
  const brand = await newBrand(stack.deps);
  const booking = await newBooking(stack.deps, { creator, brand, packageId: pack.id });
  return { ...booking, path: `/booking-details?bookingId=${booking.id}` };
}

describe('a notification', () => {
  it('is created once for each email about the other side’s action, with the same text and a link to the booking', async () => {
    const { creator, brand, path, asCreator } = await booked();
    await asCreator.bookings.move({ id: path.slice(-36), status: 'accepted' });
    await stack.idle();
    const { rows } = await stack.deps.pool.query<{ id: string; person_id: PersonId; kind: string }>(
      'select id, person_id, kind from mail where person_id = any($1)',
      [[creator.id, brand.id]],
    );
    for (const user of [creator, brand]) {
      const notifications = await listNotificationsOf(user);
      // The brand has ordered and the creator has accepted. Each side is notified of the other's action.
      const kind = user === creator ? 'payment.authorized' : 'payment.captured';
      const mails = rows.filter((mail) => mail.person_id === user.id);
      expect(mails.length).toBeGreaterThan(notifications.length);
      expect(notifications.map(({ id }) => id)).toEqual(mails.filter((mail) => mail.kind === kind).map(({ id }) => id));
      expect(notifications.every((notification) => notification.path === path)).toBe(true);
      expect(notifications.every(({ packageName }) => packageName !== null)).toBe(true);
      const subjects = await subjectsOf(user);
      for (const { text } of notifications) expect(subjects).toContain(text);
      expect(await unreadOf(user)).toEqual({ count: notifications.length, paths: [path] });
    }
    expect(await listNotificationsOf(await newBrand(stack.deps))).toEqual([]);
  });

  it('is no longer shown to a member who was removed from the workspace, unlike those of their own workspace', async () => {
    const brand = await newBrand(stack.deps);
    const member = await newMember(stack.deps, brand, 'booker');
    await newBooking(stack.deps, { brand: member, status: 'accepted' });
    const own = await findSessionUser(stack.deps.db, member.id, 0, null);
    await newBooking(stack.deps, { brand: own ?? member, status: 'accepted' });
    await stack.idle();
    const before = await listNotificationsOf(member);
    expect(new Set(before.map(({ workspaceUsername }) => workspaceUsername)).size).toBe(2);
    expect((await unreadOf(member)).count).toBe(before.length);
    await stack.as(brand).workspaces.removeMember({ personId: member.id, heirId: brand.id });
    const after = await listNotificationsOf(member);
    expect(after).toEqual(before.filter(({ workspaceUsername }) => workspaceUsername === null));
    expect((await unreadOf(member)).count).toBe(after.length);
  });

  it('can be marked as read individually or with all others, but only by its owner', async () => {
    const { creator, brand, path } = await booked();
    const [first] = await listNotificationsOf(creator);
    const id = first?.id ?? '';
    await stack.as(brand).notifications.markRead({ id });
    await stack.as(brand).notifications.markRead({ path });
    const before = await unreadOf(creator);
    expect(before.count).toBeGreaterThan(0);
    expect((await unreadOf(brand)).count).toBe(0);
    await stack.as(creator).notifications.markRead({ path: '/booking-details' });
    expect(await unreadOf(creator)).toEqual(before);
    await stack.as(creator).notifications.markRead({ id });
    expect((await unreadOf(creator)).count).toBe(before.count - 1);
    const readAt = (await listNotificationsOf(creator)).find((notification) => notification.id === id)?.readAt;
    expect(readAt).toBeInstanceOf(Date);
    await stack.as(creator).notifications.markAllRead();
    expect(await unreadOf(creator)).toEqual({ count: 0, paths: [] });
  });

  it('is listed in pages, newest first, and the unread count stops at 100', async () => {
    const user = await newCreator(stack.deps);
    await stack.deps.pool.query(
      `insert into notification (id, person_id, kind, text, path, at)
        select gen_random_uuid(), $1, 'a', 'Told ' || n, '/offers', now() - n * interval '1 minute' from generate_series(1, 150) n`,
      [user.id],
    );
    expect(await unreadOf(user)).toEqual({ count: 100, paths: ['/offers'] });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await stack.as(user).notifications.list(cursor === undefined ? {} : { cursor });
      seen.push(...page.items.map(({ text }) => text));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 150 }, (_, at) => `Told ${at + 1}`));
  });

  it('is included in the data export and deleted with the account', async () => {
    const brand = await newBrand(stack.deps);
    await stack.deps.pool.query(
      `insert into notification (id, person_id, kind, text, at) values (gen_random_uuid(), $1, 'a', 'Told', now())`,
      [brand.id],
    );
    await stack.as(brand).notifications.saveSettings({ ...PLAIN, off: ['offers'], quiet: { from: 22, to: 7 } });
    expect(await stack.as(brand).personalData.export()).toMatchObject({
      notifications: [{ text: 'Told', readAt: null }],
      notificationSettings: { off: ['offers'], quietFrom: 22, quietTo: 7 },
    });
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    const { rows } = await stack.deps.pool.query(
      'select from notification where person_id = $1 union all select from notification_settings where person_id = $1',
      [brand.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('an email preference', () => {
  it('suppresses the emails of a group, but neither its notifications nor emails about money', async () => {
    const { creator, brand, id, asBrand, asCreator } = await booked();
    const saved = await stack.as(brand).notifications.saveSettings({ ...PLAIN, off: ['bookings'] });
    expect(saved).toMatchObject({ off: ['bookings'], quiet: null });
    await stack.as(creator).notifications.saveSettings({ ...PLAIN, off: ['offers', 'reviews'] });
    const before = await subjectsOf(brand);
    await asCreator.bookings.move({ id, status: 'accepted' });
    await stack.idle();
    await asCreator.bookings.move({ id, status: 'in_progress' });
    await stack.idle();
    const started = (await listNotificationsOf(brand)).find(({ kind }) => kind === 'booking.moved')?.text ?? '';
    expect(started).not.toBe('');
    const later = await subjectsOf(brand);
    expect(later).not.toContain(started);
    // The only new email is about the charge of the card.
    expect(later.length).toBe(before.length + 1);
    await asBrand.cancellations.request({ id, reason: 'Plans have changed' });
    await stack.idle();
    expect(await subjectsOf(creator)).toContain((await listNotificationsOf(creator))[0]?.text);
  });

  it('can delay emails until quiet hours end, except emails about money, and drops them if the notification was read', async () => {
    const { creator, brand, id, asCreator } = await booked();
    const hour = stack.deps.now().getUTCHours();
    await stack.deps.pool.query(`update person set time_zone = 'UTC' where id = any($1)`, [[creator.id, brand.id]]);
    const quiet = { from: hour, to: (hour + 3) % 24 };
    for (const user of [creator, brand]) await stack.as(user).notifications.saveSettings({ ...PLAIN, quiet });
    await asCreator.bookings.move({ id, status: 'accepted' });
    await stack.idle();
    await asCreator.bookings.move({ id, status: 'in_progress' });
    await stack.idle();
    const notifications = await listNotificationsOf(brand);
    const [captured, started] = ['payment.captured', 'booking.moved'].map(
      (kind) => notifications.find((notification) => notification.kind === kind)?.text ?? kind,
    );
    expect(await subjectsOf(brand)).toContain(captured);
    expect(await subjectsOf(brand)).not.toContain(started);
    await stack.as(creator).notifications.markAllRead();
    const ofCreator = (await subjectsOf(creator)).length;
    await stack.advance(3 * HOUR_MS);
    await stack.idle();
    expect(await subjectsOf(brand)).toContain(started);
    expect((await subjectsOf(creator)).length).toBe(ofCreator);
  });

  it('can collect unread notifications in one daily email at the user’s local time', async () => {
    const brand = await newBrand(stack.deps);
    const daily = async () =>
      (await stack.mailsTo(brand.email)).filter(({ subject }) => subject.includes('unread notification'));
    await stack.deps.pool.query(`update person set time_zone = 'Asia/Tokyo' where id = $1`, [brand.id]);
    await stack.as(brand).notifications.saveSettings({ ...PLAIN, daily: ['bookings'] });
    const started: string[] = [];
    for (let at = 0; at < 3; at++) {
      const { id, asCreator } = await newBooking(stack.deps, { brand, status: 'accepted' });
      await asCreator.bookings.move({ id, status: 'in_progress' });
      started.push(`/booking-details?bookingId=${id}`);
    }
    await stack.idle();
    const moveNotifications = (await listNotificationsOf(brand)).filter(({ kind }) => kind === 'booking.moved');
    expect(moveNotifications).toHaveLength(3);
    const before = await subjectsOf(brand);
    for (const { text } of moveNotifications) expect(before).not.toContain(text);
    await stack.as(brand).notifications.markRead({ path: started[0] ?? '' });
    // Advances to eight in the morning in Tokyo, when the daily email is sent.
    const now = stack.deps.now();
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Tokyo' }).format(now),
    );
    const wait = ((24 + 8 - hour) % 24 || 24) * HOUR_MS - (now.getTime() % HOUR_MS);
    await stack.pass(wait - 60_000);
    expect(await daily()).toEqual([]);
    await stack.pass(2 * 60_000);
    const [mail, ...others] = await daily();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 unread notifications');
    for (const notification of moveNotifications.filter(({ path }) => path !== started[0]))
      expect(mail?.text).toContain(notification.text);
    expect(mail?.links).toContain(`${stack.deps.env.PUBLIC_URL}/notifications`);
    // Without new notifications, there is no other daily email.
    await stack.pass(24 * HOUR_MS);
    expect(await daily()).toHaveLength(1);
  });

  it('leads to no daily email if the group was switched off or all notifications were read before', async () => {
    const brand = await newBrand(stack.deps);
    const other = await newBrand(stack.deps);
    for (const user of [brand, other])
      await stack.as(user).notifications.saveSettings({ ...PLAIN, daily: ['bookings'] });
    for (const user of [brand, other]) {
      const { id, asCreator } = await newBooking(stack.deps, { brand: user, status: 'accepted' });
      await asCreator.bookings.move({ id, status: 'in_progress' });
    }
    await stack.idle();
    await stack.as(brand).notifications.saveSettings({ ...PLAIN, off: ['bookings'] });
    await stack.as(other).notifications.markAllRead();
    await stack.pass(25 * HOUR_MS);
    for (const user of [brand, other])
      expect((await subjectsOf(user)).filter((subject) => subject.includes('unread notification'))).toEqual([]);
    const { rows } = await stack.deps.pool.query('select from mail where is_daily and data is not null');
    expect(rows).toEqual([]);
  });
});
