import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { SessionUser } from '../../core/ctx.ts';
import type { KeysetCursor } from '../../core/paging.ts';
import { prepareReadFirst } from '../../db/prepared.ts';
import type { Database, Db, PasskeyChallenge, UserRole } from '../../db/schema.ts';

/** The account columns that users see about themselves (GET /api/auth/user) and that services use. */
const sessionUserColumns = [
  'id',
  'username',
  'fullName',
  'email',
  'emailVerifiedAt',
  'userType',
  'profileImageUrl',
  'payoutsEnabled',
  'role',
  'hasFactor',
] as const;

/**
 * Reads the signed-in user, on each request because the role may change during a session. Returns undefined if the
 * account is suspended or deleted, or if `signInVersion` is outdated.
 */
export const findSessionUser: (db: Db, id: string, signInVersion: number) => Promise<SessionUser | undefined> =
  prepareReadFirst((db: Db, id: string, signInVersion: number) =>
    db
      .selectFrom('appUser')
      .select(sessionUserColumns)
      .where('id', '=', id)
      .where('signInVersion', '=', signInVersion)
      .where('deletedAt', 'is', null)
      .where('suspendedAt', 'is', null),
  );

/** Columns for signing in and changing sign-in methods. They must never be sent to a client. */
const accountColumns = [
  ...sessionUserColumns,
  'passwordHash',
  'pendingEmail',
  'formerEmail',
  'emailChangedAt',
  'payoutsFrozenAt',
  'signInVersion',
  'suspendedAt',
  'createdAt',
] as const;

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('appUser')
    .select(accountColumns)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** Finds an account whose user has proved who they are. */
export const findAccountForSignIn = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

export type SignInAccount = NonNullable<Awaited<ReturnType<typeof findAccountForSignIn>>>;

export const insertSignIn = (tx: Transaction<Database>, row: Insertable<Database['signIn']>) =>
  tx.insertInto('signIn').values(row).execute();

/** Lists a user's sign-ins and failed second steps, newest first, after the position `after`. */
export const listSignIns = (db: Db, userId: string, after: KeysetCursor | null, limit: number) =>
  db
    .selectFrom('signIn')
    .select(['id', 'at', 'method', 'outcome', 'userAgent', 'ip', 'place', 'isNewDevice'])
    .where('userId', '=', userId)
    .$if(after !== null, (query) => query.where(sql<boolean>`(at, id) < (${after?.at}, ${after?.id})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Whether the account has a stored sign-in. */
export const hasSignedIn = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('signIn')
    .select('id')
    .where('userId', '=', userId)
    .where('outcome', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findAccountWithSecrets = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();

/**
 * Locks the account, so that changes to its sign-in methods run one after another. Does not use FOR UPDATE, which
 * would block inserting events that reference the account.
 */
export const lockAccount = (tx: Transaction<Database>, id: string) =>
  tx
    .selectFrom('appUser')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

export const updateAccount = (tx: Transaction<Database>, id: string, change: Updateable<Database['appUser']>) =>
  tx.updateTable('appUser').set(change).where('id', '=', id).execute();

/** Sets the user's time zone. Writes nothing if it is unchanged. */
export const setTimeZone = (db: Db, id: string, timeZone: string) =>
  db
    .updateTable('appUser')
    .set({ timeZone })
    .where('id', '=', id)
    .where('timeZone', 'is distinct from', timeZone)
    .execute();

/** Increments the sign-in version, which ends all existing sessions. Returns the new version. */
export const incrementSignInVersion = async (tx: Transaction<Database>, id: string): Promise<number> => {
  const row = await tx
    .updateTable('appUser')
    .set((eb) => ({ signInVersion: eb('signInVersion', '+', 1) }))
    .where('id', '=', id)
    .returning('signInVersion')
    .executeTakeFirstOrThrow();
  return row.signInVersion;
};

export const findUserByIdentity = (db: Db, identity: { issuer: string; subject: string }) =>
  db
    .selectFrom('externalIdentity')
    .innerJoin('appUser', 'appUser.id', 'externalIdentity.userId')
    .select(['appUser.id', 'appUser.signInVersion', 'appUser.suspendedAt'])
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();

/**
 * Inserts an external identity. Returns undefined if the identity is already connected to an account, or if the user
 * already has an identity of this provider.
 */
export const insertIdentity = (tx: Transaction<Database>, row: Insertable<Database['externalIdentity']>) =>
  tx
    .insertInto('externalIdentity')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();

export const setIdentityUsed = (
  db: Db,
  identity: { issuer: string; subject: string; email: string | null },
  at: Date,
) =>
  db
    .updateTable('externalIdentity')
    .set({ lastUsedAt: at, email: identity.email })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute();

export const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('externalIdentity')
    .select(['issuer', 'subject', 'email', 'connectedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .execute();

export const deleteIdentities = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('externalIdentity').where('userId', '=', userId).execute();

/** Lists usernames that equal `base` or `base_` plus digits, including former usernames. */
export const listUsernamesLike = async (db: Db, base: string): Promise<string[]> => {
  const pattern = sql<string>`${`^${base}(_[0-9]+)?$`}::citext`;
  const rows = await db
    .selectFrom('appUser')
    .select('username')
    .where('username', '~', pattern)
    .unionAll(db.selectFrom('formerUsername').select('username').where('username', '~', pattern))
    .execute();
  return rows.map((row) => row.username.toLowerCase());
};

/** Inserts a user. Returns undefined if the email address or the username is taken. */
export const insertUser = (db: Db, user: Insertable<Database['appUser']>): Promise<SessionUser | undefined> =>
  db
    .insertInto('appUser')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning(sessionUserColumns)
    .executeTakeFirst();

export const findSession = prepareReadFirst((db: Db, idHash: string) =>
  db.selectFrom('session').select(['data', 'lastSeenAt', 'expiresAt']).where('idHash', '=', idHash),
);

export const upsertSession = (db: Db, row: Insertable<Database['session']>) =>
  db
    .insertInto('session')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('idHash').doUpdateSet((eb) => ({
        data: eb.ref('excluded.data'),
        userId: eb.ref('excluded.userId'),
        userAgent: eb.ref('excluded.userAgent'),
        ip: eb.ref('excluded.ip'),
        lastSeenAt: eb.ref('excluded.lastSeenAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute();

export const setSessionSeen = (db: Db, idHash: string, at: Date) =>
  db.updateTable('session').set({ lastSeenAt: at }).where('idHash', '=', idHash).execute();

export const setChallenge = (db: Db, idHash: string, challenge: PasskeyChallenge) =>
  db
    .updateTable('session')
    .set({ challenge: JSON.stringify(challenge) })
    .where('idHash', '=', idHash)
    .execute();

/** Removes a session's challenge and returns it. The lock makes a concurrent call wait and then find nothing. */
export const deleteChallenge = async (db: Db, idHash: string): Promise<PasskeyChallenge | null> => {
  const row = await db
    .with('before', (before) =>
      before
        .selectFrom('session')
        .select(['idHash', 'challenge'])
        .where('idHash', '=', idHash)
        .where('challenge', 'is not', null)
        .forUpdate(),
    )
    .updateTable('session')
    .from('before')
    .set({ challenge: null })
    .whereRef('session.idHash', '=', 'before.idHash')
    .returning('before.challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
};

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('session').where('idHash', '=', idHash).returning('userId').executeTakeFirst();

/**
 * Lists those of the sessions that have not expired, belong to an active account and have its current sign-in
 * version.
 */
export const listValidSessions = (db: Db, idHashes: readonly string[], now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select('session.idHash')
    .where(sql<boolean>`session.id_hash = any(${idHashes})`)
    .where('session.expiresAt', '>', now)
    .where('appUser.deletedAt', 'is', null)
    .where('appUser.suspendedAt', 'is', null)
    .where(sql<boolean>`coalesce((session.data ->> 'signInVersion')::int, 0) = app_user.sign_in_version`)
    .execute();

/** Lists a user's sessions, most recently used first. A session that was not used since `idleSince` has ended. */
export const listSessions = (db: Db, userId: string, times: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('session')
    .select(['idHash', 'userAgent', 'ip', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', times.now)
    .where('lastSeenAt', '>', times.idleSince)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('createdAt', 'desc')
    .execute();

/** Deletes a session if it belongs to the user. Returns undefined if it does not. */
export const deleteOwnSession = (db: Db, where: { userId: string; idHash: string }) =>
  db
    .deleteFrom('session')
    .where('userId', '=', where.userId)
    .where('idHash', '=', where.idHash)
    .returning('idHash')
    .executeTakeFirst();

/** Deletes a user's sessions except `idHash`, or all of them if it is empty. */
export const deleteSessionsExcept = (tx: Transaction<Database>, userId: string, idHash: string) =>
  tx.deleteFrom('session').where('userId', '=', userId).where('idHash', '<>', idHash).execute();

/** Gives a session the account's new sign-in version, so that it stays valid. */
export const setSessionVersion = (tx: Transaction<Database>, idHash: string, signInVersion: number) =>
  tx
    .updateTable('session')
    .set({ data: sql`jsonb_set(data, '{signInVersion}', to_jsonb(${signInVersion}::int))` })
    .where('idHash', '=', idHash)
    .execute();

const roleColumns = ['id', 'fullName', 'email', 'role', 'suspendedAt'] as const;

/**
 * Locks an account before its role or suspension changes. Does not use FOR UPDATE, because updates of the account's
 * listing, which references this row, would then have to wait.
 */
export const lockUser = (tx: Transaction<Database>, id: string) =>
  tx.selectFrom('appUser').select(roleColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const lockUserByEmail = (tx: Transaction<Database>, email: string) =>
  tx.selectFrom('appUser').select(roleColumns).where('email', '=', email).forUpdate().executeTakeFirst();

export const listAdmins = (db: Db) =>
  db.selectFrom('appUser').select(roleColumns).where('role', '=', 'admin').orderBy('email').execute();

export const setRole = (tx: Transaction<Database>, id: string, role: UserRole) =>
  tx.updateTable('appUser').set({ role }).where('id', '=', id).execute();

export const setSuspension = (
  tx: Transaction<Database>,
  id: string,
  change: { suspendedAt: Date | null; suspendedReason: string | null },
) => tx.updateTable('appUser').set(change).where('id', '=', id).execute();

export const deleteSessionsByUser = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('session').where('userId', '=', userId).execute();

/** Whether somebody has signed in to the account from a new device since `since`. */
export const hasNewDeviceSince = async (db: Db, userId: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('signIn')
    .select('id')
    .where('userId', '=', userId)
    .where('at', '>=', since)
    .where('isNewDevice', '=', true)
    .where('outcome', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()) !== undefined;
