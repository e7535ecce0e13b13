/** Pays for approved orders. */
import { isPayable } from '@marquee/booking';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { authorizeWithSavedCard } from '../../money/payments/card-payments.service.ts';
import { findBookingForDecision } from '../bookings/bookings.sql.ts';
import { findRequestKeys, findWorkspaceName } from './order-requests.sql.ts';

/**
 * Job: pays for an approved order with its saved card, and emails the requester. If the order has no card, or the bank
 * declines it or asks for an authentication, the email asks the requester to pay on the checkout page.
 */
export async function payForOrderRequest(deps: Deps, requestId: string): Promise<void> {
  const request = await findRequestKeys(deps.db, requestId);
  if (!request || request.bookingId === null) return;
  const { bookingId, cardId, brandId, requestedByPersonId, packageName } = request;
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (!booking) return;
  const outcome = isPayable(booking) ? await payWithSavedCard(deps, bookingId, cardId) : 'authorized';
  if (outcome === 'ended') return;
  await inTransaction(deps, async (tx) =>
    sendMail(tx, {
      kind: outcome === 'authorized' ? 'order_request_paid' : 'order_request_payable',
      subject: requestId,
      to: { personId: requestedByPersonId, workspaceId: brandId },
      data: {
        bookingId,
        creatorName: await findWorkspaceName(tx.db, booking.creatorId),
        packageName,
        totalCents: booking.totalCents,
      },
      at: deps.now(),
    }),
  );
}

/** Returns 'ended' if the booking ended before it was paid. */
async function payWithSavedCard(deps: Deps, bookingId: string, cardId: string | null) {
  if (cardId === null) return 'declined';
  try {
    return await authorizeWithSavedCard(deps, { bookingId, cardId });
  } catch (error) {
    if (error instanceof Failure && ['CARD_NOT_FOUND', 'WORKSPACE_REPORTED'].includes(error.failure)) return 'declined';
    if (error instanceof Failure && error.failure === 'PAYMENT_DONE') return 'ended';
    throw error;
  }
}
