import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** The public shape of a creator. Never an e-mail. */
const columns = ['id', 'username', 'fullName', 'userType', 'bio', 'location', 'profileImageUrl'] as const;

const creators = (db: Db) => db.selectFrom('appUser').select(columns).where('userType', '=', sql.lit('influencer'));

export const findCreatorByUsername = (db: Db, username: string) =>
  creators(db).where('username', '=', username).executeTakeFirst();

export const findCreatorById = (db: Db, id: string) => creators(db).where('id', '=', id).executeTakeFirst();

export const updateProfile = (db: Db, id: string, change: { bio?: string; location?: string; profileImageUrl?: string | null }) =>
  db.updateTable('appUser').set(change).where('id', '=', id).execute();

/** Counts a person once a day. */
export const insertProfileView = (db: Db, view: { creatorId: string; viewer: string; day: string }) =>
  db.insertInto('profileView').values(view).onConflict((conflict) => conflict.doNothing()).execute();

/** Views of a creator's profile since `day` ('2026-03-14'). */
export const countProfileViews = (db: Db, creatorId: string, day: string) =>
  db
    .selectFrom('profileView')
    .select(sql<number>`count(*)::int`.as('views'))
    .where('creatorId', '=', creatorId)
    .where('day', '>=', day)
    .executeTakeFirstOrThrow();
