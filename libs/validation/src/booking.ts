import { BOOKING_STATUSES, DECLINE_REASONS, WANTED_OUTCOMES } from '@marquee/booking';
import { parseDollars } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { publicLink } from './profile.ts';
import { id, text } from './text.ts';

const deliveryLinks = z.array(publicLink).max(LIMITS.deliveryLinks, `Add at most ${LIMITS.deliveryLinks} links`);

/** What a creator may say with completed work. */
export const bookingDelivery = z.object({
  note: text('The note', LIMITS.deliveryNote),
  links: deliveryLinks,
});
export type BookingDelivery = z.infer<typeof bookingDelivery>;

/**
 * PATCH /api/bookings/{id}/status. What a creator may add: a reason and a
 * sentence to a decline, a note to an acceptance, what was delivered to completed work. With other moves they say
 * nothing.
 */
export const bookingMove = z.object({
  id,
  status: z.enum(BOOKING_STATUSES, { error: `A status is one of ${BOOKING_STATUSES.join(', ')}` }),
  reason: z.enum(DECLINE_REASONS, { error: `A reason is one of ${DECLINE_REASONS.join(', ')}` }).optional(),
  note: text('The note', LIMITS.moveNote).optional(),
  delivery: bookingDelivery.optional(),
});
export type BookingMove = z.infer<typeof bookingMove>;

export const byId = z.object({ id });

/** Why one side wants to end an accepted booking. */
export const cancellationRequest = z.object({
  id,
  reason: text('The reason', LIMITS.cancellationReason, 'Please say why you want to cancel'),
});
export type CancellationRequest = z.infer<typeof cancellationRequest>;

const objection = text('The statement', LIMITS.statement, 'Please say why you do not agree');

/** What the other side says to it; not agreeing takes a statement. */
export const cancellationAnswer = z.discriminatedUnion('answer', [
  z.object({ id, answer: z.literal('agree'), statement: z.undefined().optional() }),
  z.object({ id, answer: z.literal('dispute'), statement: objection }),
]);
export type CancellationAnswer = z.infer<typeof cancellationAnswer>;

/** What is wrong with completed work, and what would make it right. */
export const problemReport = z.object({
  id,
  problem: text('The problem', LIMITS.statement, 'Please describe the problem'),
  wanted: z.enum(WANTED_OUTCOMES, { error: 'Please choose one of the outcomes' }).nullable().default(null),
});
export type ProblemReport = z.infer<typeof problemReport>;

export const disputeStatement = z.object({
  id,
  text: text('The statement', LIMITS.statement, 'Please write your statement'),
});
export type DisputeStatement = z.infer<typeof disputeStatement>;

const SPLIT_WORDS = 'Enter an amount in dollars, such as 49.50';

/** What the creator would keep of the price, as decimal text; it leaves as cents. */
export const splitOffer = z.object({
  id,
  creatorAmount: z.string({ error: SPLIT_WORDS }).refine((amount) => (parseDollars(amount) ?? 0) > 0, SPLIT_WORDS),
});
export type SplitOffer = z.infer<typeof splitOffer>;

/** The offer that the brand has seen. */
export const splitAcceptance = z.object({
  id,
  creatorCents: z.int({ error: 'The offer must be in cents' }).positive(),
});
export type SplitAcceptance = z.infer<typeof splitAcceptance>;
