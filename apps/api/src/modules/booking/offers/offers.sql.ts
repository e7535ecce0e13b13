import type { WorkspaceId } from '@marquee/contracts';
import type { Side } from '@marquee/booking';
import type { OfferList } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { EventActor } from '../../../core/events.ts';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';

const offerColumns = [
  'offer.id',
  'offer.brandId',
  'offer.creatorId',
  'offer.brief',
  'offer.budgetCents',
  'offer.requestedDay',
  'offer.platforms',
  'offer.waitsFor',
  'offer.requestedAt',
  'offer.lastAt',
  'offer.endsAt',
  'offer.endedAt',
  'offer.outcome',
  'offer.endMessage',
] as const;

const offerVersionColumns = [
  'id',
  'side',
  'number',
  'name',
  'scope',
  'features',
  'priceCents',
  'deliveryDays',
  'createdAt',
  'expiresAt',
  'supersededAt',
  'acceptedAt',
] as const;

/**
 * Selects the id of the paid booking that came from the offer, or null. Unpaid orders are ignored because creators
 * must not see them.
 */
const paidBookingIdSql = sql<
  string | null
>`(select id from booking where offer_id = offer.id and authorized_at is not null limit 1)`.as('paidBookingId');

const selectOffersWithPeople = (db: Db) =>
  db
    .selectFrom('offer')
    .innerJoin('workspace as creator', 'creator.id', 'offer.creatorId')
    .innerJoin('workspace as brand', 'brand.id', 'offer.brandId')
    .select(offerColumns)
    .select([
      'creator.username as creatorUsername',
      'creator.fullName as creatorName',
      'creator.profileImageUrl as creatorImageUrl',
      'brand.fullName as brandName',
      'brand.profileImageUrl as brandImageUrl',
      paidBookingIdSql,
    ]);

export const findOfferForParty = (db: Db, id: string, workspaceId: WorkspaceId) =>
  selectOffersWithPeople(db)
    .where('offer.id', '=', id)
    .where((eb) => eb.or([eb('offer.brandId', '=', workspaceId), eb('offer.creatorId', '=', workspaceId)]))
    .executeTakeFirst();

/** Lists an offer's versions, oldest first. Not paged, because an offer has at most twelve. */
export const listOfferVersions = (db: Db, offerId: string) =>
  db
    .selectFrom('offerVersion')
    .select(offerVersionColumns)
    .where('offerId', '=', offerId)
    .orderBy('createdAt')
    .orderBy('side', 'desc')
    .orderBy('number')
    .execute();

export type OfferVersionRow = Awaited<ReturnType<typeof listOfferVersions>>[number];

/** Lists a user's offers, latest activity first, with one extra row to detect another page. */
export const listOffersByWorkspace = (
  db: Db,
  page: { workspaceId: WorkspaceId; side: Side; show: OfferList; after: KeysetCursor | null },
) =>
  selectOffersWithPeople(db)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('offerVersion')
          .select(['name', 'priceCents', 'side', 'expiresAt', 'acceptedAt'])
          .whereRef('offerVersion.offerId', '=', 'offer.id')
          .orderBy('createdAt', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'latest.name as latestName',
      'latest.priceCents as latestPriceCents',
      'latest.side as latestSide',
      'latest.expiresAt as latestExpiresAt',
      'latest.acceptedAt as latestAcceptedAt',
    ])
    .where(page.side === 'brand' ? 'offer.brandId' : 'offer.creatorId', '=', page.workspaceId)
    .where('offer.endedAt', page.show === 'ended' ? 'is not' : 'is', null)
    .$if(page.show === 'waiting', (query) => query.where('offer.waitsFor', '=', sql.lit(page.side)))
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(offer.last_at, offer.id) < (${page.after?.at}, ${page.after?.id}::uuid)`),
    )
    .orderBy('offer.lastAt', 'desc')
    .orderBy('offer.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const MAX_OFFERS_COUNTED = 99;

/** Counts the offers that need the user's response. Stops counting at `MAX_OFFERS_COUNTED` + 1. */
export async function countWaitingOffers(db: Db, workspaceId: WorkspaceId, side: Side): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from offer where ${sql.ref(`${side}_id`)} = ${workspaceId} and ended_at is null and waits_for = ${sql.lit(side)}
      limit ${sql.lit(MAX_OFFERS_COUNTED + 1)}) as few`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks an offer, so that concurrent changes to it run one after another. */
export const lockOffer = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('offer')
    .select([...offerColumns, paidBookingIdSql])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type LockedOffer = NonNullable<Awaited<ReturnType<typeof lockOffer>>>;

/** Locks a user's open offers in id order, so that two concurrent calls cannot deadlock. */
export const lockOpenOffersByUser = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db
    .selectFrom('offer')
    .select([...offerColumns, paidBookingIdSql])
    .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
    .where('endedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Returns a creator with an open account, by username or id. */
export const findOfferAddressee = (db: Db, who: { username: string } | { id: string }) =>
  db
    .selectFrom('workspace')
    .select(['id', 'username', 'fullName', 'profileImageUrl', 'location'])
    .$if('username' in who, (query) =>
      query.where('username', '=', 'username' in who ? who.username.toLowerCase() : ''),
    )
    .$if('id' in who, (query) => query.where('id', '=', 'id' in who ? who.id : null))
    .where('userType', '=', 'influencer')
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** Returns the id of the open offer between a brand and a creator. There is at most one. */
export const findOpenOffer = async (
  db: Db,
  where: { brandId: WorkspaceId; creatorId: WorkspaceId },
): Promise<string | null> =>
  (
    await db
      .selectFrom('offer')
      .select('id')
      .where('brandId', '=', where.brandId)
      .where('creatorId', '=', where.creatorId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
  )?.id ?? null;

export const insertOffer = (db: Transaction<Database>, row: Insertable<Database['offer']>) =>
  db.insertInto('offer').values(row).returning(['id', 'endsAt']).executeTakeFirstOrThrow();

export const updateOffer = (db: Transaction<Database>, id: string, change: Updateable<Database['offer']>) =>
  db.updateTable('offer').set(change).where('id', '=', id).execute();

export const insertOfferVersion = (db: Transaction<Database>, row: Insertable<Database['offerVersion']>) =>
  db.insertInto('offerVersion').values(row).returning(offerVersionColumns).executeTakeFirstOrThrow();

/** Marks a side's current version as replaced. */
export const setOfferVersionSuperseded = (
  db: Transaction<Database>,
  where: { offerId: string; side: Side },
  at: Date,
) =>
  db
    .updateTable('offerVersion')
    .set({ supersededAt: at })
    .where('offerId', '=', where.offerId)
    .where('side', '=', where.side)
    .where('supersededAt', 'is', null)
    .execute();

export const setOfferVersionAccepted = (db: Transaction<Database>, id: string, at: Date) =>
  db.updateTable('offerVersion').set({ acceptedAt: at }).where('id', '=', id).execute();

/** Returns the names of both sides, and of the person who acted (`sign_actor`) if their side has several people. */
export const findOfferSideNames = (
  db: Transaction<Database>,
  offer: { brandId: WorkspaceId; creatorId: WorkspaceId },
  actor: EventActor | null,
) =>
  db
    .selectFrom('workspace as brand')
    .innerJoin('workspace as creator', (join) => join.on('creator.id', '=', offer.creatorId))
    .select([
      'brand.fullName as brandName',
      'creator.fullName as creatorName',
      sql<string | null>`sign_actor(${actor?.id ?? null}, ${actor?.workspaceId ?? null})`.as('actorName'),
    ])
    .where('brand.id', '=', offer.brandId)
    .executeTakeFirstOrThrow();

/** Returns the id of the offer that a booking came from, or null if the booking is for a package. */
export const findOfferIdByBooking = async (db: Transaction<Database>, bookingId: string): Promise<string | null> =>
  (await db.selectFrom('booking').select('offerId').where('id', '=', bookingId).executeTakeFirst())?.offerId ?? null;

/** Returns whether the creator has an open account. */
export const isCreatorAccountOpen = async (db: Transaction<Database>, creatorId: WorkspaceId): Promise<boolean> =>
  (await findOfferAddressee(db, { id: creatorId })) !== undefined;
