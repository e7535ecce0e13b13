/** Manages a user's email address, password, sessions and external sign-in. */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { randomUUID } from 'node:crypto';
import type { ChangeEmailInput, ChangePasswordInput, ConfirmEmailInput, ResetPasswordInput } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { getLastConfirmation } from '../../../core/confirmations.ts';
import type { Ctx, UserCtx } from '../../../core/ctx.ts';
import { formatDevice } from '../../../core/devices.ts';
import type { Deps } from '../../../core/deps.ts';
import { hasOldFactor } from '../../../core/factor-age.ts';
import { Failure } from '../../../core/failures.ts';
import { getPersonChannel } from '../../../core/live.ts';
import { enforceRateLimit, tryRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { deleteFeedsByPerson } from '../../messaging/calendar/calendar.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { revokeOneTimeLinks, findOneTimeLink, redeemOneTimeLink } from '../../messaging/mail/links.service.ts';
import { findFormerEmail, sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import { clearStaffCode } from '../factors/staff-codes.service.ts';
import { removeAllFactors } from '../factors/factors.service.ts';
import { hashPassword, isCommonPassword } from './passwords.service.ts';
import { SESSION_IDLE_MS } from './sessions.service.ts';
import {
  deleteIdentities,
  findAccountWithSecrets,
  findPersonByEmail,
  listIdentities,
  lockAccount,
  incrementSignInVersion,
  updateAccount,
  type LockedAccount,
} from './accounts.sql.ts';
import { deleteOwnSession, deleteSessionsExcept, listSessions } from './sessions.sql.ts';

export async function getAccountSettings(deps: Deps, actor: Actor) {
  const [account, identities] = await Promise.all([
    findAccountWithSecrets(deps.db, actor.id),
    listIdentities(deps.db, actor.id),
  ]);
  return {
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt,
    pendingEmail: account.pendingEmail,
    hasPassword: account.passwordHash !== null,
    /** Null if no OpenID provider is configured and the account has no connected identity. */
    external:
      deps.openId === null && identities.length === 0
        ? null
        : {
            label: deps.env.OIDC_LABEL,
            isAvailable: deps.openId !== null,
            connected: identities.map(({ email, connectedAt }) => ({ email, connectedAt })).at(0) ?? null,
          },
  };
}

// Email address.

/** Sends the confirmation email again. Throws EMAIL_VERIFIED or TOO_MANY_REQUESTS. */
export async function resendVerification(deps: Deps, actor: Actor): Promise<{ email: string }> {
  await enforceRateLimit(deps, 'account mail', actor.id);
  return inTransaction(deps, async (tx) => {
    const account = await lockOwnAccount(tx.db, actor);
    if (account.emailVerifiedAt !== null) throw new Failure('EMAIL_VERIFIED');
    await sendMail(tx, {
      kind: 'verify_email',
      subject: randomUUID(),
      to: { personId: account.id },
      data: {},
      at: deps.now(),
    });
    return { email: account.email };
  });
}

/**
 * Confirms an email address with the link from an email. If `change` is true, the account switches to its new
 * address. Opening a confirmation link again also succeeds. Throws LINK_INVALID, ACCOUNT_SUSPENDED, EMAIL_TAKEN
 * (another user has registered with the new address) or TOO_MANY_REQUESTS.
 */
export async function confirmEmail(ctx: Ctx, input: ConfirmEmailInput): Promise<{ email: string }> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  return input.change ? applyEmailChange(ctx.deps, input.token) : verifyEmail(ctx.deps, input.token);
}

function verifyEmail(deps: Deps, token: string): Promise<{ email: string }> {
  return inTransaction(deps, async (tx) => {
    const isTaken = (await redeemOneTimeLink(tx.db, 'verify_email', token, deps.now())) !== undefined;
    const link = await findOneTimeLink({ ...deps, db: tx.db }, 'verify_email', token);
    const account = await lockAccountOfLink(tx.db, link);
    if (!link || !isSameEmail(account.email, link.email)) throw new Failure('LINK_INVALID');
    if (account.emailVerifiedAt === null) {
      // A used link does not confirm the address again, but opening it succeeds if the address is already confirmed.
      if (!isTaken) throw new Failure('LINK_INVALID');
      await updateAccount(tx.db, account.id, { emailVerifiedAt: deps.now() });
    }
    return { email: account.email };
  });
}

async function applyEmailChange(deps: Deps, token: string): Promise<{ email: string }> {
  try {
    return await inTransaction(deps, async (tx) => {
      const isFirstUse = (await redeemOneTimeLink(tx.db, 'change_email', token, deps.now())) !== undefined;
      const link = await findOneTimeLink({ ...deps, db: tx.db }, 'change_email', token);
      const account = await lockAccountOfLink(tx.db, link);
      if (!link) throw new Failure('LINK_INVALID');
      // Opening a used link again changes nothing, but it succeeds as long as the account has this address.
      if (!isFirstUse && link.usedAt !== null && isSameEmail(account.email, link.email))
        return { email: account.email };
      if (!isFirstUse || account.pendingEmail === null || !isSameEmail(account.pendingEmail, link.email))
        throw new Failure('LINK_INVALID');
      if (await findPersonByEmail(tx.db, link.email)) throw new Failure('EMAIL_TAKEN');
      // The former mailbox cannot undo a change that was confirmed with an old factor, because a thief who reads only
      // the mailbox must not win against the factor.
      const isProved = hasOldFactor(account, link.eventAt);
      await sendMail(tx, {
        kind: 'email_changed',
        subject: randomUUID(),
        // An email without a person has no link.
        to: isProved ? { address: account.email } : { personId: account.id, address: account.email },
        data: {
          fullName: account.fullName,
          email: account.pendingEmail,
          wasConfirmed: account.emailVerifiedAt !== null,
        },
        at: deps.now(),
      });
      await updateAccount(tx.db, account.id, {
        email: account.pendingEmail,
        emailVerifiedAt: deps.now(),
        pendingEmail: null,
        // After several changes within a short time, the first address is kept, because a thief could change it twice.
        // An address that was never confirmed may belong to a stranger.
        formerEmail:
          findFormerEmail(account, deps.now()) ?? (isProved || account.emailVerifiedAt === null ? null : account.email),
        emailChangedAt: deps.now(),
      });
      await revokeOneTimeLinks(tx.db, account.id, ['verify_email', 'reset_password', 'change_email']);
      return { email: account.pendingEmail };
    });
  } catch (error) {
    // Another user registered with the address at the same moment.
    if ((error as { code?: string }).code === '23505') throw new Failure('EMAIL_TAKEN');
    throw error;
  }
}

/**
 * Requests a change of the email address. Emails the new address a link that completes the change, and emails the
 * current address that a change was requested. A second request replaces the first one. Throws EMAIL_UNCHANGED,
 * EMAIL_TAKEN or TOO_MANY_REQUESTS.
 */
export async function changeEmail(
  deps: Deps,
  actor: Actor,
  input: ChangeEmailInput,
): Promise<{ pendingEmail: string }> {
  await enforceRateLimit(deps, 'account mail', actor.id);
  if (isSameEmail(input.email, actor.email)) throw new Failure('EMAIL_UNCHANGED');
  if (await findPersonByEmail(deps.db, input.email)) throw new Failure('EMAIL_TAKEN');
  return inTransaction(deps, async (tx) => {
    const account = await lockOwnAccount(tx.db, actor);
    await revokeOneTimeLinks(tx.db, account.id, ['change_email']);
    await updateAccount(tx.db, account.id, { pendingEmail: input.email });
    const mail = { subject: randomUUID(), at: deps.now() };
    const { fullName } = account;
    await sendMail(tx, {
      ...mail,
      kind: 'change_email',
      to: { personId: account.id, address: input.email },
      data: { fullName },
    });
    await sendMail(tx, {
      ...mail,
      kind: 'email_change_asked',
      to: { personId: account.id, address: account.email },
      data: { fullName, email: input.email },
    });
    return { pendingEmail: input.email };
  });
}

export function cancelEmailChange(deps: Deps, actor: Actor): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const account = await lockOwnAccount(tx.db, actor);
    await updateAccount(tx.db, account.id, { pendingEmail: null });
    await revokeOneTimeLinks(tx.db, account.id, ['change_email']);
  });
}

/**
 * Locks the account that an emailed link belongs to. Throws LINK_INVALID or ACCOUNT_SUSPENDED. It is safe to tell
 * the holder of a valid link about the suspension.
 */
async function lockAccountOfLink(
  db: Transaction<Database>,
  link: { personId: PersonId } | undefined,
): Promise<LockedAccount> {
  const account = link && (await lockAccount(db, link.personId));
  if (!account) throw new Failure('LINK_INVALID');
  if (account.suspendedAt !== null) throw new Failure('ACCOUNT_SUSPENDED');
  return account;
}

const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

// Password.

/**
 * Enqueues the job that sends a reset link. The request itself does not look up the email address, so that its
 * response and duration do not reveal whether an account exists. Throws TOO_MANY_REQUESTS.
 */
export async function requestPasswordReset(ctx: Ctx, input: { email: string }): Promise<void> {
  await enforceRateLimit(ctx.deps, 'forgot password', ctx.request.ip);
  await inTransaction(ctx.deps, (tx) => tx.enqueue('auth.forgot_password', { email: input.email.toLowerCase() }));
}

/**
 * Job: sends a reset link, unless the account is suspended or has got several links within an hour. Links in earlier
 * emails stay valid. `since` is the time of the request.
 */
export async function sendResetLink(deps: Deps, email: string, since: Date): Promise<void> {
  const user = await findPersonByEmail(deps.db, email);
  if (!user || user.suspendedAt !== null || !(await tryRateLimit(deps, 'forgot password account', user.id))) return;
  await inTransaction(deps, (tx) =>
    sendMail(tx, {
      kind: 'reset_password',
      // Ensures one email per request, even if the job runs twice.
      subject: since.toISOString(),
      to: { personId: user.id },
      data: { fullName: user.fullName },
      at: deps.now(),
    }),
  );
}

/** Returns whether a reset link can be used or has been used. Throws TOO_MANY_REQUESTS. */
export async function checkResetLink(ctx: Ctx, token: string): Promise<'usable' | 'used' | 'invalid'> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const link = await findOneTimeLink(ctx.deps, 'reset_password', token);
  if (link?.isUsable === true) return 'usable';
  return link !== undefined && link.usedAt !== null ? 'used' : 'invalid';
}

/**
 * Sets a new password with the one-time link from an email. Ends every session, even one that is just starting with
 * the old password, and cancels a pending change of the email address. The link proves that the caller owns the
 * address. If the address was not confirmed before, external identities, second factors and calendar feeds are removed,
 * because another person may have created the account with this address. Browsers that get push notifications lose
 * them with their session. Throws LINK_INVALID, ACCOUNT_SUSPENDED, PASSWORD_COMMON, TOO_MANY_REQUESTS or TOO_BUSY.
 */
export async function resetPassword(ctx: Ctx, input: ResetPasswordInput): Promise<void> {
  if (isCommonPassword(input.password)) throw new Failure('PASSWORD_COMMON');
  // Check the token before the expensive hash, so that guessing tokens costs little.
  if ((await checkResetLink(ctx, input.token)) !== 'usable') throw new Failure('LINK_INVALID');
  const passwordHash = await hashPassword(input.password, ctx.request.ip);
  await inTransaction(ctx.deps, async (tx) => {
    const link = await redeemOneTimeLink(tx.db, 'reset_password', input.token, ctx.deps.now());
    const account = await lockAccountOfLink(tx.db, link);
    if (!link || !isSameEmail(account.email, link.email)) throw new Failure('LINK_INVALID');
    if (account.emailVerifiedAt === null) {
      await deleteIdentities(tx.db, account.id);
      await removeAllFactors(tx.db, account.id, ctx.deps.now());
      await deleteFeedsByPerson(tx.db, account.id);
      await updateAccount(tx.db, account.id, { emailVerifiedAt: ctx.deps.now() });
    }
    await storePassword(tx, ctx.deps, account, passwordHash);
    await deleteSessionsExcept(tx.db, account.id, '');
  });
}

/**
 * Changes the caller's password, or sets the first one of a user who registered with external sign-in. Ends the
 * caller's other sessions and gives the current one a new id. Throws PASSWORD_COMMON, SIGNED_OUT (another request
 * changed the password at the same time), TOO_MANY_REQUESTS or TOO_BUSY.
 */
export async function changePassword(ctx: UserCtx, input: ChangePasswordInput): Promise<void> {
  await enforceRateLimit(ctx.deps, 'account change', ctx.user.id);
  if (isCommonPassword(input.password)) throw new Failure('PASSWORD_COMMON');
  const before = await findAccountWithSecrets(ctx.deps.db, ctx.user.id);
  const passwordHash = await hashPassword(input.password, ctx.request.ip);
  const signInVersion = await inTransaction(ctx.deps, async (tx) => {
    const account = await lockOwnAccount(tx.db, ctx.actor);
    // If two requests change the same password at once, the first one ends the session of the second one.
    if (account.passwordHash !== before.passwordHash) throw new Failure('SIGNED_OUT');
    const version = await storePassword(tx, ctx.deps, account, passwordHash);
    await deleteSessionsExcept(tx.db, account.id, ctx.session?.key ?? '');
    return version;
  });
  await ctx.session?.begin({ id: ctx.user.id, signInVersion }, getLastConfirmation(ctx));
}

/**
 * Stores a new password, revokes unused one-time links and the staff code, cancels a pending change of the email
 * address, increments the sign-in version and notifies the user. Returns the new version.
 */
async function storePassword(
  tx: UnitOfWork,
  deps: Deps,
  account: LockedAccount,
  passwordHash: string,
): Promise<number> {
  await updateAccount(tx.db, account.id, { passwordHash, pendingEmail: null });
  await clearStaffCode(tx.db, account.id);
  await revokeOneTimeLinks(tx.db, account.id, ['reset_password', 'change_email']);
  await sendSecurityMails(tx, account.id, {
    kind: 'password_changed',
    subject: randomUUID(),
    data: { fullName: account.fullName },
    at: deps.now(),
  });
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(account.id)] });
  return incrementSignInVersion(tx.db, account.id);
}

/** Locks the caller's account. Throws SIGNED_OUT if it has just been deleted. */
async function lockOwnAccount(db: Transaction<Database>, actor: Actor): Promise<LockedAccount> {
  const account = await lockAccount(db, actor.id);
  if (!account) throw new Failure('SIGNED_OUT');
  return account;
}

// Sessions.

/** Lists the caller's sessions, the current one first. */
export async function listOwnSessions(ctx: UserCtx) {
  const rows = await listSessions(ctx.deps.db, ctx.user.id, {
    now: ctx.deps.now(),
    idleSince: new Date(ctx.deps.now().getTime() - SESSION_IDLE_MS),
  });
  return rows
    .map(({ idHash, userAgent, ...row }) => ({
      ...row,
      id: idHash,
      device: formatDevice(userAgent),
      isThis: idHash === ctx.session?.key,
    }))
    .toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
}

/** Ends one of the caller's sessions. Does nothing if it has already ended. */
export async function endSession(ctx: UserCtx, input: { id: string }): Promise<void> {
  if (input.id === ctx.session?.key) await ctx.session.end();
  else {
    await deleteOwnSession(ctx.deps.db, { personId: ctx.user.id, idHash: input.id });
    ctx.deps.live.publish({ kind: 'access', to: [getPersonChannel(ctx.user.id)] });
  }
}

/**
 * Ends all sessions of an account in the caller's transaction. Returns the account with its values from before, or
 * undefined if the account was already deleted.
 */
export async function endAllSessions(tx: UnitOfWork, personId: PersonId): Promise<LockedAccount | undefined> {
  const account = await lockAccount(tx.db, personId);
  if (!account) return undefined;
  await incrementSignInVersion(tx.db, personId);
  await deleteSessionsExcept(tx.db, personId, '');
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(personId)] });
  return account;
}

/** Does the same as `endAllSessions`, and disconnects external sign-in. */
export async function revokeAccess(tx: UnitOfWork, personId: PersonId): Promise<LockedAccount | undefined> {
  const account = await endAllSessions(tx, personId);
  if (account) await deleteIdentities(tx.db, personId);
  return account;
}

// External sign-in. Connecting an identity is in openid.service.ts.

/** Disconnects external sign-in. Throws IDENTITY_LAST if the account has no password. */
export function disconnectIdentity(deps: Deps, actor: Actor): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const account = await lockOwnAccount(tx.db, actor);
    if (account.passwordHash === null) throw new Failure('IDENTITY_LAST');
    await deleteIdentities(tx.db, account.id);
  });
}
