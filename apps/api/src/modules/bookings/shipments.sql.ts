import { sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

// Rows about a booking are read and written under the booking's own lock.

/** Whether a booking needs a product, and how far that is. */
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

/** Notes something about the product of a booking, the first thing too. */
export const upsertShipment = (
  tx: Transaction<Database>,
  bookingId: string,
  change: Omit<Updateable<Database['shipment']>, 'bookingId'>,
) =>
  tx
    .insertInto('shipment')
    .values({ bookingId, ...change })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(change))
    .execute();

/** Forgets at most `limit` addresses of what has arrived before then, or that were said very long ago. */
export const deleteOldShipmentAddresses = async (
  tx: Transaction<Database>,
  { arrivedBefore, saidBefore, limit }: { arrivedBefore: Date; saidBefore: Date; limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update shipment set address = null where booking_id = any(array(
      select booking_id from shipment
      where address is not null and (arrived_at < ${arrivedBefore} or address_at < ${saidBefore})
      order by address_at limit ${limit}
    ))`.execute(tx);
  return Number(numAffectedRows ?? 0);
};
