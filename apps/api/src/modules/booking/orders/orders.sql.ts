import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Transaction } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import type { Database } from '../../../db/schema.ts';
import { locksBudgetPeriodSql } from '../budgets/budget-entries.sql.ts';
import { bookingDecisionColumns } from '../bookings/bookings.sql.ts';

/** Whether a booking comes from a request that was approved. */
const isApprovedSql = sql<boolean>`exists (select from order_request where order_request.booking_id = booking.id)`;

/** Locks a package that is for sale, so that it does not change while it is copied to a booking. */
export const lockActivePackage = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('package')
    .select([
      'id',
      'creatorId',
      'name',
      'description',
      'priceCents',
      'deliveryDays',
      'features',
      'options',
      'needsProduct',
    ])
    .where('id', '=', id)
    .where(isForSaleSql)
    .forShare()
    .executeTakeFirst();

/** Locks the brand's unpaid booking of a package or offer. A unique index allows only one. */
export const lockOpenBooking = (
  db: Transaction<Database>,
  where: { brandId: WorkspaceId } & ({ packageId: string } | { offerId: string }),
) =>
  db
    .selectFrom('booking')
    .select([...bookingDecisionColumns, 'customer', 'answers', 'chosen'])
    .select(isApprovedSql.as('isApproved'))
    .where('brandId', '=', where.brandId)
    .$if('packageId' in where, (query) => query.where('packageId', '=', 'packageId' in where ? where.packageId : null))
    .$if('offerId' in where, (query) => query.where('offerId', '=', 'offerId' in where ? where.offerId : null))
    .where('status', '=', sql.lit('pending'))
    .where('paymentState', '=', sql.lit('requires_payment'))
    .where(locksBudgetPeriodSql)
    .forUpdate()
    .executeTakeFirst();

export type OpenBooking = NonNullable<Awaited<ReturnType<typeof lockOpenBooking>>>;

/** Locks the brand's oldest unpaid order with a creator, except orders that were approved. */
export const lockUnpaidOrder = (db: Transaction<Database>, where: { brandId: WorkspaceId; creatorId: WorkspaceId }) =>
  db
    .selectFrom('booking')
    .select(bookingDecisionColumns)
    .where('brandId', '=', where.brandId)
    .where('creatorId', '=', where.creatorId)
    .where('status', '=', sql.lit('pending'))
    .where('paymentState', '=', sql.lit('requires_payment'))
    .where((eb) => eb.not(isApprovedSql))
    .where(locksBudgetPeriodSql)
    .orderBy('createdAt')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
