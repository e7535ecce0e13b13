/** Signs users in, with a second step for accounts that have a second factor. */
import type { PersonId } from '@marquee/contracts';
import type { Deps } from '../../../core/deps.ts';
import type { PasskeySignature, SecondStepInput, SignInInput } from '@marquee/validation';
import { createHash } from 'node:crypto';
import type { Ctx, PendingSignIn, Proof, SessionUser } from '../../../core/ctx.ts';
import { formatDevice } from '../../../core/devices.ts';
import { Failure } from '../../../core/failures.ts';
import { toNetwork } from '../../../core/network.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { ConfirmationMethod } from '../../../db/schema.ts';
import type { OpenIdProfile } from '../../../gateways/openid.ts';
import { acceptCode, getCodeKind } from '../factors/codes.service.ts';
import { getFactorMethods } from '../factors/factors.service.ts';
import { beginPasskeyUse, usePasskey } from '../factors/passkeys.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { isPasswordCorrect } from '../accounts/passwords.service.ts';
import type { BrowserInfo } from './auth.service.ts';
import { cancelFactorReset } from '../accounts/factor-resets.service.ts';
import { storeIdentity } from './identities.service.ts';
import { findAccountWithSecrets, findSessionUser, findPersonByEmail, lockAccount } from '../accounts/accounts.sql.ts';
import { findAccountForSignIn, hasSignedIn, insertSignIn, setTimeZone, type SignInAccount } from './auth.sql.ts';

/** The time that a user has for the second step. */
const SECOND_STEP_MS = 5 * 60_000;

/**
 * The least time between checking a password and refusing the sign-in. Checking a code takes less, so the time does
 * not show whether the password or the code was wrong.
 */
const REFUSAL_MS = 50;

/**
 * Checks an email address and a password. Throws CREDENTIALS_WRONG (both for an unknown email address and for a wrong
 * password), ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS or TOO_BUSY.
 */
async function checkPassword(ctx: Ctx, input: SignInInput): Promise<SignInAccount> {
  await enforceRateLimit(ctx.deps, 'sign-in', ctx.request.ip);
  const account = await findPersonByEmail(ctx.deps.db, input.email);
  if (account && ctx.session !== null && ctx.session.findKnownSince(account.id) !== null) {
    await enforceRateLimit(ctx.deps, 'sign-in device', account.id);
  } else {
    const address = input.email.toLowerCase();
    await enforceRateLimit(ctx.deps, 'sign-in account', `${address} ${toNetwork(ctx.request.ip)}`);
    await enforceRateLimit(ctx.deps, 'sign-in address', address);
  }
  if (!(await isPasswordCorrect(account?.passwordHash ?? null, input.password, ctx.request.ip)) || !account) {
    await waitBeforeRefusal();
    throw new Failure('CREDENTIALS_WRONG');
  }
  // Only a user with the right password learns about the suspension.
  if (account.suspendedAt !== null) throw new Failure('ACCOUNT_SUSPENDED');
  return account;
}

const waitBeforeRefusal = () =>
  new Promise((resolve) => {
    setTimeout(resolve, REFUSAL_MS);
  });

/**
 * Signs the user in with a new session id, which prevents session fixation. An account with a second factor also
 * needs `code`, from the authenticator app or a recovery code. Throws CREDENTIALS_WRONG for an unknown email address,
 * a wrong password, and a missing or wrong code, after the same time. Throws ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS or
 * TOO_BUSY.
 */
export async function signIn(ctx: Ctx, input: SignInInput & BrowserInfo): Promise<SessionUser> {
  const account = await checkPassword(ctx, input);
  const by = account.hasFactor ? await checkSecondFactor(ctx, account, input.code) : 'password';
  return startSession(ctx, account, { by }, input);
}

async function checkSecondFactor(
  ctx: Ctx,
  account: SignInAccount,
  code: string | undefined,
): Promise<ConfirmationMethod> {
  const refusal = waitBeforeRefusal();
  try {
    if (code === undefined) throw new Failure('CODE_WRONG');
    return await acceptCode(ctx, account.id, code);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await recordSignIn(ctx, account, code === undefined ? 'password' : getCodeKind(code), 'factor_refused');
    await refusal;
    throw new Failure('CREDENTIALS_WRONG');
  }
}

export type SecondStep = Awaited<ReturnType<typeof getFactorMethods>>;

/**
 * Starts signing in from the web app. Returns the user if the account has no second factor. Otherwise stores the
 * pending sign-in in the session and returns the factors for the second step. Throws the same as `signIn`.
 */
export async function beginSignIn(
  ctx: Ctx,
  input: SignInInput & BrowserInfo,
): Promise<{ user: SessionUser; secondStep: null } | { user: null; secondStep: SecondStep }> {
  const account = await checkPassword(ctx, input);
  if (!account.hasFactor)
    return { user: await startSession(ctx, account, { by: 'password' }, input), secondStep: null };
  await storePendingSignIn(ctx, account);
  return { user: null, secondStep: await getFactorMethods(ctx.deps, account.id) };
}

const storePendingSignIn = async (
  ctx: Ctx,
  account: { id: string; signInVersion: number },
  toConnect?: OpenIdProfile,
) =>
  ctx.session?.storePendingSignIn({
    personId: account.id,
    signInVersion: account.signInVersion,
    since: ctx.deps.now().toISOString(),
    toConnect,
  });

/**
 * Continues after the sign-in at the OpenID provider. Signs the user in, or stores a pending sign-in if the account
 * has a second factor. The second step then connects the identity `toConnect` to the account. Returns whether the user
 * is signed in.
 */
export async function continueExternalSignIn(
  ctx: Ctx,
  personId: PersonId,
  toConnect: OpenIdProfile | undefined,
): Promise<boolean> {
  const account = await findAccountForSignIn(ctx.deps.db, personId);
  if (!account) return false;
  if (account.hasFactor) await storePendingSignIn(ctx, account, toConnect);
  else await startSession(ctx, account, { by: 'external' }, {});
  return !account.hasFactor;
}

function findPendingSignIn(ctx: Ctx): PendingSignIn | null {
  const pending = ctx.session?.pendingSignIn;
  return pending && Date.parse(pending.since) + SECOND_STEP_MS > ctx.deps.now().getTime() ? pending : null;
}

/** Returns the factors for the second step of the session's sign-in, or null if there is none. */
export async function getSecondStep(ctx: Ctx): Promise<SecondStep | null> {
  const pending = findPendingSignIn(ctx);
  return pending && getFactorMethods(ctx.deps, pending.personId);
}

/**
 * Returns the options with which the browser uses a passkey to sign in. After the first step, only passkeys of the
 * account are accepted. Throws TOO_MANY_REQUESTS.
 */
export async function beginPasskeySignIn(ctx: Ctx) {
  await enforceRateLimit(ctx.deps, 'sign-in', ctx.request.ip);
  return beginPasskeyUse(ctx, 'sign_in', findPendingSignIn(ctx)?.personId ?? null);
}

/** Signs in with a passkey alone. Throws PASSKEY_REFUSED, ACCOUNT_SUSPENDED or TOO_MANY_REQUESTS. */
export async function signInWithPasskey(
  ctx: Ctx,
  input: { passkey: PasskeySignature } & BrowserInfo,
): Promise<SessionUser> {
  await enforceRateLimit(ctx.deps, 'sign-in', ctx.request.ip);
  const { personId, proof } = await usePasskey(ctx, 'sign_in', null, input.passkey);
  const account = await findAccountForSignIn(ctx.deps.db, personId);
  if (!account) throw new Failure('PASSKEY_REFUSED');
  if (account.suspendedAt !== null) throw new Failure('ACCOUNT_SUSPENDED');
  return startSession(ctx, account, proof, input);
}

/**
 * Completes a sign-in with the second factor. Throws SIGN_IN_EXPIRED (too long ago, or the password has changed since
 * then), CODE_WRONG, CODES_BLOCKED, PASSKEY_REFUSED, ACCOUNT_SUSPENDED or TOO_MANY_REQUESTS.
 */
export async function completeSignIn(ctx: Ctx, input: { step: SecondStepInput } & BrowserInfo): Promise<SessionUser> {
  await enforceRateLimit(ctx.deps, 'sign-in', ctx.request.ip);
  const pending = findPendingSignIn(ctx);
  const account = pending && (await findAccountForSignIn(ctx.deps.db, pending.personId));
  if (!account || account.signInVersion !== pending.signInVersion) throw new Failure('SIGN_IN_EXPIRED');
  if (account.suspendedAt !== null) throw new Failure('ACCOUNT_SUSPENDED');
  const { step } = input;
  try {
    const proof =
      'code' in step
        ? { by: await acceptCode(ctx, account.id, step.code) }
        : (await usePasskey(ctx, 'sign_in', account.id, step.passkey)).proof;
    // Changes nothing if the account has got another identity in the meantime.
    if (pending.toConnect !== undefined) await storeIdentity(ctx.deps, account.id, pending.toConnect);
    return await startSession(ctx, account, proof, input);
  } catch (error) {
    if (error instanceof Failure)
      await recordSignIn(ctx, account, 'code' in step ? getCodeKind(step.code) : 'passkey', 'factor_refused');
    throw error;
  }
}

/** Starts a session after a successful sign-in, and records the sign-in. */
async function startSession(
  ctx: Ctx,
  account: SignInAccount,
  proof: Proof,
  { timeZone }: BrowserInfo,
): Promise<SessionUser> {
  const { by: method } = proof;
  await recordSignIn(ctx, account, method, 'signed_in');
  await ctx.session?.begin(account, { at: ctx.deps.now(), ...proof });
  if (method === 'recovery_code') await endOtherSessions(ctx, account.id);
  // The user has not lost this factor.
  if (method === 'passkey' || method === 'authenticator')
    await inTransaction(ctx.deps, (tx) => cancelFactorReset(tx.db, account.id, { by: null, at: ctx.deps.now() }));
  if (timeZone !== undefined) await setTimeZone(ctx.deps.db, account.id, timeZone);
  // The version may have been incremented since `account` was read, to end other sessions.
  const { signInVersion } = await findAccountWithSecrets(ctx.deps.db, account.id);
  const user = await findSessionUser(ctx.deps.db, account.id, signInVersion, null);
  if (!user) throw new Failure('ACCOUNT_SUSPENDED');
  return user;
}

/** Ends every session of the user except the current one, even one that is just starting. */
export async function endOtherSessions(ctx: Ctx, personId: PersonId): Promise<void> {
  await inTransaction(ctx.deps, async (tx) => {
    if (await lockAccount(tx.db, personId)) await ctx.session?.endOthers(tx, personId);
  });
}

/** The time for which the sign-ins of an account are stored (`RETENTION_DAYS` of the module housekeeping). */
const HISTORY_MS = 180 * 24 * 3600_000;

/**
 * Records a sign-in or a failed second step. Emails the user about a sign-in from a new device, except the very first
 * sign-in of an account. Programs without cookies are new at each sign-in, so sign-ins from the same kind of device and
 * the same network cause one email a day (UTC).
 */
async function recordSignIn(
  ctx: Ctx,
  account: SignInAccount,
  method: ConfirmationMethod,
  outcome: 'signed_in' | 'factor_refused',
): Promise<void> {
  const at = ctx.deps.now();
  const userAgent = ctx.session?.userAgent || null;
  const device = formatDevice(userAgent);
  const place =
    (await ctx.deps.places?.find(ctx.request.ip).catch((error: unknown) => logPlaceError(ctx.deps, error))) ?? null;
  await inTransaction(ctx.deps, async (tx) => {
    // An old account without a stored sign-in was last used before the history begins.
    const isFirst = account.createdAt.getTime() + HISTORY_MS > at.getTime() && !(await hasSignedIn(tx.db, account.id));
    const isNewDevice = !isFirst && ctx.session !== null && ctx.session.findKnownSince(account.id) === null;
    await insertSignIn(tx.db, {
      personId: account.id,
      at,
      method,
      outcome,
      userAgent,
      ip: ctx.request.ip,
      place,
      isNewDevice,
    });
    if (outcome === 'signed_in' && isNewDevice)
      await sendMail(tx, {
        kind: 'new_sign_in',
        // A hash, because the address is personal data that is deleted earlier than the list of emails.
        subject: createHash('sha256')
          .update(JSON.stringify([account.id, device, toNetwork(ctx.request.ip), at.toISOString().slice(0, 10)]))
          .digest('base64url'),
        to: { personId: account.id },
        data: { fullName: account.fullName, device, place, at: at.toISOString() },
        at,
      });
  });
}

function logPlaceError(deps: Deps, error: unknown): null {
  deps.log.error({ err: error }, 'the location database cannot be read');
  return null;
}
