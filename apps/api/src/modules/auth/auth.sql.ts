import type { UserType } from '@marquee/validation';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** What a user is told about himself (GET /api/auth/user) and services know of a caller. */
const columns = ['id', 'username', 'fullName', 'email', 'userType', 'profileImageUrl', 'payoutsEnabled'] as const;

export interface SessionUser {
  id: string;
  username: string;
  fullName: string;
  email: string;
  userType: UserType;
  profileImageUrl: string | null;
  payoutsEnabled: boolean;
}

/** The caller, read anew on each request: a role is never taken from the session. */
export const findSessionUser = (db: Db, id: string): Promise<SessionUser | undefined> =>
  db.selectFrom('appUser').select(columns).where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('appUser').select([...columns, 'passwordHash']).where('email', '=', email).executeTakeFirst();

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
