import { OFFER_LIMITS } from '@marquee/booking';
import { PLATFORM_NAMES } from './creator.ts';
import { isDay } from './day.ts';
import { LIMITS } from './limits.ts';
import { deliveryDays, featureList, priceText } from './package.ts';
import { MAX_BUDGET } from './search.ts';
import { cursor, id, line, text } from './text.ts';
import { z } from './zod.ts';

const BUDGET = `The budget is a whole number of dollars from 1 to ${MAX_BUDGET.toLocaleString('en-US')}, or empty`;
const EXPIRY = `An offer is good for a whole number of days from 1 to ${OFFER_LIMITS.expiryDays}`;
const SCOPE = 'Please say what is delivered';

/** What a brand asks a creator. `budget`: what the brand pays in the end, in whole dollars; null: not said. */
export const offerAsked = z.strictObject({
  creatorId: id,
  brief: text('The description', LIMITS.projectDescription, 'Please say what you need'),
  budget: z.int({ error: BUDGET }).min(1, BUDGET).max(MAX_BUDGET, BUDGET).nullable(),
  wantedDay: z
    .string({ error: 'The wanted date must be a date' })
    .refine((value) => value === '' || isDay(value), 'The wanted date must be a date'),
  platforms: z
    .array(z.enum(PLATFORM_NAMES, 'Choose platforms from the list'))
    .max(PLATFORM_NAMES.length, 'Choose each platform once')
    .refine((names) => new Set(names).size === names.length, 'Choose each platform once'),
});
export type OfferAsked = z.infer<typeof offerAsked>;

/** A creator's version: what is delivered, for how much, in how many days, and how many days the offer is good for. */
export const offerAnswer = z.strictObject({
  id,
  name: line('The title', LIMITS.packageName, 'Please give the offer a title'),
  scope: text('What is delivered', LIMITS.packageDescription, SCOPE),
  features: featureList,
  price: priceText,
  deliveryDays,
  expiryDays: z.int({ error: EXPIRY }).min(1, EXPIRY).max(OFFER_LIMITS.expiryDays, EXPIRY),
});
export type OfferAnswerForm = z.input<typeof offerAnswer>;
export type OfferAnswer = z.output<typeof offerAnswer>;

/** A brand's version: other words, price or days; title and list stay the creator's. */
export const offerCounter = z.strictObject({
  id,
  scope: text('What is delivered', LIMITS.packageDescription, SCOPE),
  price: priceText,
  deliveryDays,
});
export type OfferCounterForm = z.input<typeof offerCounter>;
export type OfferCounter = z.output<typeof offerCounter>;

/** A creator accepts a version of the brand's. */
export const offerAccepted = z.strictObject({ id, versionId: id });
export type OfferAccepted = z.infer<typeof offerAccepted>;

/** A brand pays a version. `totalCents`: price and fee as the page showed them. */
export const offerCheckout = z.strictObject({ id, versionId: id, totalCents: z.int() });
export type OfferCheckout = z.infer<typeof offerCheckout>;

/** A creator declines, or a brand withdraws, with a sentence if there is something to say. */
export const offerEnded = z.strictObject({ id, words: text('The sentence', LIMITS.moveNote) });
export type OfferEnded = z.infer<typeof offerEnded>;

/** What a list of offers shows. Not strict: a page that asks for one part after the other says more. */
export const OFFER_LISTS = ['waiting', 'open', 'ended'] as const;
export type OfferList = (typeof OFFER_LISTS)[number];
export const offersShown = z.object({ show: z.enum(OFFER_LISTS), cursor });

/** Whom a brand is about to ask. */
export const offerAddressee = z.strictObject({ username: text('Username', LIMITS.username) });
