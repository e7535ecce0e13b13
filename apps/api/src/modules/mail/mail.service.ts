/** Mails that are owed, and the one-time links in them. Whoever has something to say by mail calls `sendMail`. */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Deps } from '../../core/deps.ts';
import { enqueue } from '../../core/queue.ts';
import type { Database, LinkPurpose } from '../../db/schema.ts';
import { MailRefused } from '../../gateways/mail.ts';
import {
  deleteExpiredLinks,
  deleteMailsOf,
  deleteUnusedLinks,
  findLink,
  findOwedMail,
  insertLink,
  insertMail,
  setLinkUsed,
  setMailDone,
} from './mail.sql.ts';
import { render, type MailKind, type Mails } from './mail.templates.ts';

export interface Mail<K extends MailKind> {
  kind: K;
  /** What it is about: a booking's id, a contact message's id, … One mail per kind, subject and person is ever sent. */
  subject: string;
  /** A user at his address (or at `address` instead), somebody who is no user, or OPERATOR_EMAIL. */
  to: { userId: string; address?: string } | { address: string } | 'operator';
  data: Mails[K];
  at: Date;
}

/**
 * Owes somebody a mail, in the transaction of the change that it tells of: it is sent if and only if that commits.
 * A second one of the same kind and subject to the same person is not sent.
 */
export async function sendMail<K extends MailKind>(
  tx: Transaction<Database>,
  { kind, subject, to, data, at }: Mail<K>,
): Promise<void> {
  const { userId = null, address = null } = to === 'operator' ? {} : (to as { userId?: string; address?: string });
  const mail = await insertMail(tx, { kind, subject, userId, address, data: JSON.stringify(data), createdAt: at });
  if (mail) await enqueue(tx, 'mail.send', { mailId: mail.id });
}

const HOUR = 3_600_000;
/** What could not be sent for so long is no news any more. */
const STALE_MS = 72 * HOUR;

/** The mails that carry a link that is good once: what it opens, on which screen, and for how long. */
const LINKS: Partial<Record<string, { purpose: LinkPurpose; path: string; lifeMs: number }>> = {
  verify_email: { purpose: 'verify_email', path: '/verify-email', lifeMs: 24 * HOUR },
  change_email: { purpose: 'change_email', path: '/verify-email', lifeMs: 24 * HOUR },
  // decisions.md "Identity" and safety.md "Access": short-lived.
  reset_password: { purpose: 'reset_password', path: '/reset-password', lifeMs: HOUR },
};

/**
 * The mail job: makes the letter and hands it to the mail server.
 * Without a server, or when it refuses for good, the mail is dropped.
 */
export async function deliverMail(deps: Deps, mailId: string): Promise<void> {
  const mail = await findOwedMail(deps.db, mailId);
  if (!mail) return;
  const drop = (why: string) => {
    deps.log.warn({ mailId, kind: mail.kind, why }, 'a mail is not sent');
    return setMailDone(deps.db, mailId, { droppedAt: deps.now() });
  };
  if (deps.mail.send === null) return void (await setMailDone(deps.db, mailId, { droppedAt: deps.now() }));
  const to = mail.address ?? (mail.userId === null ? deps.env.OPERATOR_EMAIL : mail.email);
  if (to === null || to === '' || mail.deletedAt !== null) return void (await drop('it has no address'));
  if (mail.createdAt.getTime() + STALE_MS < deps.now().getTime())
    return void (await drop('it could not be sent for days'));

  const link = mail.userId === null ? null : await issueLink(deps, mail.kind, { userId: mail.userId, email: to });
  const letter = render(mail.kind as MailKind, mail.data as never, { publicUrl: deps.env.PUBLIC_URL, link });
  try {
    await deps.mail.send({ ...letter, messageId: `<${mailId}@${new URL(deps.env.PUBLIC_URL).hostname}>`, to });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return void (await drop('the mail server refused it'));
  }
  await setMailDone(deps.db, mailId, { sentAt: deps.now() });
}

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
  return `${deps.env.PUBLIC_URL}${rule.path}?token=${token}${rule.purpose === 'change_email' ? '&change=1' : ''}`;
}

/** Whose link this is and whether it can still be used; undefined for a token that is none. */
export async function linkOf(deps: Pick<Deps, 'db' | 'now'>, purpose: LinkPurpose, token: string) {
  const link = await findLink(deps.db, { tokenHash: hashOf(token), purpose });
  return link && { ...link, isUsable: link.usedAt === null && link.expiresAt > deps.now() };
}

/** Uses a link up; undefined when it was used before, is too old, or never was. */
export const takeLink = (tx: Transaction<Database>, purpose: LinkPurpose, token: string, now: Date) =>
  setLinkUsed(tx, { tokenHash: hashOf(token), purpose }, now);

/** Ends the links of these purposes that a person has not used. */
export const endLinks = (tx: Transaction<Database>, userId: string, purposes: LinkPurpose[]) =>
  deleteUnusedLinks(tx, userId, purposes);

/** Forgets the mails of a person who goes: what is not sent yet is not sent, and no link opens anything. */
export const forgetMails = (tx: Transaction<Database>, userId: string) => deleteMailsOf(tx, userId);
