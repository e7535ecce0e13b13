/** What people are told in the product: one notice for each mail about something of theirs, and which mails they want. */
import {
  afterQuiet,
  isMailChoice,
  LIMITS,
  type NoticeGroup,
  type NoticeSettings,
  type NoticesRead,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { tellAfter, type News } from '../../core/live.ts';
import { afterOf, pageOf } from '../../core/paging.ts';
import { checkRate } from '../../core/rates.ts';
import type { Database, Db } from '../../db/schema.ts';
import {
  deleteNoticesOf,
  findWishes,
  insertNotice,
  listNoticedSince,
  listNotices,
  listUnread,
  setRead,
  upsertSettings,
} from './notices.sql.ts';

export interface Notice {
  /** The mail's. */
  id: string;
  userId: string;
  kind: string;
  text: string;
  /** A screen of ours; null: it leads nowhere. */
  path: string | null;
  at: Date;
}

/** Tells somebody something, in the transaction that makes it so; their open pages hear of it when it commits. */
export async function give(tx: Transaction<Database>, notice: Notice): Promise<void> {
  const { seq } = await insertNotice(tx, notice);
  tellAfter(tx, { kind: 'notice', id: notice.userId, number: seq, to: [notice.userId] });
}

/** By which clocks somebody reads, and when a mail of a group is sent to them that is owed at `at`. */
export async function wishesOf(
  db: Db,
  userId: string,
): Promise<{ timeZone: string | null; dueAt: (group: NoticeGroup, at: Date) => Date }> {
  const { timeZone = null, quietFrom = null, quietTo = null } = (await findWishes(db, userId)) ?? {};
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { timeZone, dueAt: (group, at) => (isMailChoice(group) ? afterQuiet(at, quiet, timeZone) : at) };
}

/** Whether somebody does without mails of a group. */
export const isOff = async (db: Db, userId: string, group: NoticeGroup): Promise<boolean> =>
  isMailChoice(group) && ((await findWishes(db, userId))?.off ?? []).includes(group);

/** A page of the caller's notices, the newest first. */
export const noticesOf = async (ctx: UserCtx, input: { cursor?: string | undefined }) =>
  pageOf(await listNotices(ctx.db, ctx.user.id, afterOf(input.cursor)), (row) => row.at);

/**
 * How many notices the caller has not read (more than `LIMITS.unreadCounted` is one more than that), and to which screens
 * these lead.
 */
export async function unreadNotices({ db, user }: UserCtx): Promise<{ count: number; paths: string[] }> {
  const unread = await listUnread(db, user.id);
  return {
    count: Math.min(unread.length, LIMITS.unreadCounted + 1),
    paths: [...new Set(unread.map(({ path }) => path).filter((path) => path !== null))],
  };
}

/** Marks one of the caller's notices as read, or those that lead to a screen. Of somebody else's it changes nothing. */
export const readNotices = async (ctx: UserCtx, which: NoticesRead): Promise<void> => {
  await setRead(ctx.db, ctx.user.id, which, ctx.now());
};

/** Marks all of the caller's notices of until now as read. */
export const readAllNotices = async (ctx: UserCtx): Promise<void> => {
  await setRead(ctx.db, ctx.user.id, { until: ctx.now() }, ctx.now());
};

/** Which mails the caller wants, and by which clocks (IANA; null: not known, and quiet hours are UTC's). */
export async function noticeSettingsOf({ db, user }: UserCtx): Promise<NoticeSettings & { timeZone: string | null }> {
  const { timeZone = null, off = null, quietFrom = null, quietTo = null } = (await findWishes(db, user.id)) ?? {};
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { off: off ?? [], quiet, timeZone };
}

/** Fails with TOO_MANY_REQUESTS. */
export async function saveNoticeSettings(ctx: UserCtx, { off, quiet }: NoticeSettings) {
  await checkRate(ctx, 'account change', ctx.user.id);
  await upsertSettings(ctx.db, {
    userId: ctx.user.id,
    off,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
  });
  return noticeSettingsOf(ctx);
}

/** What these people's pages should know of notices of the last `ms`. */
export async function noticesSince(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  people: readonly string[],
  ms: number,
): Promise<News[]> {
  const rows = await listNoticedSince(db, people, new Date(now().getTime() - ms));
  return rows.map(({ userId, number }): News => ({ kind: 'notice', id: userId, number, to: [userId] }));
}

/** Forgets what somebody was told who goes. */
export const forgetNotices = (tx: Transaction<Database>, userId: string) => deleteNoticesOf(tx, userId);
