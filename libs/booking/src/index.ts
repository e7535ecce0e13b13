/**
 * The state machine of bookings and their payments, shared by the pages that display it and the server that enforces
 * it.
 *
 * Glossary
 * - creator: a user who sells packages (`influencer` in the API).
 * - brand: a user who books and pays.
 * - package: a service with a price and a number of delivery days.
 * - quote: the price, fee and total of one package (libs/money).
 * - operator terms: the operator's fee and time limits. A booking keeps the terms from the time of its order.
 * - booking: one brand's order of one package, with a copy of the package, questions and answers.
 * - move: a status change by the creator (requirements R4.3 to R4.6). A lapse is a status change by a timer or after a
 *   failed payment.
 * - payment state: where the money of a booking is. It is independent of the booking's status.
 * - release: paying the creator from the money held for a completed booking.
 * - cancellation request: a request by one party that the other agree to cancel an accepted booking with a full refund.
 * - dispute: the brand reported a problem with completed work, or a party refused a cancellation request. The money is
 *   frozen until the parties settle the dispute or staff decides it.
 * - claimant: the party that wants the booking reversed, which is the brand that reported a problem or the party that
 *   asked to cancel.
 * - deliverable: one piece of work of a booking. The creator sends versions of it. The brand's verdict approves a
 *   version or requests changes.
 * - publication: a post with delivered work, and the metrics that the creator reports for it. The publications of a
 *   booking are its results.
 * - settlement: the one release, refund or split that ends a booking's payment.
 * - agency: a creator that another creator has consented to be represented by, for a share of the price. Both are
 *   payees of the bookings that the creator accepts while the consent is in force.
 * - chargeback: the card's bank reversed the payment. It is independent of disputes between the parties.
 */

export * from './activity.ts';
export * from './agencies.ts';
export * from './availability.ts';
export * from './deliveries.ts';
export * from './events.words.ts';
export * from './events.ts';
export * from './review-time.ts';
export * from './booking-facts.ts';
export * from './funnel.ts';
export * from './next-step.words.ts';
export * from './offers.ts';
export * from './outcomes.ts';
export * from './publications.ts';
export * from './shipments.ts';
export * from './payouts.words.ts';
export {
  listReachableStates,
  formatBookingState,
  getBookingState,
  type ReachableState,
  type BookingState,
} from './reachable-states.ts';
export * from './response-stats.ts';
export * from './reviews.ts';
export * from './rulebook.ts';
export * from './stalled-deadlines.ts';
export * from './states.ts';
export * from './states.words.ts';
export * from './awaited-side.ts';
export * from './windows.ts';
export * from './work-record.ts';
export { describeCancelReason } from './reasons.words.ts';
