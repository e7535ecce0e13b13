import type { Side } from '@marquee/booking';
import type { OfferList } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../core/paging.ts';
import type { Database, Db } from '../../db/schema.ts';

const columns = [
  'offer.id',
  'offer.brandId',
  'offer.creatorId',
  'offer.brief',
  'offer.budgetCents',
  'offer.wantedDay',
  'offer.platforms',
  'offer.waitsFor',
  'offer.askedAt',
  'offer.lastAt',
  'offer.endsAt',
  'offer.endedAt',
  'offer.outcome',
  'offer.words',
] as const;

const versionColumns = [
  'id',
  'side',
  'number',
  'name',
  'scope',
  'features',
  'priceCents',
  'deliveryDays',
  'madeAt',
  'expiresAt',
  'supersededAt',
  'acceptedAt',
] as const;

/**
 * The booking that a version was paid with; null: none was. An order that is not paid is not the creator's to know of.
 */
const paidBooking = sql<
  string | null
>`(select id from booking where offer_id = offer.id and authorized_at is not null limit 1)`.as('paidBookingId');

const withPeople = (db: Db) =>
  db
    .selectFrom('offer')
    .innerJoin('appUser as creator', 'creator.id', 'offer.creatorId')
    .innerJoin('appUser as brand', 'brand.id', 'offer.brandId')
    .select(columns)
    .select([
      'creator.username as creatorUsername',
      'creator.fullName as creatorName',
      'creator.profileImageUrl as creatorImageUrl',
      'brand.fullName as brandName',
      'brand.profileImageUrl as brandImageUrl',
      paidBooking,
    ]);

/** An offer that `userId` is a party of. */
export const findOfferOf = (db: Db, id: string, userId: string) =>
  withPeople(db)
    .where('offer.id', '=', id)
    .where((eb) => eb.or([eb('offer.brandId', '=', userId), eb('offer.creatorId', '=', userId)]))
    .executeTakeFirst();

/** The versions of an offer in the order in which they were made; at most twelve. */
export const listVersions = (db: Db, offerId: string) =>
  db
    .selectFrom('offerVersion')
    .select(versionColumns)
    .where('offerId', '=', offerId)
    .orderBy('madeAt')
    .orderBy('side', 'desc')
    .orderBy('number')
    .execute();

export type Version = Awaited<ReturnType<typeof listVersions>>[number];

/** A page of a person's offers, the last word first, one row more than a page when there are more. */
export const listOffersOf = (
  db: Db,
  page: { userId: string; side: Side; show: OfferList; after: KeysetCursor | null },
) =>
  withPeople(db)
    // What the last version says: its price and title, and until when it is good.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('offerVersion')
          .select(['name', 'priceCents', 'side', 'expiresAt', 'acceptedAt'])
          .whereRef('offerVersion.offerId', '=', 'offer.id')
          .orderBy('madeAt', 'desc')
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
    .where(page.side === 'brand' ? 'offer.brandId' : 'offer.creatorId', '=', page.userId)
    .where('offer.endedAt', page.show === 'ended' ? 'is not' : 'is', null)
    .$if(page.show === 'waiting', (query) => query.where('offer.waitsFor', '=', sql.lit(page.side)))
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(offer.last_at, offer.id) < (${page.after?.at}, ${page.after?.id}::uuid)`),
    )
    .orderBy('offer.lastAt', 'desc')
    .orderBy('offer.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Up to here what waits is counted. */
export const MOST_OFFERS_COUNTED = 99;

/** How many offers wait for a person, at most one more than `MOST_OFFERS_COUNTED`. */
export async function countWaiting(db: Db, userId: string, side: Side): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from offer where ${sql.ref(`${side}_id`)} = ${userId} and ended_at is null and waits_for = ${sql.lit(side)}
      limit ${sql.lit(MOST_OFFERS_COUNTED + 1)}) as few`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks an offer: whoever makes a version, accepts one or ends it comes one after the other. */
export const lockOffer = (tx: Transaction<Database>, id: string) =>
  tx
    .selectFrom('offer')
    .select([...columns, paidBooking])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type LockedOffer = NonNullable<Awaited<ReturnType<typeof lockOffer>>>;

/** The open offers that a person is a party of, locked by id so that two calls wait for each other. */
export const lockOpenOffersOf = (tx: Transaction<Database>, userId: string) =>
  tx
    .selectFrom('offer')
    .select([...columns, paidBooking])
    .where((eb) => eb.or([eb('brandId', '=', userId), eb('creatorId', '=', userId)]))
    .where('endedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Whom a brand can ask: a creator whose account is open, by the name in its address. `id`: by the id instead. */
export const findAddressee = (db: Db, who: { username: string } | { id: string }) =>
  db
    .selectFrom('appUser')
    .select(['id', 'username', 'fullName', 'profileImageUrl', 'location'])
    .$if('username' in who, (query) =>
      query.where('username', '=', 'username' in who ? who.username.toLowerCase() : ''),
    )
    .$if('id' in who, (query) => query.where('id', '=', 'id' in who ? who.id : null))
    .where('userType', '=', 'influencer')
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** The open offer of a brand with a creator; there is one at most. */
export const findOpenOffer = async (db: Db, where: { brandId: string; creatorId: string }): Promise<string | null> =>
  (
    await db
      .selectFrom('offer')
      .select('id')
      .where('brandId', '=', where.brandId)
      .where('creatorId', '=', where.creatorId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
  )?.id ?? null;

export const insertOffer = (tx: Transaction<Database>, row: Insertable<Database['offer']>) =>
  tx.insertInto('offer').values(row).returning(['id', 'endsAt']).executeTakeFirstOrThrow();

/** Changes a locked offer. */
export const updateOffer = (tx: Transaction<Database>, id: string, change: Updateable<Database['offer']>) =>
  tx.updateTable('offer').set(change).where('id', '=', id).execute();

export const insertVersion = (tx: Transaction<Database>, row: Insertable<Database['offerVersion']>) =>
  tx.insertInto('offerVersion').values(row).returning(versionColumns).executeTakeFirstOrThrow();

/** Ends a side's live version: it has a newer one. */
export const setSuperseded = (tx: Transaction<Database>, where: { offerId: string; side: Side }, at: Date) =>
  tx
    .updateTable('offerVersion')
    .set({ supersededAt: at })
    .where('offerId', '=', where.offerId)
    .where('side', '=', where.side)
    .where('supersededAt', 'is', null)
    .execute();

export const setAccepted = (tx: Transaction<Database>, id: string, at: Date) =>
  tx.updateTable('offerVersion').set({ acceptedAt: at }).where('id', '=', id).execute();

/** What the two sides are called. */
export const findNames = (tx: Transaction<Database>, offer: { brandId: string; creatorId: string }) =>
  tx
    .selectFrom('appUser as brand')
    .innerJoin('appUser as creator', (join) => join.on('creator.id', '=', offer.creatorId))
    .select(['brand.fullName as brandName', 'creator.fullName as creatorName'])
    .where('brand.id', '=', offer.brandId)
    .executeTakeFirstOrThrow();

/** The offer of a paid booking; null: it is of a package. */
export const findOfferOfBooking = async (tx: Transaction<Database>, bookingId: string): Promise<string | null> =>
  (await tx.selectFrom('booking').select('offerId').where('id', '=', bookingId).executeTakeFirst())?.offerId ?? null;

/** Whether a creator can be ordered from. */
export const isCreatorOpen = async (tx: Transaction<Database>, creatorId: string): Promise<boolean> =>
  (await findAddressee(tx, { id: creatorId })) !== undefined;
