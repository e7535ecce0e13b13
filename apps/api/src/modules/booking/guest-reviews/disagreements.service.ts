/** Finds what guests disagree about, so that the brand sends the creator one consistent list. */
import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';

/** Comments closer than this are about the same place. */
const NEAR_MS = 2_000;
/** A fraction of the width and height of a picture. */
const NEAR_SHARE = 0.05;

interface Review {
  guestId: string;
  /** The guest's vote, or null if there is none that counts. */
  vote: Verdict | null;
  remarks: readonly NewFileComment[];
}

/** Returns whether guests voted differently on a version. */
export const hasOppositeVotes = (reviews: readonly Pick<Review, 'vote'>[]): boolean =>
  new Set(reviews.flatMap(({ vote }) => vote ?? [])).size > 1;

/**
 * Returns whether another guest commented on the same place. Comments on whole files are not compared, because they can
 * be about anything.
 */
export const isContested = (
  remark: NewFileComment,
  guestId: string,
  reviews: readonly Pick<Review, 'guestId' | 'remarks'>[],
): boolean =>
  reviews.some((other) => other.guestId !== guestId && other.remarks.some((each) => isSamePlace(each, remark)));

function isSamePlace(one: NewFileComment, other: NewFileComment): boolean {
  if (one.fileId !== other.fileId) return false;
  if (one.ms !== null && other.ms !== null) return Math.abs(one.ms - other.ms) <= NEAR_MS;
  if (one.place === null || other.place === null) return false;
  return Math.abs(one.place.x - other.place.x) <= NEAR_SHARE && Math.abs(one.place.y - other.place.y) <= NEAR_SHARE;
}
