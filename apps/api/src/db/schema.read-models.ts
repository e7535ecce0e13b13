/**
 * Tables that repeat or sum what other tables say, for reads that would be too slow without them (docs/read-model.md).
 * Triggers and functions of the database maintain them, unless a comment names a job.
 */
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** What a search result or list shows about a creator. */
export interface CreatorCardTable {
  creatorId: string;
  card: object;
  offers: object[];
  availability: object | null;
}

/** The words by which a creator is found. */
export interface CreatorDocumentTable {
  creatorId: string;
  names: string;
  document: string;
}

/** The prefixes by which a creator's name is found. */
export interface CreatorNameTable {
  name: string;
  creatorId: string;
}

/** One row per package on sale. */
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

/** The words by which a package is found. */
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

/** The creator's share of each charged booking, and where it is. */
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

/** The ledger summed by day (UTC), kind and account. Housekeeping closes each day. */
export interface LedgerDayTable {
  day: string;
  kind: string;
  account: string;
  cents: number;
}

/** One row: the first day that `ledger_day` does not contain yet. */
export interface LedgerCloseTable {
  until: string;
  id: Generated<boolean>;
}
