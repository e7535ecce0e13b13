/** Lets a signed-in user confirm their identity before a sensitive action (core/confirmations.ts). */
import type { PersonId } from '@marquee/contracts';
import type { ConfirmationInput } from '@marquee/validation';
import { isConfirmed } from '../../../core/confirmations.ts';
import type { Ctx, Proof, UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { OpenIdProfile } from '../../../gateways/openid.ts';
import { acceptCode } from '../factors/codes.service.ts';
import { getFactorMethods } from '../factors/factors.service.ts';
import { beginPasskeyUse, usePasskey } from '../factors/passkeys.service.ts';
import { isPasswordCorrect } from '../accounts/passwords.service.ts';
import { findAccountWithSecrets, listIdentities } from '../accounts/accounts.sql.ts';
import { findPersonByIdentity } from './auth.sql.ts';
import { endOtherSessions } from './sign-in.service.ts';

/**
 * Returns whether the caller has confirmed recently, and the ways to do it. An account with a second factor has to use
 * it. Otherwise it uses the password, or external sign-in if it has none.
 */
export async function getConfirmation(ctx: UserCtx) {
  const [account, identities, factors] = await Promise.all([
    findAccountWithSecrets(ctx.deps.db, ctx.user.id),
    listIdentities(ctx.deps.db, ctx.user.id),
    getFactorMethods(ctx.deps, ctx.user.id),
  ]);
  const hasPassword = !account.hasFactor && account.passwordHash !== null;
  const isExternal = !account.hasFactor && !hasPassword && ctx.deps.openId !== null && identities.length > 0;
  return {
    isConfirmed: isConfirmed(ctx),
    ...factors,
    hasPassword,
    externalLabel: isExternal ? ctx.deps.env.OIDC_LABEL : null,
  };
}

/** Returns the options with which the browser uses one of the caller's passkeys. */
export const beginPasskeyConfirmation = (ctx: UserCtx) => beginPasskeyUse(ctx, 'confirmation', ctx.user.id);

/**
 * Confirms the caller’s identity. A recovery code also ends all other sessions. Throws PASSWORD_WRONG,
 * CONFIRMATION_REQUIRED (a password, although the account has a second factor), CODE_WRONG, CODES_BLOCKED,
 * PASSKEY_REFUSED, TOO_MANY_REQUESTS or TOO_BUSY.
 */
export async function confirm(ctx: UserCtx, input: ConfirmationInput): Promise<void> {
  await enforceRateLimit(ctx.deps, 'account change', ctx.user.id);
  const proof = await checkProof(ctx, input);
  ctx.session?.confirm({ at: ctx.deps.now(), ...proof });
  if (proof.by === 'recovery_code') await endOtherSessions(ctx, ctx.user.id);
}

async function checkProof(ctx: UserCtx, input: ConfirmationInput): Promise<Proof> {
  if ('passkey' in input) return (await usePasskey(ctx, 'confirmation', ctx.user.id, input.passkey)).proof;
  if ('code' in input) return { by: await acceptCode(ctx, ctx.user.id, input.code) };
  const { passwordHash, hasFactor } = await findAccountWithSecrets(ctx.deps.db, ctx.user.id);
  if (hasFactor) throw new Failure('CONFIRMATION_REQUIRED');
  if (!(await isPasswordCorrect(passwordHash, input.password, ctx.request.ip))) throw new Failure('PASSWORD_WRONG');
  return { by: 'password' };
}

/**
 * Confirms with a new sign-in at the OpenID provider. Returns whether the identity belongs to the user with the id
 * `personId`, who must still be signed in.
 */
export async function confirmWithIdentity(ctx: Ctx, personId: PersonId, identity: OpenIdProfile): Promise<boolean> {
  if (ctx.user?.id !== personId || (await findPersonByIdentity(ctx.deps.db, identity))?.id !== personId) return false;
  ctx.session?.confirm({ at: ctx.deps.now(), by: 'external' });
  return true;
}
