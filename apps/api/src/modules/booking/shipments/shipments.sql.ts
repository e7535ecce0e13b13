import { sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

// Callers hold the booking's lock when they change these rows.

/** Returns whether a booking needs a product, and the state of its shipment. */
export const findShipment = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .leftJoin('shipment', 'shipment.bookingId', 'booking.id')
    .select([
      'booking.needsProduct',
      'shipment.address',
      'shipment.addressAt',
      'shipment.carrier',
      'shipment.tracking',
      'shipment.sentAt',
      'shipment.arrivedAt',
    ])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow();

export const upsertShipment = (
  db: Transaction<Database>,
  bookingId: string,
  change: Omit<Updateable<Database['shipment']>, 'bookingId'>,
) =>
  db
    .insertInto('shipment')
    .values({ bookingId, ...change })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(change))
    .execute();

/**
 * Removes at most `limit` addresses of products that arrived before `arrivedBefore`, or that were entered before
 * `saidBefore`. Returns the number of removed addresses.
 */
export const deleteOldShipmentAddresses = async (
  db: Transaction<Database>,
  { arrivedBefore, saidBefore, limit }: { arrivedBefore: Date; saidBefore: Date; limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update shipment set address = null where booking_id = any(array(
      select booking_id from shipment
      where address is not null and (arrived_at < ${arrivedBefore} or address_at < ${saidBefore})
      order by address_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
};
