/** Creates and redeems the links and codes in emails. */
import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { MAIL_CODE_DIGITS } from '@marquee/validation';
import type { PersonId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { FACTOR_HOURS } from '../../../core/factor-age.ts';
import { toNetwork } from '../../../core/network.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { Database, MailLinkPurpose, PublicLinkPurpose } from '../../../db/schema.ts';
import {
  countMailCodeAttempt,
  deleteExpiredMailLinks,
  deleteMailCode,
  deleteUnusedMailLinks,
  findMailLinkByToken,
  findPublicLink,
  insertMailLink,
  insertPublicLink,
  setMailLinkUsed,
  upsertMailCode,
  type MailCodeKey,
  type UnsentMail,
} from './mail.sql.ts';
import { isSecurityMail } from '../mail-texts/identity/security.words.ts';

/** The purpose, page and lifetime of the one-time link in each kind of email. */
const ONE_TIME_LINKS: Partial<Record<string, { purpose: MailLinkPurpose; path: string; lifeMs: number }>> = {
  verify_email: { purpose: 'verify_email', path: '/verify-email', lifeMs: 24 * HOUR_MS },
  change_email: { purpose: 'change_email', path: '/verify-email', lifeMs: 24 * HOUR_MS },
  // A short lifetime, because this link gives access to the account (safety.md "Access").
  reset_password: { purpose: 'reset_password', path: '/reset-password', lifeMs: HOUR_MS },
  account_secured: { purpose: 'reset_password', path: '/reset-password', lifeMs: HOUR_MS },
};

/**
 * The hours after a change for which the link in the email about it works. The link removes factors, so an old email
 * must not work for longer.
 */
const SECURE_LINK_HOURS = FACTOR_HOURS;

/** The link of security emails. Its lifetime begins with the event that the email is about. */
const SECURE_ACCOUNT_LINK = {
  purpose: 'secure_account',
  path: '/secure-account',
  lifeMs: SECURE_LINK_HOURS * HOUR_MS,
} as const;

/** The number of days in which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** The number of days for which a guest can review work after an invitation. */
export const GUEST_DAYS = 30;

/** The purpose, page and lifetime of the reusable link in each kind of email. */
const PUBLIC_LINKS: Partial<Record<string, { purpose: PublicLinkPurpose; path: string; lifeMs: number }>> = {
  contact_answer: { purpose: 'thread', path: '/contact/thread', lifeMs: 90 * DAY_MS },
  // Appeal links work for half a year (Digital Services Act, article 20). Unsubscribe links work for a year, because
  // users may open an old email.
  search_news: { purpose: 'unsubscribe', path: '/unsubscribe', lifeMs: 365 * DAY_MS },
  workspace_invitation: { purpose: 'invitation', path: '/invitation', lifeMs: INVITATION_DAYS * DAY_MS },
  guest_invited: { purpose: 'guest', path: '/guest-review', lifeMs: GUEST_DAYS * DAY_MS },
  moderation_decided: { purpose: 'appeal', path: '/appeal', lifeMs: 183 * DAY_MS },
};

const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Creates an email's one-time link, or returns null if this kind has none. The token is created just before sending,
 * so that it is never stored in a job or table. If sending fails, the token is lost, so the link is never used. The
 * next attempt creates a new one. `at` is the time of the event that the email is about.
 */
export async function createOneTimeLink(
  deps: Deps,
  kind: string,
  { personId, email, at }: { personId: PersonId; email: string; at: Date },
): Promise<string | null> {
  const isSecurityLink = isSecurityMail(kind);
  const rule = isSecurityLink ? SECURE_ACCOUNT_LINK : ONE_TIME_LINKS[kind];
  if (!rule) return null;
  const now = deps.now();
  const token = randomBytes(32).toString('base64url');
  await deleteExpiredMailLinks(deps.db, personId, now);
  await insertMailLink(deps.db, {
    personId,
    email,
    tokenHash: hashLinkToken(token),
    purpose: rule.purpose,
    eventAt: at,
    createdAt: now,
    expiresAt: new Date((isSecurityLink ? at : now).getTime() + rule.lifeMs),
  });
  // Browsers do not send the fragment, so no server, proxy or log sees the token.
  return `${deps.env.PUBLIC_URL}${rule.path}#token=${token}${rule.purpose === 'change_email' ? '&change=1' : ''}`;
}

/** Creates an email's reusable link to `data.subjectId`, or returns null if this kind has none. */
export async function createPublicLink(deps: Deps, { kind, data }: UnsentMail): Promise<string | null> {
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

/** Returns the subject of a reusable link, or undefined if the token is invalid or expired. */
export const findPublicLinkSubject = async (
  deps: Pick<Deps, 'db' | 'now'>,
  purpose: PublicLinkPurpose,
  token: string,
): Promise<string | undefined> =>
  (await findPublicLink(deps.db, { tokenHash: hashLinkToken(token), purpose, now: deps.now() }))?.subjectId;

/** A code works for this time, and for this number of attempts. */
export const MAIL_CODE_MINUTES = 10;

const MAIL_CODE_ATTEMPTS = 5;

/** Returns a keyed hash, because an unkeyed one could be reversed by hashing every code. */
const hashMailCode = ({ env }: Pick<Deps, 'env'>, { id, subjectId }: MailCodeKey, code: string) =>
  createHmac('sha256', env.SESSION_SECRET).update(`mail code ${id} ${subjectId} ${code}`).digest('base64url');

/**
 * Counts a request for a code to `subjectId`, for the caller's network and for the address. Returns the id of the
 * code, which only this visitor gets to know and has to send with the code. Throws TOO_MANY_REQUESTS.
 */
export async function beginMailCode({ deps, request }: Pick<Ctx, 'deps' | 'request'>, subjectId: string) {
  await enforceRateLimit(deps, 'mail code', `${subjectId} ${toNetwork(request.ip)}`);
  await enforceRateLimit(deps, 'mail code address', subjectId);
  return { codeId: randomUUID() };
}

/**
 * Creates the code of an email to `data.subjectId`, or returns null if this kind has none. Like the token of a link,
 * the code is created just before sending, so that it is never stored in a job or table.
 */
export async function createMailCode(deps: Deps, { data }: UnsentMail): Promise<string | null> {
  if (!('codeId' in data)) return null;
  const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, '0');
  const key = { id: data.codeId, subjectId: data.subjectId };
  await upsertMailCode(deps.db, {
    ...key,
    codeHash: hashMailCode(deps, key, code),
    expiresAt: new Date(deps.now().getTime() + MAIL_CODE_MINUTES * MINUTE_MS),
  });
  return code;
}

const MINUTE_MS = 60_000;

/**
 * Uses up an emailed code. Returns false if the code is wrong or can no longer be used. Each
 * attempt is counted before the code is compared, so that parallel requests get no additional attempts.
 */
export async function redeemMailCode(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  key: MailCodeKey,
  code: string,
): Promise<boolean> {
  const codeHash = hashMailCode(deps, key, code);
  const now = deps.now();
  const expected = await countMailCodeAttempt(deps.db, { ...key, now, maxAttempts: MAIL_CODE_ATTEMPTS });
  return expected === codeHash && (await deleteMailCode(deps.db, { id: key.id, codeHash }));
}

/**
 * Returns the user of a one-time link and whether the link can still be used, or undefined if the token is invalid.
 */
export async function findOneTimeLink(deps: Pick<Deps, 'db' | 'now'>, purpose: MailLinkPurpose, token: string) {
  const link = await findMailLinkByToken(deps.db, { tokenHash: hashLinkToken(token), purpose });
  return link && { ...link, isUsable: link.usedAt === null && link.expiresAt > deps.now() };
}

/** Marks a one-time link as used. Returns undefined if it is already used, expired or invalid. */
export const redeemOneTimeLink = (db: Transaction<Database>, purpose: MailLinkPurpose, token: string, now: Date) =>
  setMailLinkUsed(db, { tokenHash: hashLinkToken(token), purpose }, now);

/** Deletes the unused one-time links of a person, or only those that were sent to `email`. */
export const revokeOneTimeLinks = (
  db: Transaction<Database>,
  personId: PersonId,
  purposes: MailLinkPurpose[],
  email?: string,
) => deleteUnusedMailLinks(db, personId, purposes, email);
