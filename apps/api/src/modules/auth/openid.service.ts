/**
 * Sign-in through the OpenID provider. The rule for joining it to an account that is there already: only when the
 * provider says that the address is verified *and* our account's address is confirmed. Otherwise whoever registered
 * with somebody else's address (here or there) would share that person's account. Everybody else signs in with the
 * password first and connects in the settings.
 */
import { randomUUID } from 'node:crypto';
import type { SignInProblem, WelcomeInput } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, Newcomer, SessionUser } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OpenIdProfile } from '../../gateways/openid.ts';
import { sendMail } from '../mail/mail.service.ts';
import { createUser, type BrowserInfo } from './auth.service.ts';
import {
  findSessionUser,
  findUserByEmail,
  findUserByIdentity,
  insertIdentity,
  lockAccount,
  setIdentityUsed,
} from './auth.sql.ts';

/** Where a browser goes after the provider sent it back. */
type SignInOutcome =
  | { kind: 'signed_in' }
  | { kind: 'connected' }
  | { kind: 'newcomer' }
  | { kind: 'problem'; problem: SignInProblem };

const toProblemOutcome = (named: SignInProblem): SignInOutcome => ({ kind: 'problem', problem: named });

/** Signs in whom the provider named, or makes a newcomer of somebody without an account, who chooses its type next. */
export async function signInWithIdentity(ctx: Ctx, identity: OpenIdProfile, next: string): Promise<SignInOutcome> {
  const known = await signInKnownIdentity(ctx, identity);
  if (known) return known;
  if (identity.email === null) return toProblemOutcome('no_email');
  const account = await findUserByEmail(ctx.db, identity.email);
  if (!account) {
    await ctx.session?.storeNewcomer({ ...identity, next, since: ctx.now().toISOString() });
    return { kind: 'newcomer' };
  }
  if (!identity.emailVerified || account.emailVerifiedAt === null) return toProblemOutcome('exists');
  const refused = await storeConnectedIdentity(ctx, account.id, identity);
  if (refused !== null) return toProblemOutcome(refused);
  await ctx.session?.begin(account);
  return { kind: 'signed_in' };
}

/** Starts a session of the account that an identity signs in to; undefined when there is none. */
async function signInKnownIdentity(ctx: Ctx, identity: OpenIdProfile): Promise<SignInOutcome | undefined> {
  const known = await findUserByIdentity(ctx.db, identity);
  if (!known) return undefined;
  if (known.suspendedAt !== null) return toProblemOutcome('suspended');
  await setIdentityUsed(ctx.db, identity, ctx.now());
  await ctx.session?.begin(known);
  return { kind: 'signed_in' };
}

/**
 * Connects an identity to the account that asked for it, which must still be the one that is signed in and whose
 * address must be confirmed: else somebody could leave a way in on an account made with another person's address.
 */
export async function connectIdentity(ctx: Ctx, userId: string, identity: OpenIdProfile): Promise<SignInOutcome> {
  if (ctx.user?.id !== userId) return toProblemOutcome('expired');
  if (ctx.user.emailVerifiedAt === null) return toProblemOutcome('unverified');
  const refused = await storeConnectedIdentity(ctx, userId, identity);
  return refused === null ? { kind: 'connected' } : toProblemOutcome(refused);
}

/** Writes the connection and tells the person. Null when it stands; it may have stood before. */
function storeConnectedIdentity(deps: Deps, userId: string, identity: OpenIdProfile): Promise<SignInProblem | null> {
  return inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || account.emailVerifiedAt === null) return 'exists';
    if (account.suspendedAt !== null) return 'suspended';
    if (!(await insertIdentity(tx, createIdentityRow(deps, userId, identity)))) {
      const owner = await findUserByIdentity(tx, identity);
      return owner === undefined ? 'another' : owner.id === userId ? null : 'taken';
    }
    await sendMail(tx, {
      kind: 'identity_connected',
      subject: randomUUID(),
      to: { userId },
      data: { fullName: account.fullName, label: deps.env.OIDC_LABEL },
      at: deps.now(),
    });
    return null;
  });
}

const createIdentityRow = (deps: Deps, userId: string, { issuer, subject, email }: OpenIdProfile) => ({
  issuer,
  subject,
  userId,
  email,
  connectedAt: deps.now(),
  lastUsedAt: deps.now(),
});

/** A newcomer has this long to choose an account type. */
const WELCOME_VALID_MS = 30 * 60_000;

/** Whom the browser's session remembers as a newcomer, or null. */
function findNewcomer(ctx: Ctx): Newcomer | null {
  const newcomer = ctx.session?.newcomer;
  return newcomer && Date.parse(newcomer.since) + WELCOME_VALID_MS > ctx.now().getTime() ? newcomer : null;
}

/** What the screen for newcomers shows; null when there is none. */
export function getWelcome(ctx: Ctx) {
  const newcomer = findNewcomer(ctx);
  return (
    newcomer && { fullName: newcomer.name, email: newcomer.email ?? '', label: ctx.env.OIDC_LABEL, next: newcomer.next }
  );
}

/**
 * Creates the newcomer's account and signs in. Its address is confirmed when the provider says so; otherwise a mail
 * asks. Pressing twice makes one account. Throws WELCOME_EXPIRED, EMAIL_TAKEN or TOO_MANY_REQUESTS.
 */
export async function completeWelcome(ctx: Ctx, input: WelcomeInput & BrowserInfo): Promise<SessionUser> {
  await enforceRateLimit(ctx, 'register', ctx.ip);
  const newcomer = findNewcomer(ctx);
  if (newcomer === null || newcomer.email === null) throw new Failure('WELCOME_EXPIRED');
  let user: SessionUser;
  try {
    user = await createUser(
      ctx,
      { ...input, email: newcomer.email, passwordHash: null, emailVerified: newcomer.emailVerified },
      (tx, made) => connectNewUser(ctx, tx, made, newcomer),
    );
  } catch (error) {
    const known = await findUserByIdentity(ctx.db, newcomer);
    const same = known && (await findSessionUser(ctx.db, known.id, known.signInVersion));
    if (!(error instanceof Failure) || !same) throw error;
    user = same;
  }
  await signInKnownIdentity(ctx, newcomer);
  return user;
}

async function connectNewUser(
  deps: Deps,
  tx: Transaction<Database>,
  user: SessionUser,
  newcomer: Newcomer,
): Promise<void> {
  if (!(await insertIdentity(tx, createIdentityRow(deps, user.id, newcomer)))) throw new Failure('EMAIL_TAKEN');
}
