import { idField, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { offerCheckout } from './offer.ts';
import { checkoutInput } from './order.ts';
import { z } from './zod.ts';

/** The states of an order that was requested. `returned` means that it changed before it was approved. */
export const ORDER_REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn', 'expired', 'returned'] as const;
export type OrderRequestState = (typeof ORDER_REQUEST_STATES)[number];

/** The number of hours after which a requested order expires. */
export const ORDER_REQUEST_HOURS = 48;

/** An order as the order form or an offer's page sends it. */
export const requestedOrder = z.union([checkoutInput, offerCheckout]);
export type RequestedOrder = z.infer<typeof requestedOrder>;

/** A request for the approval of an order. `cardId` is the saved card that pays for it after the approval. */
export const newOrderRequest = z.strictObject({ order: requestedOrder, cardId: idField.nullable() });
export type NewOrderRequestForm = z.input<typeof newOrderRequest>;
export type NewOrderRequest = z.infer<typeof newOrderRequest>;

export const orderRequestDecline = z.strictObject({ id: idField, reason: textField('The reason', LIMITS.moveNote) });
export type OrderRequestDecline = z.infer<typeof orderRequestDecline>;
