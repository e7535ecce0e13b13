import type { PersonId, WorkspaceId } from '@marquee/contracts';
import {
  DEFAULT_BIO,
  DEFAULT_LOCATION,
  isReservedUsername,
  type RegistrationInput,
  USERNAME_PATTERN,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, SessionUser } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { assertNotOperatorName } from '../../../core/operator-name.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { hashPassword, isCommonPassword } from '../accounts/passwords.service.ts';
import { findSessionUser, findPersonByEmail } from '../accounts/accounts.sql.ts';
import { insertOwnWorkspace, insertPerson, insertAccount, listUsernamesLike } from './auth.sql.ts';

/**
 * Creates an account without signing the user in (requirements R2.35). Throws PASSWORD_COMMON, EMAIL_TAKEN,
 * NAME_RESERVED, TOO_MANY_REQUESTS or TOO_BUSY.
 */
export async function registerUser(ctx: Ctx, input: RegistrationInput & BrowserInfo): Promise<SessionUser> {
  await enforceRateLimit(ctx.deps, 'register', ctx.request.ip);
  const { password, ...account } = input;
  return createUser(ctx.deps, {
    ...account,
    passwordHash: await hashNewPassword(ctx, password),
    emailVerified: false,
  });
}

/** Hashes a password that a new account chose. Throws PASSWORD_COMMON or TOO_BUSY. */
export async function hashNewPassword(ctx: Pick<Ctx, 'request'>, password: string): Promise<string> {
  if (isCommonPassword(password)) throw new Failure('PASSWORD_COMMON');
  return hashPassword(password, ctx.request.ip);
}

/**
 * Inserts a person without a workspace, whose email address an invitation has proved. Returns the id. Throws
 * EMAIL_TAKEN.
 */
export async function insertInvitedPerson(
  db: Transaction<Database>,
  { fullName, email, passwordHash, at }: { fullName: string; email: string; passwordHash: string; at: Date },
): Promise<string> {
  const person = await insertPerson(db, { fullName, email, emailVerifiedAt: at, passwordHash, createdAt: at });
  if (!person) throw new Failure('EMAIL_TAKEN');
  return person.id;
}

export interface BrowserInfo {
  timeZone?: string | undefined;
}

export interface NewUser extends Omit<RegistrationInput, 'password'>, BrowserInfo {
  passwordHash: string | null;
  emailVerified: boolean;
}

/**
 * Creates a person with a workspace of their own, whose free username is based on the full name. Sends a verification
 * email unless the address is already verified. `also` is more work for the same transaction. Throws EMAIL_TAKEN or
 * NAME_RESERVED.
 */
export async function createUser(
  deps: Deps,
  input: NewUser,
  also?: (db: Transaction<Database>, user: SessionUser) => Promise<void>,
): Promise<SessionUser> {
  assertNotOperatorName(deps, input.fullName);
  // If two users with the same name register at once, the unique constraint on usernames rejects the second one,
  // which then tries the next number.
  for (let attempt = 0; attempt < 5; attempt++) {
    const username = await findFreeUsername(deps.db, input.fullName);
    const user = await inTransaction(deps, async (tx) => {
      const person = { fullName: input.fullName, timeZone: input.timeZone ?? null, createdAt: deps.now() };
      const id = await insertAccount(
        tx.db,
        {
          ...person,
          email: input.email,
          emailVerifiedAt: input.emailVerified ? deps.now() : null,
          passwordHash: input.passwordHash,
        },
        {
          ...person,
          username,
          userType: input.userType,
          ...EMPTY_PROFILE,
        },
      );
      const newUser = id === undefined ? undefined : await findSessionUser(tx.db, id, 0, null);
      if (!newUser) return undefined;
      await also?.(tx.db, newUser);
      if (!input.emailVerified) {
        await sendMail(tx, {
          kind: 'verify_email',
          subject: newUser.id,
          to: { personId: newUser.id },
          data: {},
          at: deps.now(),
        });
      }
      return newUser;
    });
    if (user) return user;
    if (await findPersonByEmail(deps.db, input.email)) throw new Failure('EMAIL_TAKEN');
  }
  throw new Failure('TOO_BUSY');
}

/**
 * Creates a workspace for a person without one, in the caller's transaction. Throws TOO_BUSY if its username is taken
 * at the same time.
 */
export async function createOwnWorkspace(
  db: Transaction<Database>,
  {
    personId,
    fullName,
    userType,
    timeZone,
    createdAt,
  }: Pick<NewUser, 'fullName' | 'userType'> & {
    personId: PersonId;
    timeZone: string | null;
    createdAt: Date;
  },
): Promise<WorkspaceId> {
  const username = await findFreeUsername(db, fullName);
  const id = await insertOwnWorkspace(db, personId, {
    ...EMPTY_PROFILE,
    username,
    fullName,
    userType,
    timeZone,
    createdAt,
  });
  if (id === undefined) throw new Failure('TOO_BUSY');
  return id;
}

/** The public profile of a new workspace. */
const EMPTY_PROFILE = {
  bio: DEFAULT_BIO,
  location: DEFAULT_LOCATION,
  profileImageUrl: null,
  stripeAccountId: null,
};

/** Returns a free username: 'Zoë van Dijk' → 'zoe_van_dijk', with a number appended if it is taken or reserved. */
async function findFreeUsername(db: Db, fullName: string): Promise<string> {
  const plainName = fullName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 24)
    .replace(/_+$/, '');
  const baseName = USERNAME_PATTERN.test(plainName) ? plainName : `creator${plainName === '' ? '' : `_${plainName}`}`;
  // If the name is only reserved for a page, a number is appended. If it suggests staff, it is replaced, because a
  // number would not help.
  const base = isReservedUsername(`${baseName}_2`) ? 'creator' : baseName;
  const takenNames = new Set(await listUsernamesLike(db, base));
  if (!takenNames.has(base) && !isReservedUsername(base)) return base;
  let number = 2;
  while (takenNames.has(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}

export async function signOut(ctx: Ctx): Promise<void> {
  await ctx.session?.end();
}
