/** What brands ask of creators, and what both sides make of it. */
import type { Side } from '@marquee/booking';
import type { Platform } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export type OfferOutcome = 'declined' | 'withdrawn' | 'expired' | 'booked' | 'gone';

/** What a brand asks of one creator. */
export interface OfferTable {
  id: Generated<string>;
  brandId: string;
  creatorId: string;
  brief: string;
  /** What the brand would pay in all; null: not said. */
  budgetCents: number | null;
  /** A day, '2027-03-14'. */
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

/** One price and scope that a side proposed. Rows do not change once they are written. */
export interface OfferVersionTable {
  id: Generated<string>;
  offerId: string;
  brandId: string;
  creatorId: string;
  side: Side;
  /** Of its side's versions, from 1. */
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
