import type { AdminBookings, AdminPackages, AdminUsers } from '@marquee/validation';
import { sql, type Expression, type SqlBool } from 'kysely';
import { PAGE_SIZE, type After } from '../../core/paging.ts';
import type { Db } from '../../db/schema.ts';

/** Whether one of some texts contains what was searched for. */
const contains = (search: string, ...columns: ReturnType<typeof sql.ref>[]): Expression<SqlBool> => {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
};

/** Rows that come after the last one of the page before, newest first. */
const isAfter = (after: After, at: string, id: string) =>
  sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}, ${after.id}::uuid)`;

const userColumns = [
  'id',
  'username',
  'fullName',
  'email',
  'userType',
  'role',
  'profileImageUrl',
  'createdAt',
  'suspendedAt',
] as const;

/** People, newest first, one row more than a page when there are more. */
export const listUsers = (db: Db, { search = '', show }: AdminUsers, after: After | null) =>
  db
    .selectFrom('appUser')
    .select(userColumns)
    .$if(search !== '', (query) =>
      query.where(contains(search, sql.ref('fullName'), sql.ref('email'), sql.ref('username'))),
    )
    .$if(show === 'creators', (query) => query.where('userType', '=', 'influencer'))
    .$if(show === 'brands', (query) => query.where('userType', '=', 'brand'))
    .$if(show === 'suspended', (query) => query.where('suspendedAt', 'is not', null))
    .$if(show === 'admins', (query) => query.where('role', '=', 'admin'))
    .$if(after !== null, (query) => query.where(isAfter(after as After, 'createdAt', 'id')))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const findUser = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select([
      ...userColumns,
      'location',
      'suspendedReason',
      'stripeAccountId',
      'payoutsEnabled',
      'payoutDisabledReason',
      'payoutRequirements',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** Packages with their owners, newest first. */
export const listPackages = (
  db: Db,
  { search = '', show }: AdminPackages,
  where: { after: After | null; creatorId?: string },
) =>
  db
    .selectFrom('package')
    .innerJoin('appUser as creator', 'creator.id', 'package.creatorId')
    .select([
      'package.id',
      'package.name',
      'package.description',
      'package.priceCents',
      'package.isActive',
      'package.hiddenAt',
      'package.hiddenReason',
      'package.createdAt',
      'package.creatorId',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
      'creator.suspendedAt as creatorSuspendedAt',
    ])
    .$if(search !== '', (query) =>
      query.where(
        contains(
          search,
          sql.ref('package.name'),
          sql.ref('package.description'),
          sql.ref('creator.fullName'),
          sql.ref('creator.username'),
        ),
      ),
    )
    .$if(show === 'hidden', (query) => query.where('package.hiddenAt', 'is not', null))
    .$if(where.creatorId !== undefined, (query) => query.where('package.creatorId', '=', where.creatorId as string))
    .$if(where.after !== null, (query) => query.where(isAfter(where.after as After, 'package.createdAt', 'package.id')))
    .orderBy('package.createdAt', 'desc')
    .orderBy('package.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Work or money is under way on a booking, and one of its two sides cannot sign in to see to it. */
const needsAttention = sql<boolean>`(booking.status <> 'cancelled' and booking.payment_state in ('authorized', 'capturing', 'held', 'releasing', 'disputed')
  and (creator.suspended_at is not null or brand.suspended_at is not null))`;

const bookingsWithPeople = (db: Db) =>
  db
    .selectFrom('booking')
    .innerJoin('appUser as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('appUser as brand', 'brand.id', 'booking.brandId')
    .select([
      'booking.id',
      'booking.packageName',
      'booking.status',
      'booking.paymentState',
      'booking.priceCents',
      'booking.feeCents',
      'booking.totalCents',
      'booking.createdAt',
      'booking.creatorId',
      'booking.brandId',
      'creator.fullName as creatorName',
      'brand.fullName as brandName',
      needsAttention.as('needsAttention'),
    ]);

/** Bookings with both sides, newest first. */
export const listBookings = (db: Db, { search = '', show, userId }: AdminBookings, after: After | null) =>
  bookingsWithPeople(db)
    .$if(search !== '', (query) =>
      query.where(
        contains(
          search,
          sql.ref('booking.packageName'),
          sql.ref('creator.fullName'),
          sql.ref('brand.fullName'),
          sql`booking.id::text`,
        ),
      ),
    )
    .$if(show === 'attention', (query) => query.where(needsAttention))
    .$if(userId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('booking.brandId', '=', userId as string), eb('booking.creatorId', '=', userId as string)]),
      ),
    )
    .$if(after !== null, (query) => query.where(isAfter(after as After, 'booking.createdAt', 'booking.id')))
    .orderBy('booking.createdAt', 'desc')
    .orderBy('booking.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** One booking with what was ordered, whoever's it is. */
export const findBooking = (db: Db, id: string) =>
  bookingsWithPeople(db)
    .leftJoin('settlement', 'settlement.bookingId', 'booking.id')
    .select([
      'booking.cancelReason',
      'booking.packageDescription',
      'booking.features',
      'booking.deliveryDays',
      'booking.customer',
      'booking.questions',
      'booking.answers',
      'booking.stripePaymentIntentId',
      'booking.stripeChargeId',
      'booking.authorizedAt',
      'booking.acceptedAt',
      'booking.startedAt',
      'booking.dueAt',
      'booking.completedAt',
      'booking.releaseAt',
      'booking.releasedAt',
      'booking.cancelledAt',
      'creator.suspendedAt as creatorSuspendedAt',
      'brand.suspendedAt as brandSuspendedAt',
      'settlement.kind as settlementKind',
      'settlement.blockedReason',
      'settlement.stripeTransferId',
    ])
    .where('booking.id', '=', id)
    .executeTakeFirst();

export const countAttention = (db: Db) =>
  db
    .selectFrom('booking')
    .innerJoin('appUser as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('appUser as brand', 'brand.id', 'booking.brandId')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(needsAttention)
    .executeTakeFirstOrThrow();
