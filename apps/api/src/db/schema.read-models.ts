/**
 * Tables that copy or sum the data of other tables, for reads that would be too slow without them
 * (docs/read-model.md). Triggers and database functions maintain them, unless a comment names a job.
 */
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** The data that a search result or list shows about a creator. */
export interface CreatorCardTable {
  creatorId: string;
  card: object;
  offers: object[];
  availability: object | null;
}

/** The search index of a creator. */
export interface CreatorDocumentTable {
  creatorId: string;
  names: string;
  document: string;
}

/** The prefixes that find a creator by name. */
export interface CreatorNameTable {
  name: string;
  creatorId: string;
}

/** A package that is on sale. */
export interface PackageListingTable {
  packageId: string;
  creatorId: string;
  priceCents: number;
  deliveryDays: number;
  isPopular: boolean;
  completed: number;
  followers: number;
  categories: string[];
  languages: string[];
  platforms: string[];
  document: string | null;
  places: Generated<string[]>;
  ratingTenths: Generated<number>;
}

/** The search index of a package. */
export interface PackageDocumentTable {
  packageId: string;
  document: string;
}

/** A creator's earnings and payouts per day (UTC). */
export interface CreatorDayTable {
  creatorId: string;
  day: string;
  earnedCents: number;
  paidOutCents: number;
  payouts: number;
}

/** The creator's share of each charged booking, and its payout stage. */
export interface PayoutShareTable {
  bookingId: string;
  creatorId: string;
  stage: 'on_hold' | 'on_the_way' | 'blocked' | 'paid_out' | 'reversed';
  creatorCents: number;
  acceptedAt: TimeColumn;
  claimedAt: OptionalTimeColumn;
  settledAt: OptionalTimeColumn;
  blockedReason: string | null;
  reversedAt: OptionalTimeColumn;
  hasStatement: Generated<boolean>;
}

/** The sums of the ledger per day (UTC), kind and account. Housekeeping adds each day when it is over. */
export interface LedgerDayTable {
  day: string;
  kind: string;
  account: string;
  cents: number;
}

/** A single row with the first day that is not in `ledger_day` yet. */
export interface LedgerCloseTable {
  until: string;
  id: Generated<boolean>;
}
