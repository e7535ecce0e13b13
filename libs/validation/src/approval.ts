import { parseDollars } from '@marquee/money';
import { idField, referenceField, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { offerCheckout } from './offer.ts';
import { checkoutInput } from './order.ts';
import { z } from './zod.ts';

/** Which orders of a brand need an approval. */
export const APPROVAL_RULES = ['never', 'above', 'new_creators', 'always'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

export const RULE_LABELS: Record<ApprovalRule, string> = {
  never: 'No orders',
  above: 'Orders above an amount',
  new_creators: 'Orders from creators who are new to you',
  always: 'All orders',
};

/** The states of an order that was requested. `returned` means that it changed before it was approved. */
export const ORDER_REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn', 'expired', 'returned'] as const;
export type OrderRequestState = (typeof ORDER_REQUEST_STATES)[number];

/** The number of hours after which a requested order expires. */
export const ORDER_REQUEST_HOURS = 48;

const ABOVE_MESSAGE = 'Enter the total above which orders need an approval';

/** The approval rules of a brand. `above` is an amount in dollars that is parsed to cents. */
export const approvalSettings = z
  .strictObject({
    rule: z.enum(APPROVAL_RULES, 'Choose a rule from the list'),
    above: referenceField(20, ABOVE_MESSAGE),
    approvers: z.union([z.literal(1), z.literal(2)], 'Choose one or two approvers'),
    allowsOwn: z.boolean(),
  })
  .transform(({ above, ...settings }, ctx) => {
    const aboveCents = settings.rule === 'above' ? parseDollars(above) : 0;
    if (aboveCents === null || aboveCents > LIMITS.budgetCents) {
      ctx.addIssue({ code: 'custom', path: ['above'], message: ABOVE_MESSAGE });
      return z.NEVER;
    }
    return { ...settings, aboveCents };
  });
export type ApprovalSettingsForm = z.input<typeof approvalSettings>;
export type ApprovalSettings = z.output<typeof approvalSettings>;

/** An order as the order form or an offer's page sends it. */
export const requestedOrder = z.union([checkoutInput, offerCheckout]);
export type RequestedOrder = z.infer<typeof requestedOrder>;

/** A request for the approval of an order. `cardId` is the saved card that pays for it after the approval. */
export const newOrderRequest = z.strictObject({ order: requestedOrder, cardId: idField.nullable() });
export type NewOrderRequestForm = z.input<typeof newOrderRequest>;
export type NewOrderRequest = z.infer<typeof newOrderRequest>;

export const orderRequestDecline = z.strictObject({ id: idField, reason: textField('The reason', LIMITS.moveNote) });
export type OrderRequestDecline = z.infer<typeof orderRequestDecline>;
