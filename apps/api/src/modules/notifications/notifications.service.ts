/**
 * What people are told in the product: one notice for each mail about something of theirs, and which mails they want.
 */
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
  findDeviceOf,
  insertNotices,
  listNoticedSince,
  listNotices,
  listUnread,
  listWishes,
  setRead,
  upsertSettings,
  type NewNotice,
} from './notifications.sql.ts';

export interface Notice extends NewNotice {
  /** When the user's browsers get a push notification, unless it was read by then. Null: they get none. */
  pushAt: Date | null;
}

/**
 * Inserts notifications in the transaction of the change that causes them. Open pages show them when it commits, and
 * browsers with push notifications at `pushAt`.
 */
export async function give(tx: Transaction<Database>, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const numbers = await insertNotices(tx, notices);
  for (const { id, userId, at, pushAt } of notices) {
    publishAfterCommit(tx, { kind: 'notice', id: userId, number: numbers.get(id) ?? 0, to: [userId] });
    if (pushAt === null) continue;
    await enqueueJob(tx, 'notifications.push', { noticeId: id }, pushAt > at ? { runAt: pushAt } : {});
  }
}

/** How somebody is told things. */
export interface Wishes extends NotificationSettings {
  /** By whose clocks they read (IANA; null: not known). */
  timeZone: string | null;
  /** Whether a browser of theirs is told also while no page of ours is open in it. */
  hasDevices: boolean;
}

/** Returns how these users want to be notified. Users who never changed their settings get every email at once. */
export async function findWishes(db: Db, userIds: readonly string[]): Promise<Map<string, Wishes>> {
  const rows = userIds.length === 0 ? [] : await listWishes(db, userIds);
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
export async function wishesOf(db: Db, userId: string): Promise<Wishes> {
  const found = (await findWishes(db, [userId])).get(userId);
  return found ?? { timeZone: null, off: [], daily: [], pushOff: [], quiet: null, hasDevices: false };
}

/** When a mail of a group that is owed at `at` is sent to somebody, and whether with the others of the day. */
export function mailPlan(wishes: Wishes, group: NotificationGroup, at: Date): { dueAt: Date; isDaily: boolean } {
  if (!isOptionalEmailGroup(group)) return { dueAt: at, isDaily: false };
  const isDaily = getEmailFrequency(wishes, group) === 'daily';
  const dueAt = isDaily ? computeNextDigestAt(at, wishes.timeZone) : computeSendAt(at, wishes.quiet, wishes.timeZone);
  return { dueAt, isDaily };
}

/** When somebody's browsers are told of something of a group that happens at `at`; null: they are not. */
export const pushTime = (wishes: Wishes, group: NotificationGroup, at: Date): Date | null =>
  wishes.hasDevices && !wishes.pushOff.includes(group) ? computeSendAt(at, wishes.quiet, wishes.timeZone) : null;

/** Whether somebody who does without some groups of mails does without this one. */
export const isOff = (off: NotificationSettings['off'], group: NotificationGroup): boolean =>
  isOptionalEmailGroup(group) && getEmailFrequency({ off, daily: [] }, group) === 'none';

/** A page of the caller's notices, the newest first. */
export const noticesOf = async (ctx: UserCtx, input: { cursor?: string | undefined }) =>
  toPage(await listNotices(ctx.db, ctx.user.id, parseCursor(input.cursor)), (row) => row.at);

/**
 * How many notices the caller has not read (more than `LIMITS.unreadCounted` is one more than that), and to which
 * screens these lead.
 */
export async function unreadNotices({ db, user }: UserCtx): Promise<{ count: number; paths: string[] }> {
  const unread = await listUnread(db, user.id);
  return {
    count: Math.min(unread.length, LIMITS.maxUnreadCount + 1),
    paths: [...new Set(unread.map(({ path }) => path).filter((path) => path !== null))],
  };
}

/** Marks one of the caller's notices as read, or those that lead to a screen. Of somebody else's it changes nothing. */
export const readNotices = async (ctx: UserCtx, which: NotificationsReadInput): Promise<void> => {
  await setRead(ctx.db, ctx.user.id, which, ctx.now());
};

/** Marks all of the caller's notices of until now as read. */
export const readAllNotices = async (ctx: UserCtx): Promise<void> => {
  await setRead(ctx.db, ctx.user.id, { until: ctx.now() }, ctx.now());
};

/**
 * How the caller wants to be told things, by which clocks, and with which key browsers subscribe (null: they cannot).
 */
export async function notificationSettingsOf({ db, user, push, session }: UserCtx) {
  const { hasDevices, ...settings } = await wishesOf(db, user.id);
  // Of the browser that asks.
  const isPushed = hasDevices && session !== null && (await findDeviceOf(db, session.key)) !== undefined;
  return { ...settings, isPushed, pushKey: push.publicKey };
}

/** Throws TOO_MANY_REQUESTS. */
export async function saveNotificationSettings(ctx: UserCtx, { off, daily, pushOff, quiet }: NotificationSettings) {
  await enforceRateLimit(ctx, 'account change', ctx.user.id);
  await upsertSettings(ctx.db, {
    userId: ctx.user.id,
    off,
    daily,
    pushOff,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
  });
  return notificationSettingsOf(ctx);
}

/** What these people's pages should know of notices of the last `ms`. */
export async function noticesSince(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  people: readonly string[],
  ms: number,
): Promise<LiveUpdate[]> {
  const rows = await listNoticedSince(db, people, new Date(now().getTime() - ms));
  return rows.map(({ userId, number }): LiveUpdate => ({ kind: 'notice', id: userId, number, to: [userId] }));
}
