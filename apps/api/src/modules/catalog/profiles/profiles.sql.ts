import { DEFAULT_BIO, type ConfirmedFollowerProof } from '@marquee/validation';
import type { Platform, WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import { prepareReadFirst, prepareReadFirstOrThrow } from '../../../db/prepared.ts';
import type { Db } from '../../../db/schema.ts';
import { completedBookingsSql, earnedCentsSql } from './figures.sql.ts';

export interface ProfilePlatform {
  platform: Platform;
  handle: string;
  followers: number;
  startingPriceCents: number | null;
}

export interface PortfolioPicture {
  id: string;
  url: string;
  width: number;
  height: number;
  caption: string;
}

/**
 * The columns of a public profile. They never include the email address. Arrays are in the order in which the
 * profile displays them.
 */
export const profileColumns = [
  'id',
  'username',
  'fullName',
  'userType',
  'bio',
  'location',
  'profileImageUrl',
  'categories',
  'languages',
  'links',
  'followers',
  sql<ProfilePlatform[]>`coalesce((
    select json_agg(json_build_object(
      'platform', platform, 'handle', handle, 'followers', followers, 'startingPriceCents', starting_price_cents) order by position)
    from creator_platform where creator_id = workspace.id), '[]')`.as('platforms'),
  sql<ConfirmedFollowerProof[]>`coalesce((
    select json_agg(json_build_object(
      'platform', platform, 'handle', handle, 'followers', followers, 'confirmedAt', decided_at))
    from follower_proof where creator_id = workspace.id and state = 'confirmed'), '[]')`.as('proofs'),
  sql<PortfolioPicture[]>`coalesce((
    select json_agg(json_build_object('id', id, 'url', url, 'width', width, 'height', height, 'caption', caption) order by position, id)
    from portfolio_picture where creator_id = workspace.id), '[]')`.as('portfolio'),
] as const;

const selectPublicCreators = (db: Db) =>
  db
    .selectFrom('workspace')
    .select(profileColumns)
    .where('userType', '=', sql.lit('influencer'))
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null);

export const findCreatorByUsername = prepareReadFirst((db: Db, username: string) =>
  selectPublicCreators(db).where('username', '=', username),
);

export const findCreatorByFormerUsername = (db: Db, username: string) =>
  selectPublicCreators(db)
    .where('id', '=', (eb) => eb.selectFrom('formerUsername').select('workspaceId').where('username', '=', username))
    .executeTakeFirst();

export const findCreatorById = prepareReadFirst((db: Db, id: string) => selectPublicCreators(db).where('id', '=', id));

/**
 * Returns a creator's number of completed bookings, earnings (in cents) and ratings. Ratings are null before the
 * first review.
 */
export const findProfileFigures = prepareReadFirstOrThrow((db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .leftJoin('reviewTotal', (join) =>
      join.onRef('reviewTotal.workspaceId', '=', 'workspace.id').on('reviewTotal.reviews', '>', sql.lit(0)),
    )
    .select([
      completedBookingsSql(sql`workspace.id`).as('completed'),
      earnedCentsSql(sql`workspace.id`).as('earnedCents'),
      'reviewTotal.stars',
      'reviewTotal.parts',
    ])
    .where('workspace.id', '=', creatorId),
);

export const listConfirmedFollowerProofs = (
  db: Db,
  creatorIds: readonly WorkspaceId[],
): Promise<(ConfirmedFollowerProof & { creatorId: WorkspaceId })[]> =>
  db
    .selectFrom('followerProof')
    .select(['creatorId', 'platform', 'handle', 'followers', sql<Date>`decided_at`.as('confirmedAt')])
    .where('creatorId', 'in', [...creatorIds])
    .where('state', '=', sql.lit('confirmed'))
    .execute();

/** Returns the price of a creator's cheapest package for sale, or null if there is none. */
export const findLowestPriceCents = async (db: Db, creatorId: WorkspaceId): Promise<number | null> => {
  const totals = await db
    .selectFrom('package')
    .select((eb) => eb.fn.min('priceCents').as('cents'))
    .where('creatorId', '=', creatorId)
    .where(isForSaleSql)
    .executeTakeFirst();
  return totals?.cents ?? null;
};

/** Records a view. Each viewer counts once a day. */
export const insertProfileView = (db: Db, view: { creatorId: WorkspaceId; viewer: string; day: string }) =>
  db
    .insertInto('profileView')
    .values(view)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Counts the views of a creator's profile since `day` ('2026-03-14'). */
export const countProfileViews = (db: Db, creatorId: WorkspaceId, day: string) =>
  db
    .selectFrom('creatorViewDay')
    .select(sql<number>`coalesce(sum(views), 0)::int`.as('views'))
    .where('creatorId', '=', creatorId)
    .where('day', '>=', day)
    .executeTakeFirstOrThrow();

/** Returns the completed steps of a creator's checklist, and whether a brand has booked. */
export const findOnboardingProgress = prepareReadFirstOrThrow((db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select([
      sql<boolean>`profile_image_url is not null`.as('hasPhoto'),
      sql<boolean>`bio is distinct from ${DEFAULT_BIO}`.as('hasBio'),
      sql<boolean>`cardinality(categories) > 0`.as('hasCategory'),
      sql<boolean>`exists (select from creator_platform where creator_id = workspace.id)`.as('hasPlatform'),
      sql<boolean>`exists (select from package where creator_id = workspace.id and is_active)`.as('hasPackage'),
      sql<boolean>`exists (select from booking where brand_id = workspace.id and authorized_at is not null)`.as(
        'hasBooked',
      ),
      // Whether the workspace represents creators or has invited some. The order makes PostgreSQL use the agency's
      // index.
      sql<boolean>`(select true from agency_consent where agency_id = workspace.id and ended_at is null
        order by requested_at desc, id desc limit 1) is true`.as('isAgency'),
      'payoutsEnabled',
    ])
    .where('id', '=', workspaceId),
);
