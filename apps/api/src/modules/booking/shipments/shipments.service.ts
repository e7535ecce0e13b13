/**
 * Handles the product that a brand ships to the creator for a booking (rules: libs/booking/shipments.ts). Only the
 * two sides see the address. It is never part of an event, email or document.
 */
import type { Actor } from '../../../core/actor.ts';
import {
  ADDRESS_RETENTION_DAYS,
  MAX_ADDRESS_RETENTION_DAYS,
  computeDueAt,
  findShipmentRefusal,
  type ShipmentStep,
} from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import type { ShipmentAddress, ShipmentSent } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { scheduleStalledCancellation } from '../bookings/deadlines.service.ts';
import { updateBooking } from '../bookings/bookings.sql.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { findCallerSide, lockBookingForAction } from '../bookings/rules.service.ts';
import { findShipment, deleteOldShipmentAddresses, upsertShipment } from './shipments.sql.ts';

/**
 * Returns a booking's shipment to one of its sides, or null if the booking needs no product. Throws
 * BOOKING_NOT_FOUND, also for other users.
 */
export const getShipment = (deps: Deps, actor: Actor, bookingId: string) =>
  inSnapshot(deps.db, async (db) => {
    if ((await findCallerSide(db, actor, bookingId)) === null) throw new Failure('BOOKING_NOT_FOUND');
    const { needsProduct, ...product } = await findShipment(db, bookingId);
    return needsProduct ? product : null;
  });

/**
 * Locks the booking for a step of the shipment. Throws the errors of `lockBookingForAction` and the code that
 * `findShipmentRefusal` returns.
 */
async function lockShipmentStep(db: Transaction<Database>, deps: Deps, actor: Actor, id: string, step: ShipmentStep) {
  const booking = await lockBookingForAction(db, deps, actor, id, step === 'send' ? 'send_product' : 'receive_product');
  const shipment = await findShipment(db, id);
  const refusal = findShipmentRefusal(step, shipment.needsProduct, shipment);
  if (refusal !== null) throw new Failure(refusal);
  return { booking, shipment };
}

/**
 * Sets the creator's address, which is possible until the product is sent. Throws BOOKING_NOT_FOUND (also for the
 * brand), PRODUCT_REFUSED, TOO_MANY_REQUESTS, or the code that `findShipmentRefusal` returns.
 */
export async function saveShipmentAddress(deps: Deps, actor: Actor, { id, address }: ShipmentAddress) {
  await enforceRateLimit(deps, 'product', actor.id);
  await inTransaction(deps, async (tx) => {
    const { shipment } = await lockShipmentStep(tx.db, deps, actor, id, 'address');
    const trimmedAddress = address.trim();
    if (shipment.address === trimmedAddress) return;
    const at = deps.now();
    await upsertShipment(tx.db, id, { address: trimmedAddress, addressAt: at });
    const about = `${id}:${at.toISOString()}`;
    await recordAndNotify(tx, { kind: 'shipment.addressed', bookingId: id, actor, at, data: {}, about });
  });
  return getShipment(deps, actor, id);
}

/**
 * Records that the brand sent the product. If it is already sent, changes the tracking data. Throws
 * BOOKING_NOT_FOUND (also for the creator), PRODUCT_REFUSED, TOO_MANY_REQUESTS, or the code that
 * `findShipmentRefusal` returns.
 */
export async function markShipmentSent(deps: Deps, actor: Actor, { id, carrier, tracking }: ShipmentSent) {
  await enforceRateLimit(deps, 'product', actor.id);
  await inTransaction(deps, async (tx) => {
    const { shipment } = await lockShipmentStep(tx.db, deps, actor, id, 'send');
    const isKnown = shipment.sentAt !== null && shipment.carrier === carrier && shipment.tracking === tracking;
    if (isKnown) return;
    const at = deps.now();
    await upsertShipment(tx.db, id, { carrier, tracking, sentAt: shipment.sentAt ?? at });
    const data = { carrier, tracking };
    const about = `${id}:${at.toISOString()}`;
    await recordAndNotify(tx, { kind: 'shipment.sent', bookingId: id, actor, at, data, about });
  });
  return getShipment(deps, actor, id);
}

/**
 * Records that the creator received the product. If the work has begun, the delivery time starts now. Throws
 * BOOKING_NOT_FOUND (also for the brand), PRODUCT_REFUSED, TOO_MANY_REQUESTS, or the code that `findShipmentRefusal`
 * returns.
 */
export async function markShipmentArrived(deps: Deps, actor: Actor, id: string) {
  await enforceRateLimit(deps, 'product', actor.id);
  await inTransaction(deps, async (tx) => {
    const { booking } = await lockShipmentStep(tx.db, deps, actor, id, 'arrive');
    const at = deps.now();
    await upsertShipment(tx.db, id, { arrivedAt: at });
    const due = booking.status === 'in_progress' ? computeDueAt(at, booking.deliveryDays) : null;
    if (due !== null) {
      await updateBooking(tx.db, id, { dueAt: due });
      scheduleStalledCancellation(tx, { ...booking, dueAt: due }, at);
    }
    await recordAndNotify(tx, {
      kind: 'shipment.arrived',
      bookingId: id,
      actor,
      at,
      data: { dueAt: due?.toISOString() ?? null },
    });
  });
  return getShipment(deps, actor, id);
}

const ADDRESSES_PER_BATCH = 1_000;

/** Deletes addresses after their retention periods. Part of housekeeping. */
export async function eraseOldShipmentAddresses(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const when = {
    arrivedBefore: before(ADDRESS_RETENTION_DAYS),
    saidBefore: before(MAX_ADDRESS_RETENTION_DAYS),
    limit: ADDRESSES_PER_BATCH,
  };
  for (;;) {
    const count = await inTransaction(deps, (tx) => deleteOldShipmentAddresses(tx.db, when));
    if (count < ADDRESSES_PER_BATCH) return;
  }
}
