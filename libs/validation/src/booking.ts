import { BOOKING_STATUSES, DECLINE_REASONS, DESIRED_OUTCOMES } from '@marquee/booking';
import { parseDollars } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { httpsAddress } from './profile.ts';
import { idField, textField, workspaceIdField } from './fields.ts';

const deliveryLinks = z.array(httpsAddress).max(LIMITS.deliveryLinks, `Add at most ${LIMITS.deliveryLinks} links`);

/** The message and links that a creator can add when completing the work. */
export const bookingDelivery = z.object({
  note: textField('The note', LIMITS.deliveryNote),
  links: deliveryLinks,
});
export type BookingDelivery = z.infer<typeof bookingDelivery>;

/**
 * The input of PATCH /api/bookings/{id}/status. Creators can add a reason and a note when declining, a note when
 * accepting, and the delivery when completing. Other status changes ignore these fields.
 */
export const bookingMove = z.object({
  id: idField,
  status: z.enum(BOOKING_STATUSES, { error: `The status must be one of ${BOOKING_STATUSES.join(', ')}` }),
  reason: z.enum(DECLINE_REASONS, { error: `The reason must be one of ${DECLINE_REASONS.join(', ')}` }).optional(),
  note: textField('The note', LIMITS.moveNote).optional(),
  delivery: bookingDelivery.optional(),
});
export type BookingMove = z.infer<typeof bookingMove>;

export const idInput = z.object({ id: idField });
export const workspaceIdInput = z.object({ id: workspaceIdField });

export const cancellationRequest = z.object({
  id: idField,
  reason: textField('The reason', LIMITS.cancellationReason, 'Please explain why you want to cancel'),
});
export type CancellationRequest = z.infer<typeof cancellationRequest>;

const objectionText = textField('The statement', LIMITS.statement, 'Please explain why you disagree');

/** The answer to a cancellation request. A refusal requires a statement. */
export const cancellationAnswer = z.discriminatedUnion('answer', [
  z.object({ id: idField, answer: z.literal('agree'), statement: z.undefined().optional() }),
  z.object({ id: idField, answer: z.literal('dispute'), statement: objectionText }),
]);
export type CancellationAnswer = z.infer<typeof cancellationAnswer>;

export const problemReport = z.object({
  id: idField,
  problem: textField('The problem', LIMITS.statement, 'Please describe the problem'),
  desiredOutcome: z.enum(DESIRED_OUTCOMES, { error: 'Please choose one of the outcomes' }).nullable().default(null),
});
export type ProblemReport = z.infer<typeof problemReport>;

export const disputeStatement = z.object({
  id: idField,
  text: textField('The statement', LIMITS.statement, 'Please write your statement'),
});
export type DisputeStatement = z.infer<typeof disputeStatement>;

const SPLIT_AMOUNT_MESSAGE = 'Enter an amount in dollars, such as 49.50';

/**
 * A split that the creator proposes. `creatorAmount` is the creator's share of the price, as decimal text in
 * dollars.
 */
export const splitProposal = z.object({
  id: idField,
  creatorAmount: z
    .string({ error: SPLIT_AMOUNT_MESSAGE })
    .refine((amount) => (parseDollars(amount) ?? 0) > 0, SPLIT_AMOUNT_MESSAGE),
});
export type SplitProposal = z.infer<typeof splitProposal>;

/**
 * The split that the brand accepts. `creatorCents` is the amount that the brand saw, so that the request fails if
 * the creator has changed the proposal since.
 */
export const splitAcceptance = z.object({
  id: idField,
  creatorCents: z.int({ error: 'The offer must be in cents' }).positive(),
});
export type SplitAcceptance = z.infer<typeof splitAcceptance>;
