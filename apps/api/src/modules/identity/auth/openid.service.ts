/**
 * Signs users in through the OpenID provider. An identity is connected to an existing account with the same address
 * only if both the provider and Marquee have verified the address. Otherwise, a user who registered with another
 * person's address would share an account with that person. All other users sign in with their password and connect
 * the identity in the settings.
 */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { SignInProblem, WelcomeInput } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, Newcomer, SessionUser } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { Database } from '../../../db/schema.ts';
import type { OpenIdProfile } from '../../../gateways/openid.ts';
import { createUser, type BrowserInfo } from './auth.service.ts';
import { confirmWithIdentity } from './confirmation.service.ts';
import { createIdentityRow, storeIdentity } from './identities.service.ts';
import { continueExternalSignIn } from './sign-in.service.ts';
import { findSessionUser, findPersonByEmail, listIdentities } from '../accounts/accounts.sql.ts';
import { findPersonByIdentity, insertIdentity, setIdentityUsed } from './auth.sql.ts';

/** The outcome when a user returns from the provider. It determines which page opens next. */
type SignInOutcome =
  | { kind: 'signed_in' }
  | { kind: 'second_step' }
  | { kind: 'confirmed' }
  | { kind: 'connected' }
  | { kind: 'newcomer' }
  | { kind: 'problem'; problem: SignInProblem };

const toProblemOutcome = (named: SignInProblem): SignInOutcome => ({ kind: 'problem', problem: named });

/**
 * Signs in the user of an identity. If the identity is new and its verified address belongs to an account, connects it
 * to that account. If the account has a second factor, the user has to enter it first. If no account has the address,
 * stores the identity in the session, and the user chooses an account type on /welcome.
 */
export async function signInWithIdentity(ctx: Ctx, identity: OpenIdProfile, next: string): Promise<SignInOutcome> {
  const knownUser = await signInKnownIdentity(ctx, identity);
  if (knownUser) return knownUser;
  if (identity.email === null) return toProblemOutcome('no_email');
  const account = await findPersonByEmail(ctx.deps.db, identity.email);
  if (!account) {
    await ctx.session?.storeNewcomer({ ...identity, next, since: ctx.deps.now().toISOString() });
    return { kind: 'newcomer' };
  }
  if (!identity.emailVerified || account.emailVerifiedAt === null) return toProblemOutcome('exists');
  if (account.hasFactor) {
    if (account.suspendedAt !== null) return toProblemOutcome('suspended');
    if ((await listIdentities(ctx.deps.db, account.id)).length > 0) return toProblemOutcome('another');
    return continueSignIn(ctx, account.id, identity);
  }
  const refusal = await storeIdentity(ctx.deps, account.id, identity);
  return refusal === null ? continueSignIn(ctx, account.id) : toProblemOutcome(refusal);
}

const continueSignIn = async (ctx: Ctx, personId: PersonId, toConnect?: OpenIdProfile): Promise<SignInOutcome> => ({
  kind: (await continueExternalSignIn(ctx, personId, toConnect)) ? 'signed_in' : 'second_step',
});

async function signInKnownIdentity(ctx: Ctx, identity: OpenIdProfile): Promise<SignInOutcome | undefined> {
  const knownUser = await findPersonByIdentity(ctx.deps.db, identity);
  if (!knownUser) return undefined;
  if (knownUser.suspendedAt !== null) return toProblemOutcome('suspended');
  await setIdentityUsed(ctx.deps.db, identity, ctx.deps.now());
  return continueSignIn(ctx, knownUser.id);
}

/**
 * Connects an identity to the account that requested it. The user must still be signed in, and the account's address
 * must be verified. Otherwise an attacker could keep access to an account with another person's address.
 */
export async function connectIdentity(
  deps: Deps,
  viewer: Actor | null,
  personId: PersonId,
  identity: OpenIdProfile,
): Promise<SignInOutcome> {
  if (viewer?.id !== personId) return toProblemOutcome('expired');
  if (viewer.emailVerifiedAt === null) return toProblemOutcome('unverified');
  const refusal = await storeIdentity(deps, personId, identity);
  return refusal === null ? { kind: 'connected' } : toProblemOutcome(refusal);
}

/** Confirms an action of the signed-in user with an identity that is connected to the account. */
export const confirmIdentity = async (ctx: Ctx, personId: PersonId, identity: OpenIdProfile): Promise<SignInOutcome> =>
  (await confirmWithIdentity(ctx, personId, identity)) ? { kind: 'confirmed' } : toProblemOutcome('another');

/** Time that a newcomer has to choose the account type on /welcome. */
const WELCOME_VALID_MS = 30 * 60_000;

function findNewcomer(ctx: Ctx): Newcomer | null {
  const newcomer = ctx.session?.newcomer;
  return newcomer && Date.parse(newcomer.since) + WELCOME_VALID_MS > ctx.deps.now().getTime() ? newcomer : null;
}

/** Returns the data of the /welcome screen, or null if no newcomer is in the session or their time is up. */
export function getWelcome(ctx: Ctx) {
  const newcomer = findNewcomer(ctx);
  return (
    newcomer && {
      fullName: newcomer.name,
      email: newcomer.email ?? '',
      label: ctx.deps.env.OIDC_LABEL,
      next: newcomer.next,
    }
  );
}

/**
 * Creates the newcomer's account and signs in. Sends a verification email if the provider has not verified the
 * address. Submitting the form twice creates one account. Throws WELCOME_EXPIRED, EMAIL_TAKEN or TOO_MANY_REQUESTS.
 */
export async function completeWelcome(ctx: Ctx, input: WelcomeInput & BrowserInfo): Promise<SessionUser> {
  await enforceRateLimit(ctx.deps, 'register', ctx.request.ip);
  const newcomer = findNewcomer(ctx);
  if (newcomer === null || newcomer.email === null) throw new Failure('WELCOME_EXPIRED');
  let user: SessionUser;
  try {
    user = await createUser(
      ctx.deps,
      { ...input, email: newcomer.email, passwordHash: null, emailVerified: newcomer.emailVerified },
      (db, newUser) => connectNewUser(ctx.deps, db, newUser, newcomer),
    );
  } catch (error) {
    const knownUser = await findPersonByIdentity(ctx.deps.db, newcomer);
    const same = knownUser && (await findSessionUser(ctx.deps.db, knownUser.id, knownUser.signInVersion, null));
    if (!(error instanceof Failure) || !same) throw error;
    user = same;
  }
  await signInKnownIdentity(ctx, newcomer);
  return user;
}

async function connectNewUser(
  deps: Deps,
  db: Transaction<Database>,
  user: SessionUser,
  newcomer: Newcomer,
): Promise<void> {
  if (!(await insertIdentity(db, createIdentityRow(deps, user.id, newcomer)))) throw new Failure('EMAIL_TAKEN');
}
