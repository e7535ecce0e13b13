/** Mails that are owed, and the one-time links in them. Whoever has something to say by mail calls `sendMail`. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, SIDES, type EventKind, type Side } from '@marquee/booking';
import { getEmailFrequency } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../core/deps.ts';
import type { NewEvent } from '../../core/events.ts';
import { enqueueJob } from '../../core/queue.ts';
import type { Database, MailLinkPurpose, PublicLinkPurpose } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { MailRefusedError } from '../../gateways/mail.ts';
import {
  findWishes,
  give,
  isOff,
  mailPlan,
  pushTime,
  type Notice,
  type Wishes,
  wishesOf,
} from '../notifications/notifications.service.ts';
import {
  deleteExpiredLinks,
  deleteUnusedLinks,
  findLastDue,
  findLink,
  findOwedMail,
  findPublicLink,
  insertLink,
  insertMails,
  insertPublicLink,
  listWaiting,
  lockDaily,
  setLinkUsed,
  setMailDone,
  type OwedMail,
} from './mail.sql.ts';
import type { BookingMail } from './booking.templates.ts';
import { TOLD, type EventMail } from './events.templates.ts';
import { hasNotice, MAIL_GROUPS } from './groups.templates.ts';
import { noticeOf, render, type MailKind, type Mails, type OwnMails } from './mail.templates.ts';

export interface Envelope {
  /** What it is about: a booking's id, a contact message's id, … One mail per kind, subject and person is ever sent. */
  subject: string;
  /** A user at the own address (or at `address` instead), somebody who is no user, or OPERATOR_EMAIL. */
  to: { userId: string; address?: string } | { address: string } | 'operator';
  at: Date;
}

/**
 * Owes somebody a mail, in the transaction of the change that it tells of: it is sent if and only if that commits.
 * A second one of the same kind and subject to the same person is not sent.
 */
export const sendMail = <K extends keyof OwnMails>(
  tx: Transaction<Database>,
  mail: Envelope & { kind: K; data: OwnMails[K] },
): Promise<void> => owe(tx, [mail]);

/**
 * Writes to the sides of a booking that an event concerns (TOLD says whom), in the transaction that made it so. Each is
 * told once of each kind and subject (safety.md M9). `sides` are the two people's ids.
 */
export async function tellSides<K extends EventKind>(
  tx: Transaction<Database>,
  { kind, bookingId, actorId, at, data: event }: NewEvent<K>,
  sides: Record<Side, string>,
  booking: Omit<BookingMail, 'viewer' | 'bookingId' | 'timeZone'>,
  subject: string,
): Promise<void> {
  const told = TOLD[kind];
  if (told === null || told.when?.(event) === false) return;
  const readers = typeof told.readers === 'function' ? told.readers(event) : told.readers;
  const actor = SIDES.find((side) => sides[side] === actorId) ?? null;
  const viewers = SIDES.filter(
    (side) => readers === 'both' || (readers === 'other' ? side !== actor : side === readers),
  );
  await owe(
    tx,
    viewers.map((viewer): Owed => {
      const data: EventMail<K> = { ...booking, bookingId, viewer, actor, event };
      return { kind, subject, to: { userId: sides[viewer] }, at, data, bookingId, isSpaced: told.isSpaced === true };
    }),
  );
}

interface Owed extends Envelope {
  kind: MailKind;
  data: object;
  bookingId?: string | null;
  /** Of its kind about one booking a person gets one mail an hour at most; the next one waits its turn. */
  isSpaced?: boolean;
}

/** Mails of a kind that somebody can cause again and again are sent this far apart. */
const SPACE_MS = HOUR_MS;

/** Inserts the emails that their readers were not sent before, the jobs that send them, and their notifications. */
async function owe(tx: Transaction<Database>, owed: readonly Owed[]): Promise<void> {
  const settings = await findWishes(
    tx,
    owed.flatMap(({ to }) => (to !== 'operator' && 'userId' in to ? [to.userId] : [])),
  );
  const planned = await Promise.all(owed.map((one) => planMail(tx, one, settings)));
  const inserted = await insertMails(
    tx,
    planned.map(({ row }) => row),
  );
  const notices: Notice[] = [];
  for (const { row, wishes, group, isNoticed } of planned.filter((one) => inserted.has(one.row.id))) {
    const { id, userId, kind, dueAt, createdAt: at } = row;
    if (row.isDaily && userId !== null)
      await enqueueJob(tx, 'mail.send_daily', { userId }, { runAt: dueAt, isKept: true });
    else await enqueueJob(tx, 'mail.send', { mailId: id }, dueAt > at ? { runAt: dueAt } : {});
    if (!isNoticed || wishes === undefined || userId === null) continue;
    const { subject: text, path } = noticeOf(
      // Rendered from JSON, as the email will be.
      { kind, data: JSON.parse(JSON.stringify(row.data)) as Mails[MailKind] },
      wishes.timeZone,
      ownPathOf(kind, row.data),
    );
    notices.push({ id, userId, kind, text, path, at, pushAt: pushTime(wishes, group, at) });
  }
  await give(tx, notices);
}

/** The row of an email, with what decides when it is sent. */
async function planMail(
  tx: Transaction<Database>,
  { kind, subject, to, data, at, bookingId = null, isSpaced = false }: Owed,
  settings: ReadonlyMap<string, Wishes>,
) {
  const { userId = null, address = null } = to === 'operator' ? {} : (to as { userId?: string; address?: string });
  const last = isSpaced && userId && bookingId ? await findLastDue(tx, { kind, userId, bookingId, at }) : undefined;
  const spaced = last === undefined ? at : new Date(Math.max(at.getTime(), last.dueAt.getTime() + SPACE_MS));
  const [group] = MAIL_GROUPS[kind];
  const isNoticed = userId !== null && hasNotice(kind, data);
  const wishes = userId === null ? undefined : settings.get(userId);
  // An email without a notification cannot be read in the product first, so it does not wait.
  const { dueAt, isDaily } =
    wishes !== undefined && isNoticed ? mailPlan(wishes, group, spaced) : { dueAt: spaced, isDaily: false };
  const row = { id: randomUUID(), kind, subject, userId, address, bookingId, dueAt, isDaily, data, createdAt: at };
  return { row, wishes, group, isNoticed };
}

/** What stands in the mail of a day at most; the rest is counted. */
const DAILY_ITEMS = 20;

/**
 * The job of the one mail a day: collects what somebody was told since the last one and has not read, in one mail. What
 * they read meanwhile, or do without by now, is not in it.
 */
export async function sendDaily(deps: Deps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const waiting = await lockDaily(tx, userId, now);
    const [newest] = waiting;
    if (!newest) return;
    const wishes = await wishesOf(tx, userId);
    const items = waiting
      .filter(({ kind, readAt }) => readAt === null && getEmailFrequency(wishes, MAIL_GROUPS[kind][0]) !== 'none')
      .map(({ text, path, at }) => ({ text, path, at: at.toISOString() }));
    const isSent = items.length > 0;
    for (const { id } of waiting) await setMailDone(tx, id, isSent ? now : null, isSent ? null : now);
    if (isSent)
      await sendMail(tx, {
        kind: 'daily',
        // One a collection, however often the job runs.
        subject: newest.id,
        to: { userId },
        data: { items: items.slice(0, DAILY_ITEMS), count: items.length },
        at: now,
      });
    const [next] = await listWaiting(tx, userId);
    if (next) await enqueueJob(tx, 'mail.send_daily', { userId }, { runAt: next.dueAt });
  });
}

/** Where a reader who is signed in finds what a mail's link opens for others. */
const ownPathOf = (kind: MailKind, data: object): string | null =>
  kind === 'moderation_decided' && 'subjectId' in data ? `/appeal#id=${String(data.subjectId)}` : null;

/** What could not be sent for so long is no news any more. */
const STALE_MS = 72 * HOUR_MS;

/** The mails that carry a link that is good once: what it opens, on which screen, and for how long. */
const LINKS: Partial<Record<string, { purpose: MailLinkPurpose; path: string; lifeMs: number }>> = {
  verify_email: { purpose: 'verify_email', path: '/verify-email', lifeMs: 24 * HOUR_MS },
  change_email: { purpose: 'change_email', path: '/verify-email', lifeMs: 24 * HOUR_MS },
  // decisions.md "Identity" and safety.md "Access": short-lived.
  reset_password: { purpose: 'reset_password', path: '/reset-password', lifeMs: HOUR_MS },
};

/**
 * The mail job: makes the letter and hands it to the mail server.
 * Without a server, or when it refuses for good, the mail is dropped.
 */
export async function deliverMail(deps: Deps, mailId: string): Promise<void> {
  const mail = await findOwedMail(deps.db, mailId);
  if (!mail) return;
  const forget = () => setMailDone(deps.db, mailId, null, deps.now());
  const drop = (why: string) => {
    deps.log.warn({ mailId, kind: mail.kind, why }, 'a mail is not sent');
    return forget();
  };
  if (deps.mail.send === null) return void (await forget());
  const to = mail.address ?? (mail.userId === null ? deps.env.OPERATOR_EMAIL : mail.email);
  if (to === null || to === '' || mail.deletedAt !== null) return void (await drop('it has no address'));
  if (mail.isOvertaken) return void (await drop('something newer was told'));
  if (mail.isSeen) return void (await drop('its reader has seen it in the product'));
  if (isOff(mail.off ?? [], MAIL_GROUPS[mail.kind][0])) return void (await forget());
  if (mail.createdAt.getTime() + STALE_MS < deps.now().getTime())
    return void (await drop('it could not be sent for days'));

  const link =
    (await issuePublicLink(deps, mail)) ??
    (mail.userId === null ? null : await issueLink(deps, mail.kind, { userId: mail.userId, email: to }));
  const isOperator = mail.userId === null && mail.address === null;
  const isStranger = !isOperator && !isOwners(mail);
  // Such a mail is nothing but what others typed.
  if (isStranger && mail.kind === 'search_news') return void (await drop('its address is not confirmed'));
  const letter = render<MailKind>(mail, {
    publicUrl: deps.env.PUBLIC_URL,
    timeZone: mail.timeZone,
    link,
    isStranger,
  });
  try {
    await deps.mail.send({ ...letter, messageId: `<${mailId}@${new URL(deps.env.PUBLIC_URL).hostname}>`, to });
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    return void (await drop('the mail server refused it'));
  }
  await setMailDone(deps.db, mailId, deps.now(), null);
}

/**
 * Whether the account's owner has shown that the mail's address is theirs: now, or until the change that it tells of.
 */
const isOwners = ({ address, email, emailVerifiedAt, data }: OwedMail): boolean =>
  ('wasConfirmed' in data && data.wasConfirmed) ||
  (emailVerifiedAt !== null && (address === null || address.toLowerCase() === email?.toLowerCase()));

/**
 * The mails whose link opens one thing for its reader, as often as it is pressed: what, on which screen, for how long.
 */
const SUBJECT_LINKS: Partial<Record<string, { purpose: PublicLinkPurpose; path: string; lifeMs: number }>> = {
  contact_answer: { purpose: 'thread', path: '/contact/thread', lifeMs: 90 * DAY_MS },
  // An appeal is heard for half a year (Digital Services Act, article 20).
  // As long as somebody may find the mail again and press it.
  search_news: { purpose: 'unsubscribe', path: '/unsubscribe', lifeMs: 365 * DAY_MS },
  moderation_decided: { purpose: 'appeal', path: '/appeal', lifeMs: 183 * DAY_MS },
};

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * The address of a one-time link for the mails that need one. Its token is made here, moments before it leaves, so that
 * no job and no table ever holds it; a try that failed leaves a link behind that nobody knows.
 */
async function issueLink(deps: Deps, kind: string, to: { userId: string; email: string }): Promise<string | null> {
  const rule = LINKS[kind];
  if (!rule) return null;
  const now = deps.now();
  const token = randomBytes(32).toString('base64url');
  await deleteExpiredLinks(deps.db, to.userId, now);
  await insertLink(deps.db, {
    ...to,
    tokenHash: hashOf(token),
    purpose: rule.purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + rule.lifeMs),
  });
  // Behind '#' it stays in the browser: no server, proxy or log on the way is told.
  return `${deps.env.PUBLIC_URL}${rule.path}#token=${token}${rule.purpose === 'change_email' ? '&change=1' : ''}`;
}

/** The address of a link that opens what the mail is about (`subjectId` of its data). */
async function issuePublicLink(deps: Deps, { kind, data }: OwedMail): Promise<string | null> {
  const rule = SUBJECT_LINKS[kind];
  if (!rule || !('subjectId' in data)) return null;
  const now = deps.now();
  const token = randomBytes(32).toString('base64url');
  await insertPublicLink(deps.db, {
    tokenHash: hashOf(token),
    purpose: rule.purpose,
    subjectId: data.subjectId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + rule.lifeMs),
  });
  return `${deps.env.PUBLIC_URL}${rule.path}#${new URLSearchParams({ token, id: data.subjectId }).toString()}`;
}

/** What a mail's link opens; undefined for a token that is none, or too old. */
export const subjectOf = async (
  deps: Pick<Deps, 'db' | 'now'>,
  purpose: PublicLinkPurpose,
  token: string,
): Promise<string | undefined> =>
  (await findPublicLink(deps.db, { tokenHash: hashOf(token), purpose, now: deps.now() }))?.subjectId;

/** Whose link this is and whether it can still be used; undefined for a token that is none. */
export async function linkOf(deps: Pick<Deps, 'db' | 'now'>, purpose: MailLinkPurpose, token: string) {
  const link = await findLink(deps.db, { tokenHash: hashOf(token), purpose });
  return link && { ...link, isUsable: link.usedAt === null && link.expiresAt > deps.now() };
}

/** Uses a link up; undefined when it was used before, is too old, or never was. */
export const takeLink = (tx: Transaction<Database>, purpose: MailLinkPurpose, token: string, now: Date) =>
  setLinkUsed(tx, { tokenHash: hashOf(token), purpose }, now);

/** Ends the links of these purposes that a person has not used. */
export const endLinks = (tx: Transaction<Database>, userId: string, purposes: MailLinkPurpose[]) =>
  deleteUnusedLinks(tx, userId, purposes);
