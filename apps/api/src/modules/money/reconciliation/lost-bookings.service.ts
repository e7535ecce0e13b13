/**
 * Bookings that the database lost because it was restored to a time before their order, but whose payment Stripe has.
 * Each is one exception, from which staff can rebuild the booking.
 */
import { addHoursToDate } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { OpenPaymentIntent } from '../../../gateways/stripe-books.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { insertBooking } from '../../booking/bookings/bookings.sql.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { isInLostTime } from '../../staff/restores/restores.service.ts';
import { openException } from '../ledger/exceptions.service.ts';
import { findOrderRows } from './lost-bookings.sql.ts';

/** Lists a payment of an unknown booking as lost if the database lost the time in which the payment was created. */
export async function reportLostBooking(deps: Deps, { id, bookingId, status, createdAt }: OpenPaymentIntent) {
  if (bookingId === null || status === 'canceled' || !(await isInLostTime(deps, createdAt))) return;
  const { order, amount } = await deps.stripe.retrieveIntent(id);
  await inTransaction(deps, (tx) =>
    openException(tx.db, {
      kind: 'lost_booking',
      bookingId: null,
      subject: id,
      data: {
        name: order?.packageName ?? null,
        totalCents: amount,
        status: status === 'succeeded' ? 'charged' : 'authorized',
        createdAt: createdAt.toISOString(),
        named: bookingId,
      },
      at: deps.now(),
    }),
  );
}

/**
 * Reads the payment of a lost booking from Stripe. Throws LOST_BOOKING_UNUSABLE if the booking cannot be rebuilt from
 * it: it has no order, was cancelled, or was refunded.
 */
export async function readLostPayment(deps: Deps, intentId: string): Promise<PaymentIntentData> {
  const intent = await deps.stripe.retrieveIntent(intentId);
  const isPaid = intent.status === 'requires_capture' || intent.status === 'succeeded';
  if (intent.order === null || intent.bookingId === null || !isPaid) throw new Failure('LOST_BOOKING_UNUSABLE');
  const isRefunded = intent.chargeId !== null && (await deps.stripe.findRefund(intent.chargeId, 'refund')) !== null;
  if (isRefunded) throw new Failure('LOST_BOOKING_UNUSABLE');
  return intent;
}

/**
 * Inserts a lost booking as an unpaid order with the id, the price and the terms that it had. The caller then applies
 * its payment, after which the creator can accept it again. The brand's form and the options are lost. Throws
 * LOST_BOOKING_UNUSABLE if the brand, the creator or the member who ordered are lost, too.
 */
export async function insertLostBooking(tx: UnitOfWork, intent: PaymentIntentData, now: Date): Promise<string> {
  const { order, bookingId } = intent;
  if (order === null || bookingId === null) throw new Failure('LOST_BOOKING_UNUSABLE');
  const { brandId, creatorId, personName, personEmail, feeBps, windows, ...known } = await findOrderRows(tx.db, order);
  if (brandId === null || creatorId === null || personName === null || feeBps === null || windows === null)
    throw new Failure('LOST_BOOKING_UNUSABLE');
  const booking = await insertBooking(tx.db, {
    id: bookingId,
    brandId,
    creatorId,
    orderedByPersonId: order.orderedByPersonId,
    brandContactPersonId: order.orderedByPersonId,
    packageId: known.offerVersionId === null ? known.packageId : null,
    offerId: known.offerVersionId === null ? null : order.offerId,
    offerVersionId: known.offerVersionId,
    clientId: known.clientId,
    budgetPeriodId: null,
    status: 'pending',
    paymentState: 'requires_payment',
    cancelReason: null,
    packageName: order.packageName,
    packageDescription: known.packageDescription ?? '',
    features: known.features ?? [],
    deliveryDays: order.deliveryDays,
    leadDays: order.leadDays,
    needsProduct: known.needsProduct ?? false,
    priceCents: order.priceCents,
    feeCents: intent.amount - order.priceCents,
    totalCents: intent.amount,
    chosen: null,
    termsNumber: order.termsNumber,
    feeBps,
    windows: JSON.stringify(windows),
    customer: JSON.stringify({ name: personName, email: personEmail, projectDescription: '' }),
    questions: '[]',
    answers: '[]',
    createdAt: order.orderedAt,
    stripePaymentIntentId: intent.id,
    stripeChargeId: null,
  });
  await recordAndNotify(tx, {
    kind: 'booking.ordered',
    bookingId,
    actor: { workspaceId: booking.brandId, id: booking.orderedByPersonId },
    at: now,
    data: { totalCents: booking.totalCents },
  });
  tx.enqueue('payments.expire_unpaid', { bookingId }, { runAt: addHoursToDate(now, booking.windows.unpaidHours) });
  return bookingId;
}
