/**
 * The booking's state machine and its money state, shared by the page that draws it and the server that enforces it.
 *
 * Glossary
 * - creator: a user who sells packages (wire value `influencer`).
 * - brand: a user who books and pays.
 * - package: a service with a price and a number of delivery days.
 * - quote: price, fee and total of one package (libs/money).
 * - terms: the operator's fee and windows; a booking keeps those that it was ordered under.
 * - booking: one brand's order of one package, with the package, questions and answers as they were when it was made.
 * - move: a status change that a creator makes (the spec's §4 table). A lapse is one that the clock or the money makes.
 * - payment state: where the money of a booking is. A booking's status never says anything about money.
 * - release: paying the creator out of the money held for a completed booking.
 * - cancellation request: one side asks the other to end an accepted booking; the brand is refunded in full if it ends.
 * - dispute: the brand reported a problem with completed work,
 * or a cancellation request was not agreed to. The money is
 *   frozen until the two sides settle it or the operator's staff decides.
 * - claimant: the side that wants the booking undone: the brand with a problem, or whoever asked to cancel.
 * - deliverable: one thing that a booking delivers. A version of it is what the creator sent at once; the brand's
 *   verdict approves it or asks for changes.
 * - post: where delivered work was published, with the figures that its creator reports. All posts of a booking are its
 *   results.
 * - settlement: the one release, refund or split that a booking's money ends with.
 * - chargeback: the card's bank took the payment back. It has nothing to do with a dispute between the two sides.
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
