/** What the sides of completed bookings say of each other. */
import type { Side } from '@marquee/booking';
import type { GeneratedAlways, Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** One side's review of the other. It cannot be changed once it is written. */
export interface ReviewTable {
  id: Generated<string>;
  bookingId: string;
  brandId: string;
  creatorId: string;
  /** Who writes. */
  side: Side;
  authorId: GeneratedAlways<string>;
  subjectId: GeneratedAlways<string>;
  stars: number;
  /** In the order of `REVIEW_PARTS`. */
  parts: number[];
  text: string;
  /** Only staff reads it. */
  staffNote: string;
  writtenAt: TimeColumn;
  closesAt: TimeColumn;
  shownAt: OptionalTimeColumn;
  hiddenAt: OptionalTimeColumn;
  hiddenReason: Generated<string | null>;
  answer: Generated<string | null>;
  answeredAt: OptionalTimeColumn;
}

/** What the shown reviews of a person come to. The database keeps it. */
export interface ReviewTotalTable {
  userId: string;
  /** How many of one star, two, … five. */
  stars: GeneratedAlways<number[]>;
  /** Sums, in the order of `REVIEW_PARTS`. */
  parts: GeneratedAlways<number[]>;
  reviews: GeneratedAlways<number>;
  /** The average in tenths of a star; 0: none. */
  tenths: GeneratedAlways<number>;
  rank: GeneratedAlways<number>;
}
