/** Lets users secure their account after a change that they did not make, with the link from the email about it. */
import { randomUUID } from 'node:crypto';
import type { PersonId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import { HOUR_MS } from '@marquee/time';
import type { SecondStepInput, SecureAccountInput } from '@marquee/validation';
import type { Ctx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Database } from '../../../db/schema.ts';
import { hasOldFactor } from '../../../core/factor-age.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { deleteFeedsByPerson } from '../../messaging/calendar/calendar.service.ts';
import { acceptCode } from '../factors/codes.service.ts';
import { getFactorMethods, removeFactorsAddedSince } from '../factors/factors.service.ts';
import { beginPasskeyUse, usePasskey } from '../factors/passkeys.service.ts';
import { clearStaffCode } from '../factors/staff-codes.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { findOneTimeLink, redeemOneTimeLink, revokeOneTimeLinks } from '../../messaging/mail/links.service.ts';
import { findFormerEmail } from '../../messaging/mail/security-mails.service.ts';
import { endAllSessions, revokeAccess } from '../accounts/accounts.service.ts';
import {
  findPersonByEmail,
  findRestorableAccount,
  lockAccount,
  lockRestorableAccount,
  updateAccount,
  type LockedAccount,
} from '../accounts/accounts.sql.ts';
import { setWorkspacesOpen } from '../workspaces/members.service.ts';
import { cancelFactorReset } from '../accounts/factor-resets.service.ts';
import { reportWorkspaces } from './reports.service.ts';

/** Locks an account. If it was deleted and is not erased yet, opens it and its workspaces again. */
async function reopenDeletedAccount(db: Transaction<Database>, personId: PersonId): Promise<void> {
  const account = await lockRestorableAccount(db, personId);
  if (!account || account.deletedAt === null) return;
  await updateAccount(db, personId, { deletedAt: null });
  await setWorkspacesOpen(db, personId);
}

/** Actions of an account in its workspaces are undone if they are at most this old, in addition to the waiting times. */
const UNDO_HOURS = 72;

type SecureLink = NonNullable<Awaited<ReturnType<typeof findOneTimeLink>>>;

const isSameAddress = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

/**
 * Throws LINK_INVALID if the link was sent to an address that is neither the account's current nor its former one,
 * because a thief may have collected links there.
 */
function assertSentToOwner(link: Pick<SecureLink, 'email'>, account: LockedAccount, now: Date): void {
  if (!isSameAddress(account.email, link.email) && !isSameAddress(findFormerEmail(account, now), link.email))
    throw new Failure('LINK_INVALID');
}

/** Finds a usable link and its account, without a lock. Throws LINK_INVALID or TOO_MANY_REQUESTS. */
async function readSecureLink(ctx: Ctx, token: string): Promise<{ personId: PersonId; needsFactor: boolean }> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const link = await findOneTimeLink(ctx.deps, 'secure_account', token);
  if (link?.isUsable !== true) throw new Failure('LINK_INVALID');
  const account = await findRestorableAccount(ctx.deps.db, link.personId);
  if (!account) throw new Failure('LINK_INVALID');
  assertSentToOwner(link, account, ctx.deps.now());
  return { personId: account.id, needsFactor: hasOldFactor(account, link.eventAt) };
}

/**
 * Returns the factors with which the user can prove that the account is theirs, or null if the link is enough. Throws
 * LINK_INVALID or TOO_MANY_REQUESTS.
 */
export async function checkSecureLink(ctx: Ctx, { token }: { token: string }) {
  const { personId, needsFactor } = await readSecureLink(ctx, token);
  return { factors: needsFactor ? await getFactorMethods(ctx.deps, personId) : null };
}

/**
 * Returns the options with which the browser uses a passkey of the link's account. Throws LINK_INVALID or
 * TOO_MANY_REQUESTS.
 */
export async function beginPasskeyOfLink(ctx: Ctx, { token }: { token: string }) {
  return beginPasskeyUse(ctx, 'confirmation', (await readSecureLink(ctx, token)).personId);
}

/** Throws CODE_WRONG, CODES_BLOCKED or PASSKEY_REFUSED. */
async function checkFactor(ctx: Ctx, personId: PersonId, step: SecondStepInput): Promise<void> {
  if ('code' in step) await acceptCode(ctx, personId, step.code);
  else await usePasskey(ctx, 'confirmation', personId, step.passkey);
}

/**
 * Secures an account after a change that its owner did not make, with the link from the email about the change, which
 * works once and for `FACTOR_HOURS`. Undoes what the account did to its workspaces in the last days and locks them
 * until staff release them, ends all sessions, removes the password, external sign-in, calendar feeds and the second
 * factors that were added since the change, restores a deleted account, undoes a recent change of the email address if
 * the link was sent to the address before, and sends a link for a new password.
 *
 * If the account keeps a factor, because it had one before the change, the link alone proves too little: a thief may
 * read the mailbox. Without `step`, which proves the factor, the account is only reported: its workspaces are locked
 * but nothing in them is undone, all sessions end, and a pending change of the email address and a removal of the
 * factors by staff are cancelled. The password, the factors and the email address stay, and the link can still be used
 * with the factor.
 *
 * Returns the address to which the link for a new password was sent, or null if the account was only reported. Throws
 * LINK_INVALID, CODE_WRONG, CODES_BLOCKED, PASSKEY_REFUSED or TOO_MANY_REQUESTS.
 */
export async function secureAccount(ctx: Ctx, { token, step }: SecureAccountInput): Promise<{ email: string | null }> {
  const { personId, needsFactor } = await readSecureLink(ctx, token);
  const isProved = needsFactor && step !== undefined;
  if (isProved) await checkFactor(ctx, personId, step);
  return inTransaction(ctx.deps, async (tx) => {
    const now = ctx.deps.now();
    await reopenDeletedAccount(tx.db, personId);
    const account = await lockAccount(tx.db, personId);
    const link = await findOneTimeLink({ ...ctx.deps, db: tx.db }, 'secure_account', token);
    if (!account || link?.isUsable !== true) throw new Failure('LINK_INVALID');
    assertSentToOwner(link, account, now);
    if (hasOldFactor(account, link.eventAt) && !isProved) {
      await reportAccount(tx, ctx.deps, account, now);
      return { email: null };
    }
    if (!(await redeemOneTimeLink(tx.db, 'secure_account', token, now))) throw new Failure('LINK_INVALID');
    return { email: await resetAccount(tx, ctx.deps, account, link) };
  });
}

/** Locks the workspaces, ends all sessions, and cancels a pending change of the address and removal of the factors. */
async function reportAccount(tx: UnitOfWork, deps: Pick<Deps, 'now'>, { id }: LockedAccount, at: Date): Promise<void> {
  await endAllSessions(tx, id);
  await reportWorkspaces(tx, deps, { personId: id, since: at });
  await updateAccount(tx.db, id, { pendingEmail: null });
  await revokeOneTimeLinks(tx.db, id, ['change_email']);
  await cancelFactorReset(tx.db, id, { by: null, at });
}

/** Removes every way to sign in that a thief may have, and emails a link for a new password. Returns the address. */
async function resetAccount(
  tx: UnitOfWork,
  deps: Pick<Deps, 'env' | 'now'>,
  account: LockedAccount,
  link: SecureLink,
): Promise<string> {
  const now = deps.now();
  const former = findFormerEmail(account, now);
  const canRestore = isSameAddress(former, link.email) && former !== null && !(await findPersonByEmail(tx.db, former));
  await revokeAccess(tx, account.id);
  await updateAccount(tx.db, account.id, {
    passwordHash: null,
    pendingEmail: null,
    ...(canRestore && { email: former, emailVerifiedAt: now, formerEmail: null, emailChangedAt: null }),
  });
  // A thief needs one waiting time to make an accomplice an owner, and another one to remove the owner.
  const since = new Date(link.eventAt.getTime() - (2 * deps.env.OWNERSHIP_WAIT_HOURS + UNDO_HOURS) * HOUR_MS);
  const isCreator = await reportWorkspaces(tx, deps, { personId: account.id, since });
  await revokeOneTimeLinks(tx.db, account.id, ['change_email', 'reset_password']);
  // A thief who changed the address must not end the links that were sent to the address before.
  await revokeOneTimeLinks(
    tx.db,
    account.id,
    ['secure_account'],
    former === null || canRestore ? undefined : link.email,
  );
  await clearStaffCode(tx.db, account.id);
  await deleteFeedsByPerson(tx.db, account.id);
  await removeFactorsAddedSince(tx.db, account.id, { since: link.eventAt, at: now });
  await cancelFactorReset(tx.db, account.id, { by: null, at: now });
  // Only to the address that the account has now, because the link in it sets a password.
  await sendMail(tx, {
    kind: 'account_secured',
    subject: randomUUID(),
    to: { personId: account.id },
    data: { isCreator },
    at: now,
  });
  return canRestore ? former : account.email;
}
