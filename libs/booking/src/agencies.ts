/** Representation of creators by agencies. */

/**
 * After a consent has ended, bookings of offers that were sent before have the agency's share for this many days. No
 * offer is open for longer.
 */
export const AGENCY_SUNSET_DAYS = 30;
