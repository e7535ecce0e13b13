/** Tables of offers, which brands and creators negotiate. */
import type { Side } from '@marquee/booking';
import type { Platform } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export type OfferOutcome = 'declined' | 'withdrawn' | 'expired' | 'booked' | 'gone';

/** A negotiation that one brand started with one creator. */
export interface OfferTable {
  id: Generated<string>;
  brandId: string;
  creatorId: string;
  brief: string;
  /** The brand's total budget, or null if it named none. */
  budgetCents: number | null;
  /** A day such as '2027-03-14'. */
  wantedDay: string | null;
  platforms: Platform[];
  waitsFor: Side;
  askedAt: TimeColumn;
  lastAt: TimeColumn;
  endsAt: TimeColumn;
  endedAt: OptionalTimeColumn;
  outcome: OfferOutcome | null;
  words: Generated<string>;
}

/** One price and scope that a side proposed. Rows are not changed after they are written. */
export interface OfferVersionTable {
  id: Generated<string>;
  offerId: string;
  brandId: string;
  creatorId: string;
  side: Side;
  /** Counts the versions of this side, from 1. */
  number: number;
  name: string;
  scope: string;
  features: string[];
  priceCents: number;
  deliveryDays: number;
  madeAt: TimeColumn;
  expiresAt: TimeColumn;
  supersededAt: OptionalTimeColumn;
  acceptedAt: OptionalTimeColumn;
}
