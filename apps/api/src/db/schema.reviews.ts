/** Tables of reviews, which the two sides of a completed booking write about each other. */
import type { Side } from '@marquee/booking';
import type { GeneratedAlways, Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

/** A review that one side wrote about the other. Its text and stars do not change after the insert. */
export interface ReviewTable {
  id: Generated<string>;
  bookingId: string;
  brandId: string;
  creatorId: string;
  /** The side that wrote the review. */
  side: Side;
  authorWorkspaceId: GeneratedAlways<string>;
  subjectWorkspaceId: GeneratedAlways<string>;
  stars: number;
  /** Stars per aspect, in the order of `REVIEW_PARTS`. */
  parts: number[];
  text: string;
  /** Visible to staff only. */
  staffNote: string;
  writtenAt: TimeColumn;
  closesAt: TimeColumn;
  shownAt: OptionalTimeColumn;
  hiddenAt: OptionalTimeColumn;
  hiddenReason: Generated<string | null>;
  answer: Generated<string | null>;
  answeredAt: OptionalTimeColumn;
}

/** The totals of a user's visible reviews. Maintained by a trigger. */
export interface ReviewTotalTable {
  workspaceId: string;
  /** The number of reviews with one star, two stars, and so on up to five. */
  stars: GeneratedAlways<number[]>;
  /** The sum of stars per aspect, in the order of `REVIEW_PARTS`. */
  parts: GeneratedAlways<number[]>;
  reviews: GeneratedAlways<number>;
  /** The average in tenths of a star, or 0 without reviews. */
  tenths: GeneratedAlways<number>;
  rank: GeneratedAlways<number>;
}
