import { OFFER_LIMITS } from '@marquee/booking';
import { PLATFORM_NAMES } from '@marquee/contracts';
import { isCalendarDay } from '@marquee/time';
import { orderBudgetFields } from './budget.ts';
import { LIMITS } from './limits.ts';
import { packageDeliveryDays, featureList, priceField } from './package.ts';
import { MAX_BUDGET_DOLLARS } from './search.ts';
import { cursorField, idField, nameField, textField, workspaceIdField } from './fields.ts';
import { z } from './zod.ts';

const OFFER_BUDGET_MESSAGE = `Enter the budget as a whole number of dollars from 1 to ${MAX_BUDGET_DOLLARS.toLocaleString('en-US')}, or leave it empty`;
const OFFER_EXPIRY_MESSAGE = `An offer can be valid for 1 to ${OFFER_LIMITS.expiryDays} days`;
const OFFER_SCOPE_MESSAGE = 'Please describe what is delivered';

/** A brand's request for an offer. `budget` is the maximum total including the fee, in whole dollars, or null. */
export const offerRequest = z.strictObject({
  creatorId: workspaceIdField,
  brief: textField('The description', LIMITS.projectDescription, 'Please describe what you need'),
  budget: z
    .int({ error: OFFER_BUDGET_MESSAGE })
    .min(1, OFFER_BUDGET_MESSAGE)
    .max(MAX_BUDGET_DOLLARS, OFFER_BUDGET_MESSAGE)
    .nullable(),
  requestedDay: z
    .string({ error: 'The preferred date must be a date' })
    .refine((value) => value === '' || isCalendarDay(value), 'The preferred date must be a date'),
  platforms: z
    .array(z.enum(PLATFORM_NAMES, 'Choose platforms from the list'))
    .max(PLATFORM_NAMES.length, 'Choose each platform once')
    .refine((names) => new Set(names).size === names.length, 'Choose each platform once'),
});
export type OfferRequest = z.infer<typeof offerRequest>;

/** A version of an offer that the creator proposes. */
export const offerAnswer = z.strictObject({
  id: idField,
  name: nameField('The title', LIMITS.packageName, 'Please give the offer a title'),
  scope: textField('What is delivered', LIMITS.packageDescription, OFFER_SCOPE_MESSAGE),
  features: featureList,
  price: priceField,
  deliveryDays: packageDeliveryDays,
  expiryDays: z
    .int({ error: OFFER_EXPIRY_MESSAGE })
    .min(1, OFFER_EXPIRY_MESSAGE)
    .max(OFFER_LIMITS.expiryDays, OFFER_EXPIRY_MESSAGE),
});
export type OfferAnswerForm = z.input<typeof offerAnswer>;
export type OfferAnswer = z.output<typeof offerAnswer>;

/** A brand's counteroffer. It keeps the creator's title and list of features. */
export const offerCounter = z.strictObject({
  id: idField,
  scope: textField('What is delivered', LIMITS.packageDescription, OFFER_SCOPE_MESSAGE),
  price: priceField,
  deliveryDays: packageDeliveryDays,
});
export type OfferCounterForm = z.input<typeof offerCounter>;
export type OfferCounter = z.output<typeof offerCounter>;

export const offerAcceptance = z.strictObject({ id: idField, versionId: idField });
export type OfferAcceptance = z.infer<typeof offerAcceptance>;

/** A request by the brand to pay a version. `totalCents` is the total that the page displayed. */
export const offerCheckout = z.strictObject({
  id: idField,
  versionId: idField,
  totalCents: z.int(),
  ...orderBudgetFields,
});
export type OfferCheckout = z.infer<typeof offerCheckout>;

/** Ends an offer, with an optional message. The creator declines it, or the brand withdraws it. */
export const offerEnding = z.strictObject({ id: idField, message: textField('The message', LIMITS.moveNote) });
export type OfferEnding = z.infer<typeof offerEnding>;

/**
 * The lists of offers. `offerListInput` accepts unknown fields, because pages that request several lists send more
 * fields.
 */
export const OFFER_LISTS = ['waiting', 'open', 'ended'] as const;
export type OfferList = (typeof OFFER_LISTS)[number];
export const offerListInput = z.object({ show: z.enum(OFFER_LISTS), cursor: cursorField });

/** The input for loading the creator that a brand wants to ask for an offer. */
export const offerCreatorInput = z.strictObject({ username: textField('Username', LIMITS.username) });
