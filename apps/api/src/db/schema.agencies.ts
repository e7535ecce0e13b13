import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/**
 * An agency's invitation to represent a creator for a share of the price, and the creator's consent. The consent is in
 * force from `agreedAt` to `endedAt`.
 */
export interface AgencyConsentTable {
  id: Generated<string>;
  creatorId: string;
  agencyId: string;
  /** The agency's share of the price of each booking, in hundredths of a percent. */
  shareBps: number;
  requestedAt: TimeColumn;
  requestedByPersonId: string;
  agreedAt: OptionalTimeColumn;
  agreedByPersonId: Generated<string | null>;
  /** The end of the consent, or the time when the invitation was declined or withdrawn. */
  endedAt: OptionalTimeColumn;
  /** Null if one of the accounts was deleted. */
  endedByPersonId: Generated<string | null>;
  /** Until then, bookings of offers that were sent before the end still have the share. */
  sunsetAt: OptionalTimeColumn;
}
