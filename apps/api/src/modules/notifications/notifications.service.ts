/** Manages notifications in the product, one per email, and the users' notification settings. */
import {
  computeSendAt,
  isOptionalEmailGroup,
  LIMITS,
  getEmailFrequency,
  computeNextDigestAt,
  type NotificationGroup,
  type NotificationSettings,
  type NotificationsReadInput,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { publishAfterCommit, type LiveUpdate } from '../../core/live.ts';
import { parseCursor, toPage } from '../../core/paging.ts';
import { enqueueJob } from '../../core/queue.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { Database, Db } from '../../db/schema.ts';
import {
  findPushDeviceBySession,
  insertNotifications,
  listUsersNotifiedSince,
  listNotifications,
  listUnreadNotificationPaths,
  listNotificationPreferences,
  setNotificationsRead,
  upsertNotificationSettings,
  type NewNotification,
} from './notifications.sql.ts';

export interface ScheduledNotification extends NewNotification {
  /** When the user's browsers get a push notification unless it was read by then, or null for none. */
  pushAt: Date | null;
}

/**
 * Inserts notifications in the transaction of the change that causes them. Open pages show them when it commits, and
 * browsers with push notifications at `pushAt`.
 */
export async function createNotifications(
  tx: Transaction<Database>,
  notices: readonly ScheduledNotification[],
): Promise<void> {
  if (notices.length === 0) return;
  const numbers = await insertNotifications(tx, notices);
  for (const { id, userId, at, pushAt } of notices) {
    publishAfterCommit(tx, { kind: 'notice', id: userId, number: numbers.get(id) ?? 0, to: [userId] });
    if (pushAt === null) continue;
    await enqueueJob(tx, 'notifications.push', { noticeId: id }, pushAt > at ? { runAt: pushAt } : {});
  }
}

/** A user's notification preferences. */
export interface NotificationPreferences extends NotificationSettings {
  /** The user's IANA time zone, or null if it is unknown. */
  timeZone: string | null;
  /** Whether a browser of the user receives push notifications. */
  hasDevices: boolean;
}

/** Returns how these users want to be notified. Users who never changed their settings get every email at once. */
export async function getNotificationPreferencesByUser(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, NotificationPreferences>> {
  const rows = userIds.length === 0 ? [] : await listNotificationPreferences(db, userIds);
  return new Map(
    rows.map(({ id, timeZone, off, daily, pushOff, quietFrom, quietTo, hasDevices }) => [
      id,
      {
        timeZone,
        off: off ?? [],
        daily: daily ?? [],
        pushOff: pushOff ?? [],
        quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
        hasDevices: hasDevices === true,
      },
    ]),
  );
}

/** Returns how one user wants to be notified. */
export async function getNotificationPreferences(db: Db, userId: string): Promise<NotificationPreferences> {
  const found = (await getNotificationPreferencesByUser(db, [userId])).get(userId);
  return found ?? { timeZone: null, off: [], daily: [], pushOff: [], quiet: null, hasDevices: false };
}

/** Returns when an email of a group is sent, and whether it is part of the daily email. */
export function computeMailSchedule(
  wishes: NotificationPreferences,
  group: NotificationGroup,
  at: Date,
): { dueAt: Date; isDaily: boolean } {
  if (!isOptionalEmailGroup(group)) return { dueAt: at, isDaily: false };
  const isDaily = getEmailFrequency(wishes, group) === 'daily';
  const dueAt = isDaily ? computeNextDigestAt(at, wishes.timeZone) : computeSendAt(at, wishes.quiet, wishes.timeZone);
  return { dueAt, isDaily };
}

/** Returns when the user's browsers get a push notification of a group, or null if they get none. */
export const computePushTime = (wishes: NotificationPreferences, group: NotificationGroup, at: Date): Date | null =>
  wishes.hasDevices && !wishes.pushOff.includes(group) ? computeSendAt(at, wishes.quiet, wishes.timeZone) : null;

/** Whether the user has switched this group of emails off. */
export const isEmailGroupOff = (off: NotificationSettings['off'], group: NotificationGroup): boolean =>
  isOptionalEmailGroup(group) && getEmailFrequency({ off, daily: [] }, group) === 'none';

/** Lists the caller's notifications, latest first. */
export const listOwnNotifications = async (ctx: UserCtx, input: { cursor?: string | undefined }) =>
  toPage(await listNotifications(ctx.db, ctx.user.id, parseCursor(input.cursor)), (row) => row.at);

/**
 * Returns the number of unread notifications and the screens that they link to. A number above
 * `LIMITS.maxUnreadCount` means more than that.
 */
export async function getUnreadNotifications({ db, user }: UserCtx): Promise<{ count: number; paths: string[] }> {
  const unread = await listUnreadNotificationPaths(db, user.id);
  return {
    count: Math.min(unread.length, LIMITS.maxUnreadCount + 1),
    paths: [...new Set(unread.map(({ path }) => path).filter((path) => path !== null))],
  };
}

/**
 * Marks a notification, or all notifications that link to a screen, as read. Other users' notifications are ignored.
 */
export const markNotificationsRead = async (ctx: UserCtx, which: NotificationsReadInput): Promise<void> => {
  await setNotificationsRead(ctx.db, ctx.user.id, which, ctx.now());
};

/** Marks all of the caller's notifications up to now as read. */
export const markAllNotificationsRead = async (ctx: UserCtx): Promise<void> => {
  await setNotificationsRead(ctx.db, ctx.user.id, { until: ctx.now() }, ctx.now());
};

/**
 * Returns the caller's notification settings, time zone, and the key with which browsers subscribe. The key is null if
 * push is not available.
 */
export async function getNotificationSettings({ db, user, push, session }: UserCtx) {
  const { hasDevices, ...settings } = await getNotificationPreferences(db, user.id);
  // Refers to the browser that sent the request.
  const isPushed = hasDevices && session !== null && (await findPushDeviceBySession(db, session.key)) !== undefined;
  return { ...settings, isPushed, pushKey: push.publicKey };
}

/** Saves the caller's notification settings. Throws TOO_MANY_REQUESTS. */
export async function saveNotificationSettings(ctx: UserCtx, { off, daily, pushOff, quiet }: NotificationSettings) {
  await enforceRateLimit(ctx, 'account change', ctx.user.id);
  await upsertNotificationSettings(ctx.db, {
    userId: ctx.user.id,
    off,
    daily,
    pushOff,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
  });
  return getNotificationSettings(ctx);
}

/** Returns the updates about notifications of the last `ms` milliseconds for the open pages of these users. */
export async function listMissedNotificationUpdates(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  people: readonly string[],
  ms: number,
): Promise<LiveUpdate[]> {
  const rows = await listUsersNotifiedSince(db, people, new Date(now().getTime() - ms));
  return rows.map(({ userId, number }): LiveUpdate => ({ kind: 'notice', id: userId, number, to: [userId] }));
}
