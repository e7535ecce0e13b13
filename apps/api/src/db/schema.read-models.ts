/**
 * Tables that copy or sum data of other tables, for reads that would otherwise be too slow (docs/read-model.md).
 * Triggers and database functions maintain them, unless a comment names a job.
 */
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** The data about a creator that search results and lists show. */
export interface CreatorCardTable {
  creatorId: string;
  card: object;
  offers: object[];
  availability: object | null;
}

/** A creator's search document. */
export interface CreatorDocumentTable {
  creatorId: string;
  names: string;
  document: string;
}

/** Name prefixes for finding a creator. */
export interface CreatorNameTable {
  name: string;
  creatorId: string;
}

/** A package that is for sale. */
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

/** A package's search document. */
export interface PackageDocumentTable {
  packageId: string;
  document: string;
}

/** A creator's earnings and payouts per UTC day. */
export interface CreatorDayTable {
  creatorId: string;
  day: string;
  earnedCents: number;
  paidOutCents: number;
  payouts: number;
}

/** Each payee's share of each charged booking, and its payout stage. The payee is the creator or its agency. */
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

/** The sums of the ledger per UTC day, kind and account. The housekeeping job adds each day after it has ended. */
export interface LedgerDayTable {
  day: string;
  kind: string;
  account: string;
  cents: number;
}

/** A single row with the first day that is not yet in `ledger_day`. */
export interface LedgerCloseTable {
  until: string;
  id: Generated<boolean>;
}
