/** Tables of offers that brands and creators negotiate. */
import type { Side } from '@marquee/booking';
import type { Platform } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export type OfferOutcome = 'declined' | 'withdrawn' | 'expired' | 'booked' | 'gone';

/** A negotiation that a brand has started with a creator. */
export interface OfferTable {
  id: Generated<string>;
  brandId: string;
  creatorId: string;
  brief: string;
  /** The brand's total budget, or null if not specified. */
  budgetCents: number | null;
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

/** A price and scope that one side proposed. They are never changed after the insert. */
export interface OfferVersionTable {
  id: Generated<string>;
  offerId: string;
  brandId: string;
  creatorId: string;
  side: Side;
  /** The number of this version among the versions of the same side, from 1. */
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
