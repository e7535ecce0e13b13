import type { UserType } from '@marquee/validation';
import type { Insertable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database, Db, Role } from '../../db/schema.ts';

/** What a user is told about himself (GET /api/auth/user) and services know of a caller. */
const columns = ['id', 'username', 'fullName', 'email', 'userType', 'profileImageUrl', 'payoutsEnabled', 'role'] as const;

export interface SessionUser {
  id: string;
  username: string;
  fullName: string;
  email: string;
  userType: UserType;
  profileImageUrl: string | null;
  payoutsEnabled: boolean;
  role: Role;
}

/** The caller, read anew on each request: a role is never taken from the session, and a suspended account is nobody. */
export const findSessionUser = (db: Db, id: string): Promise<SessionUser | undefined> =>
  db.selectFrom('appUser').select(columns).where('id', '=', id).where('suspendedAt', 'is', null).executeTakeFirst();

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('appUser').select([...columns, 'passwordHash', 'suspendedAt']).where('email', '=', email).executeTakeFirst();

/** Usernames that are `base` or `base_` and digits, lower case. */
export const listUsernamesLike = async (db: Db, base: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('appUser')
    .select('username')
    .where('username', '~', sql<string>`${`^${base}(_[0-9]+)?$`}::citext`)
    .execute();
  return rows.map((row) => row.username.toLowerCase());
};

/** Inserts a user; undefined when the e-mail or the username is taken (the caller tells which). */
export const insertUser = (db: Db, user: Insertable<Database['appUser']>): Promise<SessionUser | undefined> =>
  db.insertInto('appUser').values(user).onConflict((conflict) => conflict.doNothing()).returning(columns).executeTakeFirst();

export const findSession = (db: Db, idHash: string) =>
  db.selectFrom('session').select(['data', 'lastSeenAt', 'expiresAt']).where('idHash', '=', idHash).executeTakeFirst();

export const upsertSession = (db: Db, row: Insertable<Database['session']>) =>
  db
    .insertInto('session')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('idHash').doUpdateSet((eb) => ({
        data: eb.ref('excluded.data'),
        userId: eb.ref('excluded.userId'),
        lastSeenAt: eb.ref('excluded.lastSeenAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute();

export const setSessionSeen = (db: Db, idHash: string, at: Date) =>
  db.updateTable('session').set({ lastSeenAt: at }).where('idHash', '=', idHash).execute();

export const deleteSession = (db: Db, idHash: string) => db.deleteFrom('session').where('idHash', '=', idHash).execute();

export const deleteExpiredSessions = (db: Db, now: Date) => db.deleteFrom('session').where('expiresAt', '<', now).execute();

const roleColumns = ['id', 'fullName', 'email', 'role', 'suspendedAt'] as const;

/** Locks an account whose role or suspension is about to change. */
export const lockUser = (tx: Transaction<Database>, id: string) =>
  tx.selectFrom('appUser').select(roleColumns).where('id', '=', id).forUpdate().executeTakeFirst();

export const lockUserByEmail = (tx: Transaction<Database>, email: string) =>
  tx.selectFrom('appUser').select(roleColumns).where('email', '=', email).forUpdate().executeTakeFirst();

export const listAdmins = (db: Db) => db.selectFrom('appUser').select(roleColumns).where('role', '=', 'admin').orderBy('email').execute();

export const setRole = (tx: Transaction<Database>, id: string, role: Role) => tx.updateTable('appUser').set({ role }).where('id', '=', id).execute();

export const setSuspended = (tx: Transaction<Database>, id: string, change: { suspendedAt: Date | null; suspendedReason: string | null }) =>
  tx.updateTable('appUser').set(change).where('id', '=', id).execute();

export const deleteSessionsOf = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('session').where('userId', '=', userId).execute();
