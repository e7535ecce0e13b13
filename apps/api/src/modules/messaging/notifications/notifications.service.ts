/**
 * Manages the notifications in the web app, which are created together with emails, and each user's notification
 * settings.
 */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
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
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { getPersonChannel, type LiveUpdate } from '../../../core/live.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
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
  /**
   * The time to send push notifications to the user's browsers, or null to send none. They are skipped if the user
   * reads the notification before that.
   */
  pushAt: Date | null;
}

/**
 * Inserts notifications in the transaction of the change that causes them. Open pages show them after the commit,
 * and subscribed browsers get a push at `pushAt`.
 */
export async function createNotifications(
  tx: UnitOfWork,
  notifications: readonly ScheduledNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const numbers = await insertNotifications(tx.db, notifications);
  for (const { id, personId, at, pushAt } of notifications) {
    tx.publishAfterCommit({
      kind: 'notification',
      id: personId,
      number: numbers.get(id) ?? 0,
      to: [getPersonChannel(personId)],
    });
    if (pushAt === null) continue;
    tx.enqueue('notifications.push', { notificationId: id }, pushAt > at ? { runAt: pushAt } : {});
  }
}

export interface NotificationPreferences extends NotificationSettings {
  /** The user's IANA time zone, or null if unknown. */
  timeZone: string | null;
  /** Whether any browser of the user is subscribed to push notifications. */
  hasDevices: boolean;
}

/** Returns the notification preferences by user id. By default, all emails are sent immediately. */
export async function getNotificationPreferencesByPerson(
  db: Db,
  personIds: readonly PersonId[],
): Promise<Map<string, NotificationPreferences>> {
  const rows = personIds.length === 0 ? [] : await listNotificationPreferences(db, personIds);
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

export async function getNotificationPreferences(db: Db, personId: PersonId): Promise<NotificationPreferences> {
  const userPreferences = (await getNotificationPreferencesByPerson(db, [personId])).get(personId);
  return userPreferences ?? { timeZone: null, off: [], daily: [], pushOff: [], quiet: null, hasDevices: false };
}

/** Returns the time to send an email of this group, and whether it becomes part of the daily email. */
export function computeMailSchedule(
  preferences: NotificationPreferences,
  group: NotificationGroup,
  at: Date,
): { dueAt: Date; isDaily: boolean } {
  if (!isOptionalEmailGroup(group)) return { dueAt: at, isDaily: false };
  const isDaily = getEmailFrequency(preferences, group) === 'daily';
  const dueAt = isDaily
    ? computeNextDigestAt(at, preferences.timeZone)
    : computeSendAt(at, preferences.quiet, preferences.timeZone);
  return { dueAt, isDaily };
}

/** Returns the time of a push notification of this group, or null if the user gets none. */
export const computePushTime = (
  preferences: NotificationPreferences,
  group: NotificationGroup,
  at: Date,
): Date | null =>
  preferences.hasDevices && !preferences.pushOff.includes(group)
    ? computeSendAt(at, preferences.quiet, preferences.timeZone)
    : null;

export const isEmailGroupOff = (off: NotificationSettings['off'], group: NotificationGroup): boolean =>
  isOptionalEmailGroup(group) && getEmailFrequency({ off, daily: [] }, group) === 'none';

export const listOwnNotifications = async (deps: Deps, actor: Actor, input: { cursor?: string | undefined }) =>
  toPage(await listNotifications(deps.db, actor.id, parseCursor(input.cursor)), (row) => row.at);

/**
 * Returns the number of the caller's unread notifications and the paths that they link to. If there are more than
 * `LIMITS.maxUnreadCount`, the number is `LIMITS.maxUnreadCount` + 1.
 */
export async function getUnreadNotifications({ db }: Deps, user: Actor): Promise<{ count: number; paths: string[] }> {
  const unread = await listUnreadNotificationPaths(db, user.id);
  return {
    count: Math.min(unread.length, LIMITS.maxUnreadCount + 1),
    paths: [...new Set(unread.map(({ path }) => path).filter((path) => path !== null))],
  };
}

/** Marks one notification as read, or all that link to a path. Other users' notifications are ignored. */
export const markNotificationsRead = async (deps: Deps, actor: Actor, which: NotificationsReadInput): Promise<void> => {
  await setNotificationsRead(deps.db, actor.id, which, deps.now());
};

export const markAllNotificationsRead = async (deps: Deps, actor: Actor): Promise<void> => {
  await setNotificationsRead(deps.db, actor.id, { until: deps.now() }, deps.now());
};

/**
 * Returns the caller's notification settings and time zone, and the server's public key for push subscriptions. The
 * key is null if push is not configured.
 */
export async function getNotificationSettings({ deps: { db, push }, user, session }: UserCtx) {
  const { hasDevices, ...settings } = await getNotificationPreferences(db, user.id);
  // True if the browser that sent the request is subscribed.
  const isPushed = hasDevices && session !== null && (await findPushDeviceBySession(db, session.key)) !== undefined;
  return { ...settings, isPushed, pushKey: push.publicKey };
}

export async function saveNotificationSettings(ctx: UserCtx, { off, daily, pushOff, quiet }: NotificationSettings) {
  await enforceRateLimit(ctx.deps, 'account change', ctx.user.id);
  await upsertNotificationSettings(ctx.deps.db, {
    personId: ctx.user.id,
    off,
    daily,
    pushOff,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
  });
  return getNotificationSettings(ctx);
}

/** Returns live updates about the notifications that these users got in the last `ms` milliseconds. */
export async function listMissedNotificationUpdates(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  people: readonly string[],
  ms: number,
): Promise<LiveUpdate[]> {
  const rows = await listUsersNotifiedSince(db, people, new Date(now().getTime() - ms));
  return rows.map(({ personId, number }): LiveUpdate => ({
    kind: 'notification',
    id: personId,
    number,
    to: [getPersonChannel(personId)],
  }));
}
