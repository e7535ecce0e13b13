import type { Insertable, Transaction, Updateable } from 'kysely';
import { firstOwnerSql } from '../../../db/owners.ts';
import type { Database, Db } from '../../../db/schema.ts';

const chargebackColumns = [
  'chargeback.amountCents',
  'chargeback.closedAt',
  'chargeback.openedAt',
  'chargeback.outcome',
  'chargeback.respondedAt',
  'chargeback.responseNote',
  'chargeback.responseRefused',
  'chargeback.responseRequestedAt',
  'chargeback.stateBefore',
  'chargeback.stripeDisputeId',
] as const;

export const lockChargeback = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('chargeback')
    .innerJoin('booking', 'booking.id', 'chargeback.bookingId')
    .select(chargebackColumns)
    .select('booking.packageName')
    .where('bookingId', '=', bookingId)
    .forUpdate('chargeback')
    .executeTakeFirst();

export const findChargedBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .select([
      'booking.packageName',
      'booking.packageDescription',
      'booking.features',
      'booking.deliveryDays',
      'booking.priceCents',
      'booking.totalCents',
      'booking.windows',
      'booking.status',
      'booking.paymentState',
      'booking.approvedAt',
      'booking.createdAt',
      'booking.startedAt',
      'booking.completedAt',
      'booking.deliveryNote',
      'booking.deliveryLinks',
      'booking.customer',
      'brand.fullName as brandName',
      firstOwnerSql<string>('email', 'brand.id').as('brandEmail'),
      'creator.fullName as creatorName',
    ])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow();

export const findChargeback = (db: Db, bookingId: string) =>
  db.selectFrom('chargeback').select(chargebackColumns).where('bookingId', '=', bookingId).executeTakeFirst();

export type Chargeback = NonNullable<Awaited<ReturnType<typeof findChargeback>>>;

/** Finds a booking by its charge or payment intent. */
export const findBookingByCharge = (db: Db, { chargeId, intentId }: { chargeId: string; intentId: string | null }) =>
  db
    .selectFrom('booking')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('stripeChargeId', '=', chargeId),
        ...(intentId === null ? [] : [eb('stripePaymentIntentId', '=', intentId)]),
      ]),
    )
    .executeTakeFirst();

export const insertChargeback = (db: Transaction<Database>, row: Insertable<Database['chargeback']>) =>
  db.insertInto('chargeback').values(row).execute();

export const updateChargeback = (
  db: Transaction<Database>,
  stripeDisputeId: string,
  change: Updateable<Database['chargeback']>,
) => db.updateTable('chargeback').set(change).where('stripeDisputeId', '=', stripeDisputeId).execute();
