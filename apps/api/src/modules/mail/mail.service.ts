/** Stores emails in the transaction that causes them, sends them, and manages the one-time links in them. */
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
  getNotificationPreferencesByUser,
  createNotifications,
  isEmailGroupOff,
  computeMailSchedule,
  computePushTime,
  type ScheduledNotification,
  type NotificationPreferences,
  getNotificationPreferences,
} from '../notifications/notifications.service.ts';
import {
  deleteExpiredMailLinks,
  deleteUnusedMailLinks,
  findLastDueMail,
  findMailLinkByToken,
  findUnsentMail,
  findPublicLink,
  insertMailLink,
  insertMails,
  insertPublicLink,
  listNextDailyMails,
  lockDueDailyMails,
  setMailLinkUsed,
  setMailDone,
  type UnsentMail,
} from './mail.sql.ts';
import type { BookingMail } from './booking.templates.ts';
import { EMAILS_BY_EVENT, type EventMail } from './events.templates.ts';
import { hasNotification, MAIL_GROUPS } from './groups.templates.ts';
import {
  renderNotification,
  renderMail,
  type MailKind,
  type MailDataByKind,
  type NonEventMailDataByKind,
} from './mail.templates.ts';

export interface MailEnvelope {
  /** The subject's id, such as a booking or contact message. A user gets one email per kind and subject. */
  subject: string;
  /** The recipient: a user (at `address` if given), another address, or OPERATOR_EMAIL. */
  to: { userId: string; address?: string } | { address: string } | 'operator';
  at: Date;
}

/**
 * Stores an email in the transaction of the change that it reports, so it is sent if and only if that commits. A second
 * email of the same kind and subject to the same recipient is not sent.
 */
export const sendMail = <K extends keyof NonEventMailDataByKind>(
  tx: Transaction<Database>,
  mail: MailEnvelope & { kind: K; data: NonEventMailDataByKind[K] },
): Promise<void> => storeMails(tx, [mail]);

/**
 * Stores the emails about an event for the sides that it concerns, in the event's transaction. A side gets one email
 * per kind and subject (safety.md M9). `sides` are the user ids.
 */
export async function sendEventMails<K extends EventKind>(
  tx: Transaction<Database>,
  { kind, bookingId, actorId, at, data: event }: NewEvent<K>,
  sides: Record<Side, string>,
  booking: Omit<BookingMail, 'viewer' | 'bookingId' | 'timeZone'>,
  subject: string,
): Promise<void> {
  const told = EMAILS_BY_EVENT[kind];
  if (told === null || told.when?.(event) === false) return;
  const readers = typeof told.readers === 'function' ? told.readers(event) : told.readers;
  const actor = SIDES.find((side) => sides[side] === actorId) ?? null;
  const viewers = SIDES.filter(
    (side) => readers === 'both' || (readers === 'other' ? side !== actor : side === readers),
  );
  await storeMails(
    tx,
    viewers.map((viewer): MailToStore => {
      const data: EventMail<K> = { ...booking, bookingId, viewer, actor, event };
      return { kind, subject, to: { userId: sides[viewer] }, at, data, bookingId, isSpaced: told.isSpaced === true };
    }),
  );
}

interface MailToStore extends MailEnvelope {
  kind: MailKind;
  data: object;
  bookingId?: string | null;
  /** At most one email of this kind an hour about one booking. The next one waits. */
  isSpaced?: boolean;
}

/** Minimum time between emails of a kind that users can repeat. */
const MIN_MAIL_INTERVAL_MS = HOUR_MS;

/** Inserts the emails that their readers were not sent before, the jobs that send them, and their notifications. */
async function storeMails(tx: Transaction<Database>, owed: readonly MailToStore[]): Promise<void> {
  const settings = await getNotificationPreferencesByUser(
    tx,
    owed.flatMap(({ to }) => (to !== 'operator' && 'userId' in to ? [to.userId] : [])),
  );
  const planned = await Promise.all(owed.map((one) => planMail(tx, one, settings)));
  const inserted = await insertMails(
    tx,
    planned.map(({ row }) => row),
  );
  const notices: ScheduledNotification[] = [];
  for (const { row, wishes, group, isNoticed } of planned.filter((one) => inserted.has(one.row.id))) {
    const { id, userId, kind, dueAt, createdAt: at } = row;
    if (row.isDaily && userId !== null)
      await enqueueJob(tx, 'mail.send_daily', { userId }, { runAt: dueAt, isKept: true });
    else await enqueueJob(tx, 'mail.send', { mailId: id }, dueAt > at ? { runAt: dueAt } : {});
    if (!isNoticed || wishes === undefined || userId === null) continue;
    const { subject: text, path } = renderNotification(
      // Rendered from JSON, as the email will be.
      { kind, data: JSON.parse(JSON.stringify(row.data)) as MailDataByKind[MailKind] },
      wishes.timeZone,
      getSignedInPath(kind, row.data),
    );
    notices.push({ id, userId, kind, text, path, at, pushAt: computePushTime(wishes, group, at) });
  }
  await createNotifications(tx, notices);
}

/** Builds the row of an email and decides when it is sent. */
async function planMail(
  tx: Transaction<Database>,
  { kind, subject, to, data, at, bookingId = null, isSpaced = false }: MailToStore,
  settings: ReadonlyMap<string, NotificationPreferences>,
) {
  const { userId = null, address = null } = to === 'operator' ? {} : (to as { userId?: string; address?: string });
  const last = isSpaced && userId && bookingId ? await findLastDueMail(tx, { kind, userId, bookingId, at }) : undefined;
  const spaced =
    last === undefined ? at : new Date(Math.max(at.getTime(), last.dueAt.getTime() + MIN_MAIL_INTERVAL_MS));
  const [group] = MAIL_GROUPS[kind];
  const isNoticed = userId !== null && hasNotification(kind, data);
  const wishes = userId === null ? undefined : settings.get(userId);
  // An email without a notification cannot be read in the product first, so it does not wait.
  const { dueAt, isDaily } =
    wishes !== undefined && isNoticed ? computeMailSchedule(wishes, group, spaced) : { dueAt: spaced, isDaily: false };
  const row = { id: randomUUID(), kind, subject, userId, address, bookingId, dueAt, isDaily, data, createdAt: at };
  return { row, wishes, group, isNoticed };
}

/** Maximum number of items in the daily email. The rest is counted. */
const MAX_DAILY_MAIL_ITEMS = 20;

/**
 * Job: sends the daily email with everything since the last one. Leaves out items that the user has read or switched
 * off in the meantime.
 */
export async function sendDailyMail(deps: Deps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const waiting = await lockDueDailyMails(tx, userId, now);
    const [newest] = waiting;
    if (!newest) return;
    const wishes = await getNotificationPreferences(tx, userId);
    const items = waiting
      .filter(({ kind, readAt }) => readAt === null && getEmailFrequency(wishes, MAIL_GROUPS[kind][0]) !== 'none')
      .map(({ text, path, at }) => ({ text, path, at: at.toISOString() }));
    const isSent = items.length > 0;
    for (const { id } of waiting) await setMailDone(tx, id, isSent ? now : null, isSent ? null : now);
    if (isSent)
      await sendMail(tx, {
        kind: 'daily',
        // One email per collection, even if the job runs twice.
        subject: newest.id,
        to: { userId },
        data: { items: items.slice(0, MAX_DAILY_MAIL_ITEMS), count: items.length },
        at: now,
      });
    const [next] = await listNextDailyMails(tx, userId);
    if (next) await enqueueJob(tx, 'mail.send_daily', { userId }, { runAt: next.dueAt });
  });
}

/** Returns the page on which a signed-in user finds the content of the email's link. */
const getSignedInPath = (kind: MailKind, data: object): string | null =>
  kind === 'moderation_decided' && 'subjectId' in data ? `/appeal#id=${String(data.subjectId)}` : null;

/** Emails that could not be sent for this time are outdated and dropped. */
const MAX_DELIVERY_DELAY_MS = 72 * HOUR_MS;

/** Emails with a one-time link: its purpose, screen and lifetime. */
const ONE_TIME_LINKS: Partial<Record<string, { purpose: MailLinkPurpose; path: string; lifeMs: number }>> = {
  verify_email: { purpose: 'verify_email', path: '/verify-email', lifeMs: 24 * HOUR_MS },
  change_email: { purpose: 'change_email', path: '/verify-email', lifeMs: 24 * HOUR_MS },
  // Short-lived, see safety.md "Access".
  reset_password: { purpose: 'reset_password', path: '/reset-password', lifeMs: HOUR_MS },
};

/**
 * Job: renders the email and hands it to the mail server. Drops it if there is no server or if the server refuses it
 * permanently.
 */
export async function deliverMail(deps: Deps, mailId: string): Promise<void> {
  const mail = await findUnsentMail(deps.db, mailId);
  if (!mail) return;
  const forget = () => setMailDone(deps.db, mailId, null, deps.now());
  const drop = (why: string) => {
    deps.log.warn({ mailId, kind: mail.kind, why }, 'email not sent');
    return forget();
  };
  if (deps.mail.send === null) return void (await forget());
  const to = mail.address ?? (mail.userId === null ? deps.env.OPERATOR_EMAIL : mail.email);
  if (to === null || to === '' || mail.deletedAt !== null) return void (await drop('it has no address'));
  if (mail.isOvertaken) return void (await drop('something newer was told'));
  if (mail.isSeen) return void (await drop('its reader has seen it in the product'));
  if (isEmailGroupOff(mail.off ?? [], MAIL_GROUPS[mail.kind][0])) return void (await forget());
  if (mail.createdAt.getTime() + MAX_DELIVERY_DELAY_MS < deps.now().getTime())
    return void (await drop('it could not be sent for days'));

  const link =
    (await createPublicLink(deps, mail)) ??
    (mail.userId === null ? null : await createOneTimeLink(deps, mail.kind, { userId: mail.userId, email: to }));
  const isOperator = mail.userId === null && mail.address === null;
  const isStranger = !isOperator && !isAddressVerified(mail);
  // Such an email contains only what others typed.
  if (isStranger && mail.kind === 'search_news') return void (await drop('its address is not confirmed'));
  const letter = renderMail<MailKind>(mail, {
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

/** Whether the user has verified the email's address, now or until the reported change. */
const isAddressVerified = ({ address, email, emailVerifiedAt, data }: UnsentMail): boolean =>
  ('wasConfirmed' in data && data.wasConfirmed) ||
  (emailVerifiedAt !== null && (address === null || address.toLowerCase() === email?.toLowerCase()));

/** Emails with a reusable link: its purpose, screen and lifetime. */
const PUBLIC_LINKS: Partial<Record<string, { purpose: PublicLinkPurpose; path: string; lifeMs: number }>> = {
  contact_answer: { purpose: 'thread', path: '/contact/thread', lifeMs: 90 * DAY_MS },
  // Appeals are accepted for half a year (Digital Services Act, article 20). Unsubscribing works for as long as an old
  // email may be found.
  search_news: { purpose: 'unsubscribe', path: '/unsubscribe', lifeMs: 365 * DAY_MS },
  moderation_decided: { purpose: 'appeal', path: '/appeal', lifeMs: 183 * DAY_MS },
};

const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Creates the one-time link of an email. The token is created just before sending, so neither a job nor a table ever
 * contains it. A failed attempt leaves behind a link whose token is lost.
 */
async function createOneTimeLink(
  deps: Deps,
  kind: string,
  to: { userId: string; email: string },
): Promise<string | null> {
  const rule = ONE_TIME_LINKS[kind];
  if (!rule) return null;
  const now = deps.now();
  const token = randomBytes(32).toString('base64url');
  await deleteExpiredMailLinks(deps.db, to.userId, now);
  await insertMailLink(deps.db, {
    ...to,
    tokenHash: hashLinkToken(token),
    purpose: rule.purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + rule.lifeMs),
  });
  // The fragment stays in the browser, so no server, proxy or log sees the token.
  return `${deps.env.PUBLIC_URL}${rule.path}#token=${token}${rule.purpose === 'change_email' ? '&change=1' : ''}`;
}

/** Creates the link to the email's subject (`subjectId` of its data). */
async function createPublicLink(deps: Deps, { kind, data }: UnsentMail): Promise<string | null> {
  const rule = PUBLIC_LINKS[kind];
  if (!rule || !('subjectId' in data)) return null;
  const now = deps.now();
  const token = randomBytes(32).toString('base64url');
  await insertPublicLink(deps.db, {
    tokenHash: hashLinkToken(token),
    purpose: rule.purpose,
    subjectId: data.subjectId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + rule.lifeMs),
  });
  return `${deps.env.PUBLIC_URL}${rule.path}#${new URLSearchParams({ token, id: data.subjectId }).toString()}`;
}

/** Returns the subject of a link, or undefined if the token is invalid or expired. */
export const findPublicLinkSubject = async (
  deps: Pick<Deps, 'db' | 'now'>,
  purpose: PublicLinkPurpose,
  token: string,
): Promise<string | undefined> =>
  (await findPublicLink(deps.db, { tokenHash: hashLinkToken(token), purpose, now: deps.now() }))?.subjectId;

/** Returns the link's user and whether it can still be used, or undefined for an invalid token. */
export async function findOneTimeLink(deps: Pick<Deps, 'db' | 'now'>, purpose: MailLinkPurpose, token: string) {
  const link = await findMailLinkByToken(deps.db, { tokenHash: hashLinkToken(token), purpose });
  return link && { ...link, isUsable: link.usedAt === null && link.expiresAt > deps.now() };
}

/** Uses a one-time link. Returns undefined if it is used, expired or invalid. */
export const redeemOneTimeLink = (tx: Transaction<Database>, purpose: MailLinkPurpose, token: string, now: Date) =>
  setMailLinkUsed(tx, { tokenHash: hashLinkToken(token), purpose }, now);

/** Revokes a user's unused links with these purposes. */
export const revokeOneTimeLinks = (tx: Transaction<Database>, userId: string, purposes: MailLinkPurpose[]) =>
  deleteUnusedMailLinks(tx, userId, purposes);
