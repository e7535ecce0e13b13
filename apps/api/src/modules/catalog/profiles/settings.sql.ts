import type { WorkspaceId } from '@marquee/contracts';
import type { Transaction, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';
import { profileColumns, type PortfolioPicture, type ProfilePlatform } from './profiles.sql.ts';

export const findOwnProfile = (db: Db, id: string) =>
  db
    .selectFrom('workspace')
    .select([
      ...profileColumns,
      sql<string[]>`coalesce((
        select json_agg(username order by changed_at desc) from former_username where workspace_id = workspace.id), '[]')`.as(
        'formerUsernames',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Locks a user's row, so that concurrent changes to their platforms, portfolio or username run one after another. */
export const lockProfile = (db: Transaction<Database>, id: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['username', 'profileImageUrl', 'fullName', 'bio', 'location', 'categories', 'languages', 'links'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

type ProfileChange = Pick<
  Updateable<Database['workspace']>,
  'fullName' | 'bio' | 'location' | 'profileImageUrl' | 'username' | 'categories' | 'languages' | 'links' | 'followers'
>;

export const updateProfile = (db: Db, id: string, change: ProfileChange) =>
  db.updateTable('workspace').set(change).where('id', '=', id).execute();

/** Returns the id of the user with this current or former username. */
export async function findUsernameOwner(db: Db, username: string): Promise<string | undefined> {
  const owner = await db.selectFrom('workspace').select('id').where('username', '=', username).executeTakeFirst();
  if (owner) return owner.id;
  const former = await db
    .selectFrom('formerUsername')
    .select('workspaceId')
    .where('username', '=', username)
    .executeTakeFirst();
  return former?.workspaceId;
}

/** Stores the username that a user gives up, and deletes their former usernames except the latest `keep`. */
export async function replaceFormerUsernames(
  db: Transaction<Database>,
  {
    workspaceId,
    given,
    taken,
    at,
    keep,
  }: { workspaceId: WorkspaceId; given: string; taken: string; at: Date; keep: number },
): Promise<void> {
  await db.deleteFrom('formerUsername').where('username', '=', taken).execute();
  await db.insertInto('formerUsername').values({ username: given, workspaceId, changedAt: at }).execute();
  const keptRows = db
    .selectFrom('formerUsername')
    .select('username')
    .where('workspaceId', '=', workspaceId)
    .orderBy('changedAt', 'desc')
    .orderBy('username')
    .limit(keep);
  await db
    .deleteFrom('formerUsername')
    .where('workspaceId', '=', workspaceId)
    .where('username', 'not in', keptRows)
    .execute();
}

/** Lists a creator's platforms in the order of the profile. The caller has locked the profile. */
export const listCreatorPlatforms = (db: Transaction<Database>, creatorId: WorkspaceId): Promise<ProfilePlatform[]> =>
  db
    .selectFrom('creatorPlatform')
    .select(['platform', 'handle', 'followers', 'startingPriceCents'])
    .where('creatorId', '=', creatorId)
    .orderBy('position')
    .execute();

/** Replaces a creator's platforms, keeping the order of `platforms`. */
export async function replaceCreatorPlatforms(
  db: Transaction<Database>,
  creatorId: WorkspaceId,
  platforms: readonly ProfilePlatform[],
): Promise<void> {
  await db.deleteFrom('creatorPlatform').where('creatorId', '=', creatorId).execute();
  if (platforms.length === 0) return;
  await db
    .insertInto('creatorPlatform')
    .values(platforms.map((platform, position) => ({ ...platform, creatorId, position })))
    .execute();
}

/**
 * Appends a picture to a portfolio. Returns undefined if the portfolio already has `most` pictures. The caller has
 * locked the profile.
 */
export const insertPortfolioPicture = async (
  db: Transaction<Database>,
  picture: Omit<PortfolioPicture, 'id'> & { creatorId: WorkspaceId; createdAt: Date },
  most: number,
): Promise<string | undefined> => {
  const { count, next } = await db
    .selectFrom('portfolioPicture')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(max(position) + 1, 0)`.as('next')])
    .where('creatorId', '=', picture.creatorId)
    .executeTakeFirstOrThrow();
  if (count >= most) return undefined;
  const { id } = await db
    .insertInto('portfolioPicture')
    .values({ ...picture, position: next })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const countPortfolioPictures = async (db: Db, creatorId: WorkspaceId): Promise<number> =>
  (
    await db
      .selectFrom('portfolioPicture')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('creatorId', '=', creatorId)
      .executeTakeFirstOrThrow()
  ).count;

/** Sets a picture's caption. Returns undefined if the picture is not in this creator's portfolio. */
export const setPortfolioPictureCaption = (db: Db, where: { id: string; creatorId: WorkspaceId }, caption: string) =>
  db
    .updateTable('portfolioPicture')
    .set({ caption })
    .where('id', '=', where.id)
    .where('creatorId', '=', where.creatorId)
    .returning('id')
    .executeTakeFirst();

/** Orders a creator's pictures like `ids`. */
export const setPortfolioPicturePositions = (db: Db, creatorId: WorkspaceId, ids: readonly string[]) =>
  db
    .updateTable('portfolioPicture')
    .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1` })
    .where('creatorId', '=', creatorId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();

/** Deletes a picture. Returns undefined if the picture is not in this creator's portfolio. */
export const deletePortfolioPicture = (db: Db, where: { id: string; creatorId: WorkspaceId }) =>
  db
    .deleteFrom('portfolioPicture')
    .where('id', '=', where.id)
    .where('creatorId', '=', where.creatorId)
    .returning('url')
    .executeTakeFirst();
