import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { SessionUser } from '../../core/ctx.ts';
import { prepareReadFirst } from '../../db/prepared.ts';
import type { Database, Db, UserRole } from '../../db/schema.ts';

/** What users are told about themselves (GET /api/auth/user) and services know of a caller. */
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
] as const;

/**
 * The caller, read anew on each request: a role is never taken from the session, and a suspended account is nobody.
 * Undefined when the session's version is over.
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

/** What signing in, or changing how one signs in, needs to know. Nobody gets this row. */
const accountColumns = [...sessionUserColumns, 'passwordHash', 'pendingEmail', 'signInVersion', 'suspendedAt'] as const;

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('appUser')
    .select(accountColumns)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** The account with its secrets. */
export const findAccountWithSecrets = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();

/**
 * Locks the account, so that two changes of how one signs in come
 * one after the other. Not FOR UPDATE: events refer to the row.
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

/** Changes a locked account. */
export const updateAccount = (tx: Transaction<Database>, id: string, change: Updateable<Database['appUser']>) =>
  tx.updateTable('appUser').set(change).where('id', '=', id).execute();

/** Notes where a person's browser is; an account that has it already is not written. */
export const setTimeZone = (db: Db, id: string, timeZone: string) =>
  db
    .updateTable('appUser')
    .set({ timeZone })
    .where('id', '=', id)
    .where('timeZone', 'is distinct from', timeZone)
    .execute();

/** Ends what began under the version before; returns the new one. */
export const incrementSignInVersion = async (tx: Transaction<Database>, id: string): Promise<number> => {
  const row = await tx
    .updateTable('appUser')
    .set((eb) => ({ signInVersion: eb('signInVersion', '+', 1) }))
    .where('id', '=', id)
    .returning('signInVersion')
    .executeTakeFirstOrThrow();
  return row.signInVersion;
};

/** The account that an external identity signs in to. */
export const findUserByIdentity = (db: Db, identity: { issuer: string; subject: string }) =>
  db
    .selectFrom('externalIdentity')
    .innerJoin('appUser', 'appUser.id', 'externalIdentity.userId')
    .select(['appUser.id', 'appUser.signInVersion', 'appUser.suspendedAt'])
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();

/** Undefined when the identity, or one of this provider for this user, is there already. */
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

/**
 * Usernames that are `base` or `base_` and digits, lower case; also those that lead to somebody who had them before.
 */
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

/** Inserts a user; undefined when the e-mail or the username is taken (the caller tells which). */
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

/** Removes a session; returns whose it was. */
export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('session').where('idHash', '=', idHash).returning('userId').executeTakeFirst();

/** Which of these sessions are still good: not over, of an account that may sign in, under its present version. */
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

/** A user's sessions, the last seen first. `idleSince`: those that nobody used since then are over. */
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

/** Ends one session of a user; undefined when it is not (or no longer) theirs. */
export const deleteOwnSession = (db: Db, where: { userId: string; idHash: string }) =>
  db
    .deleteFrom('session')
    .where('userId', '=', where.userId)
    .where('idHash', '=', where.idHash)
    .returning('idHash')
    .executeTakeFirst();

/** Removes a user's sessions except `idHash`. */
export const deleteSessionsExcept = (tx: Transaction<Database>, userId: string, idHash: string) =>
  tx.deleteFrom('session').where('userId', '=', userId).where('idHash', '<>', idHash).execute();

/** Lets a stored session go on under a version; its browser's next request must not find it over. */
export const setSessionVersion = (tx: Transaction<Database>, idHash: string, signInVersion: number) =>
  tx
    .updateTable('session')
    .set({ data: sql`jsonb_set(data, '{signInVersion}', to_jsonb(${signInVersion}::int))` })
    .where('idHash', '=', idHash)
    .execute();

const roleColumns = ['id', 'fullName', 'email', 'role', 'suspendedAt'] as const;

/**
 * Locks an account whose role or suspension is about to change.
 * Not FOR UPDATE: its listing refers to the row, and waits for it.
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
