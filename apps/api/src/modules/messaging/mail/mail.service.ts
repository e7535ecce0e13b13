/**
 * Stores emails in the transaction that causes them, sends them later, and manages the one-time links that they
 * contain.
 */
import { randomUUID } from 'node:crypto';
import { hideAgency, SIDES, type EventKind, type Side } from '@marquee/booking';
import { HOUR_MS } from '@marquee/time';
import { getEmailFrequency } from '@marquee/validation';
import { getWorkspacePath, type PersonId, type WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import type { ActorNames, NewEvent } from '../../../core/events.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { MailRefusedError } from '../../../gateways/mail.ts';
import {
  getNotificationPreferencesByPerson,
  createNotifications,
  isEmailGroupOff,
  computeMailSchedule,
  computePushTime,
  type ScheduledNotification,
  type NotificationPreferences,
  getNotificationPreferences,
} from '../notifications/notifications.service.ts';
import {
  findLastDueMail,
  findUnsentMail,
  insertMails,
  listMailRecipients,
  listNextDailyMails,
  lockDueDailyMails,
  setMailDone,
  type UnsentMail,
} from './mail.sql.ts';
import { EMAILS_BY_EVENT } from './events.templates.ts';
import type { BookingMail, EventMail } from '../mail-texts/events.words.ts';
import {
  getMailGroup,
  hasNotification,
  renderNotification,
  renderMail,
  type MailKind,
  type MailDataByKind,
  type NonEventMailDataByKind,
} from './mail.templates.ts';
import { isSecurityMail } from '../mail-texts/identity/security.words.ts';
import { createOneTimeLink, createPublicLink, createMailCode } from './links.service.ts';

/** A workspace as a recipient, and the booking or conversation about a booking whose contact gets the email. */
export interface MailWorkspace {
  workspaceId: WorkspaceId;
  bookingId?: string | null;
}

/**
 * Lists the people who get emails to a workspace: the contact of the booking, or else all owners. `workspaceUsername`
 * is null if links for the person do not have to name the workspace.
 */
export const listRecipients = (db: Db, { workspaceId, bookingId = null }: MailWorkspace) =>
  listMailRecipients(db, [{ personId: null, workspaceId, bookingId }]);

export interface MailEnvelope {
  /** The id of the booking, contact message or other subject. A user gets one email per kind and subject. */
  subject: string;
  /**
   * The recipient, which is a person, a workspace, an address without an account, or the operator (OPERATOR_EMAIL). A
   * person's email goes to `address`, if given, instead of the account's address. An email to a workspace goes to the
   * contact of the booking that it is about, or else to all owners.
   */
  to:
    | { personId: PersonId; address?: string; workspaceId?: WorkspaceId }
    | MailWorkspace
    | { address: string }
    | 'operator';
  at: Date;
}

/**
 * Stores emails of a kind in the transaction of the change that they report, so that they are sent if and only if the
 * transaction commits. Skips a second email of the same kind and subject to the same recipient.
 */
export const sendMail = <K extends keyof NonEventMailDataByKind>(
  tx: UnitOfWork,
  ...mails: readonly (MailEnvelope & { kind: K; data: NonEventMailDataByKind[K] })[]
): Promise<void> => storeMails(tx, mails);

/**
 * Stores the emails about a booking event in the event's transaction. Each side gets at most one email per kind and
 * subject (safety.md M9). `sides` contains the workspaces of both sides. The other side sees the person who acted and
 * their workspace, and colleagues see the person. The person who acted gets an email without `actorName`.
 */
export async function sendEventMails<K extends EventKind>(
  tx: UnitOfWork,
  { kind, bookingId, actor: doer, actorName, colleagueName, at, data: event }: NewEvent<K> & ActorNames,
  sides: Record<Side, string>,
  booking: Omit<BookingMail, 'viewer' | 'bookingId'>,
  subject: string,
): Promise<void> {
  const recipients = EMAILS_BY_EVENT[kind];
  if (recipients === null || recipients.when?.(event) === false) return;
  const readers = typeof recipients.readers === 'function' ? recipients.readers(event) : recipients.readers;
  const actor = SIDES.find((side) => sides[side] === doer?.workspaceId) ?? null;
  const viewers = SIDES.filter(
    (side) => readers === 'both' || (readers === 'other' ? side !== actor : side === readers),
  );
  await storeMails(
    tx,
    viewers.map((viewer): MailToStore => {
      const data: EventMail<K> = {
        ...booking,
        bookingId,
        viewer,
        actor,
        actorName: viewer === actor ? colleagueName : actorName,
        event: viewer === 'brand' ? hideAgency(event) : event,
      };
      return {
        kind,
        subject,
        to: {
          workspaceId: sides[viewer],
          bookingId: viewer === 'creator' && recipients.isAboutPayout === true ? null : bookingId,
        },
        at,
        data,
        bookingId,
        ...(doer !== null && { doneBy: doer.id }),
        isSpaced: recipients.isSpaced === true,
      };
    }),
  );
}

interface MailToStore extends MailEnvelope {
  kind: MailKind;
  data: object;
  bookingId?: string | null;
  /** The person who caused the email. The email to that person does not name them. */
  doneBy?: string;
  /**
   * If true, an email that follows less than an hour after one of the same kind about the same booking is delayed.
   */
  isSpaced?: boolean;
}

/** Minimum time between two emails of a kind that users can cause repeatedly. */
const MIN_MAIL_INTERVAL_MS = HOUR_MS;

/**
 * Inserts the emails, skipping those already stored for the same recipient, with the jobs that send them and the
 * matching notifications.
 */
async function storeMails(tx: UnitOfWork, mails: readonly MailToStore[]): Promise<void> {
  const addressedMails = await addressToMembers(tx.db, mails);
  const settings = await getNotificationPreferencesByPerson(
    tx.db,
    addressedMails.flatMap(({ to }) => ('personId' in to ? [to.personId] : [])),
  );
  const planned = await Promise.all(addressedMails.map((one) => planMail(tx.db, one, settings)));
  const inserted = await insertMails(
    tx.db,
    planned.map(({ row }) => row),
  );
  const notifications: ScheduledNotification[] = [];
  for (const { row, preferences, group, isNoticed } of planned.filter((one) => inserted.has(one.row.id))) {
    const { id, personId, workspaceId, kind, dueAt, createdAt: at } = row;
    if (row.isDaily && personId !== null) tx.enqueue('mail.send_daily', { personId }, { runAt: dueAt, isKept: true });
    else tx.enqueue('mail.send', { mailId: id }, dueAt > at ? { runAt: dueAt } : {});
    if (!isNoticed || preferences === undefined || personId === null) continue;
    const { subject: text, path } = renderNotification(
      // Renders the notification from the data as the email job will read it from the database, with dates as
      // strings.
      { kind, data: JSON.parse(JSON.stringify(row.data)) as MailDataByKind[MailKind] },
      { timeZone: preferences.timeZone, link: getSignedInPath(kind, row.data), now: at },
    );
    notifications.push({
      id,
      personId,
      workspaceId,
      kind,
      text,
      path,
      at,
      pushAt: computePushTime(preferences, group, at),
    });
  }
  await createNotifications(tx, notifications);
}

/** An email to a person, in their role as a member of `workspaceId` if given, to an address, or to the operator. */
type AddressedMail = Omit<MailToStore, 'to'> & {
  to: { personId: PersonId; address?: string; workspaceId?: WorkspaceId } | { address: string } | Record<string, never>;
};

/**
 * Replaces each email to a workspace by one email per recipient. An email to a former member goes to the members who
 * are responsible now.
 */
async function addressToMembers(db: Transaction<Database>, mails: readonly MailToStore[]): Promise<AddressedMail[]> {
  const targets = mails.map(({ to, bookingId = null }) => {
    if (to === 'operator' || !('workspaceId' in to)) return { personId: null, workspaceId: null, bookingId: null };
    const { workspaceId = null } = to;
    return 'personId' in to
      ? { personId: to.personId, workspaceId, bookingId }
      : { personId: null, workspaceId, bookingId: to.bookingId ?? null };
  });
  const recipients = targets.some(({ workspaceId }) => workspaceId !== null)
    ? await listMailRecipients(db, targets)
    : [];
  return mails.flatMap(({ to, ...mail }, index): AddressedMail[] => {
    if (to === 'operator') return [{ ...mail, to: {} }];
    const workspaceId = targets[index]?.workspaceId ?? null;
    if (workspaceId === null) return [{ ...mail, to: to as AddressedMail['to'] }];
    return recipients
      .filter(({ position }) => position === index + 1)
      .map(({ personId }) => ({
        ...mail,
        data: personId === mail.doneBy ? { ...mail.data, actorName: null } : mail.data,
        to: { ...('personId' in to && to.personId === personId && to), personId, workspaceId },
      }));
  });
}

async function planMail(
  db: Transaction<Database>,
  { kind, subject, to, data, at, bookingId = null, isSpaced = false }: AddressedMail,
  settings: ReadonlyMap<string, NotificationPreferences>,
) {
  const {
    personId = null,
    address = null,
    workspaceId = null,
  } = to as {
    personId?: PersonId;
    address?: string;
    workspaceId?: WorkspaceId;
  };
  const last =
    isSpaced && personId && bookingId ? await findLastDueMail(db, { kind, personId, bookingId, at }) : undefined;
  const spaced =
    last === undefined ? at : new Date(Math.max(at.getTime(), last.dueAt.getTime() + MIN_MAIL_INTERVAL_MS));
  const group = getMailGroup(kind);
  const isNoticed = personId !== null && hasNotification(kind, data);
  const preferences = personId === null ? undefined : settings.get(personId);
  // An email without a notification is not delayed, because the recipient cannot read its content in the app.
  const { dueAt, isDaily } =
    preferences !== undefined && isNoticed
      ? computeMailSchedule(preferences, group, spaced)
      : { dueAt: spaced, isDaily: false };
  const row = {
    id: randomUUID(),
    kind,
    subject,
    personId,
    workspaceId,
    address,
    bookingId,
    dueAt,
    isDaily,
    data,
    createdAt: at,
  };
  return { row, preferences, group, isNoticed };
}

/** Maximum number of items listed in the daily email. If there are more, the email states only how many. */
const MAX_DAILY_MAIL_ITEMS = 20;

/**
 * Job: sends a user's daily email with the notifications since the previous daily email. Leaves out those that the
 * user has read, and those in groups that the user has turned off since.
 */
export async function sendDailyMail(deps: Deps, personId: PersonId): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const now = deps.now();
    const waitingMails = await lockDueDailyMails(tx.db, personId, now);
    const [newest] = waitingMails;
    if (!newest) return;
    const preferences = await getNotificationPreferences(tx.db, personId);
    const items = waitingMails
      .filter(({ kind, readAt }) => readAt === null && getEmailFrequency(preferences, getMailGroup(kind)) !== 'none')
      .map(({ text, path, at }) => ({ text, path, at: at.toISOString() }));
    const isSent = items.length > 0;
    for (const { id } of waitingMails) await setMailDone(tx.db, id, isSent ? now : null, isSent ? null : now);
    if (isSent)
      await sendMail(tx, {
        kind: 'daily',
        // Prevents a second email for the same items if the job runs twice.
        subject: newest.id,
        to: { personId },
        data: { items: items.slice(0, MAX_DAILY_MAIL_ITEMS), count: items.length },
        at: now,
      });
    const [next] = await listNextDailyMails(tx.db, personId);
    if (next) tx.enqueue('mail.send_daily', { personId }, { runAt: next.dueAt });
  });
}

/**
 * Returns the path that the notification uses instead of the email's link with a token, which a signed-in user does
 * not need. Returns null if this kind has no such link.
 */
const getSignedInPath = (kind: MailKind, data: object): string | null =>
  kind === 'moderation_decided' && 'subjectId' in data ? `/appeal#id=${String(data.subjectId)}` : null;

/** Emails that could not be sent within this time are outdated and dropped. */
const MAX_DELIVERY_DELAY_MS = 72 * HOUR_MS;

/**
 * Job: renders an email and hands it to the mail server. Drops an email that has become unnecessary, has no
 * recipient address, or is permanently refused by the mail server.
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
  const to = mail.address ?? (mail.personId === null ? deps.env.OPERATOR_EMAIL : mail.email);
  // A deleted account gets only emails with which it can be restored.
  if (to === null || to === '' || (mail.deletedAt !== null && !isSecurityMail(mail.kind)))
    return void (await drop('no address'));
  if (mail.isBarred) return void (await drop('the recipient can no longer act in the workspace'));
  if (mail.isOvertaken) return void (await drop('a newer email replaces it'));
  if (mail.isSeen) return void (await drop('the recipient has read it in the product'));
  if (isEmailGroupOff(mail.off ?? [], getMailGroup(mail.kind))) return void (await forget());
  if (mail.createdAt.getTime() + MAX_DELIVERY_DELAY_MS < deps.now().getTime()) return void (await drop('too old'));

  const link =
    (await createPublicLink(deps, mail)) ??
    (mail.personId === null
      ? null
      : await createOneTimeLink(deps, mail.kind, { personId: mail.personId, email: to, at: mail.createdAt }));
  const isOperator = mail.personId === null && mail.address === null;
  // An invitation names the workspace and the member who invites. Only members with a confirmed address can send one.
  const isStranger = !isOperator && !INVITATION_KINDS.has(mail.kind) && !isAddressVerified(mail);
  // Dropped, because an email to an unverified address must not contain user input, and this email contains nothing
  // else.
  if (isStranger && mail.kind === 'search_news') return void (await drop('the address is not confirmed'));
  const letter = renderMail<MailKind>(mail, {
    publicUrl: deps.env.PUBLIC_URL + getWorkspacePath(mail.workspaceUsername),
    timeZone: mail.timeZone,
    memberName: mail.memberName,
    now: deps.now(),
    link,
    code: await createMailCode(deps, mail),
    isStranger,
  });
  try {
    await deps.mail.send({ ...letter, messageId: `<${mailId}@${new URL(deps.env.PUBLIC_URL).hostname}>`, to });
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    return void (await drop('refused by the mail server'));
  }
  await setMailDone(deps.db, mailId, deps.now(), null);
}

/**
 * Returns whether the recipient has verified the email's address. Emails about a changed address or a deleted
 * account store this as `wasConfirmed`, because the account no longer has the address.
 */
const isAddressVerified = ({ address, email, emailVerifiedAt, data }: UnsentMail): boolean =>
  ('wasConfirmed' in data && data.wasConfirmed) ||
  (emailVerifiedAt !== null && (address === null || address.toLowerCase() === email?.toLowerCase()));

/** The emails that go to an address without an account at the request of a member. */
const INVITATION_KINDS: ReadonlySet<MailKind> = new Set([
  'workspace_invitation',
  'invitation_code',
  'guest_invited',
  'guest_code',
]);
