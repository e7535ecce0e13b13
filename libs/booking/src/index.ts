/**
 * The state machine of bookings and their payments, shared by the pages that show it and the server that enforces it.
 *
 * Glossary
 * - creator: a user who sells packages (`influencer` in the API).
 * - brand: a user who books and pays.
 * - package: a service with a price and a number of delivery days.
 * - quote: price, fee and total of one package (libs/money).
 * - operator terms: the operator's fee and time limits. A booking keeps the ones from the time of its order.
 * - booking: one brand's order of one package, with a copy of the package, questions and answers.
 * - move: a status change by the creator (spec §4). A lapse is a status change by a timer or by the payment.
 * - payment state: where the money of a booking is. The booking's status says nothing about money.
 * - release: paying the creator from the money held for a completed booking.
 * - cancellation request: one party asks the other to cancel an accepted booking with a full refund.
 * - dispute: the brand reported a problem with completed work, or a cancellation request was refused. The money is
 *   frozen until the parties settle it or staff decides.
 * - claimant: the party that wants the booking reversed: the brand with a problem, or the party that asked to cancel.
 * - deliverable: one piece of work of a booking. The creator sends versions of it. The brand's verdict approves a
 *   version or requests changes.
 * - publication: a post with delivered work, and the figures that the creator reports for it. All publications of a
 *   booking are its results.
 * - settlement: the one release, refund or split that ends a booking's payment.
 * - chargeback: the card's bank reversed the payment. It is independent of disputes between the parties.
 */

export * from './availability.ts';
export * from './deliveries.ts';
export * from './event-sentences.ts';
export * from './events.ts';
export * from './booking-facts.ts';
export * from './funnel.ts';
export * from './next-step.ts';
export * from './offers.ts';
export * from './outcomes.ts';
export * from './publications.ts';
export * from './brand.ts';
export * from './shipments.ts';
export * from './returned-payouts.ts';
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
export * from './awaited-side.ts';
export * from './windows.ts';
export * from './work-record.ts';
export * from './zone-formatter.ts';
export { describeCancelReason } from './reader-texts.ts';
