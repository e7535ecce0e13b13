/** Determines whether a creator's follower count is self-reported, or was verified by staff from a screenshot. */
import type { Platform } from '@marquee/contracts';

/**
 * Number of days for which a screenshot verifies a follower count. Follower counts change, and other marketplaces
 * also require a new proof after a year.
 */
export const PROOF_VALIDITY_DAYS = 365;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A screenshot that staff has confirmed. `confirmedAt` is an ISO string in the API. */
export interface ConfirmedFollowerProof {
  platform: Platform;
  handle: string;
  followers: number;
  confirmedAt: string | Date;
}

/**
 * Returns the time when staff confirmed a screenshot of the claimed account with at least the claimed follower
 * count. Returns null if there is no such screenshot, or if it was confirmed more than `PROOF_VALIDITY_DAYS` ago.
 */
export function findCheckedAt(
  claimed: { platform: Platform; handle: string; followers: number },
  proofs: readonly ConfirmedFollowerProof[],
  now: Date,
): Date | null {
  const proof = proofs.find(({ platform }) => platform === claimed.platform);
  if (proof === undefined || proof.handle !== claimed.handle || proof.followers < claimed.followers) return null;
  const at = new Date(proof.confirmedAt);
  return now.getTime() - at.getTime() < PROOF_VALIDITY_DAYS * DAY_MS ? at : null;
}

/** Returns whether none, some or all of the accounts have a verified follower count. */
export function summarizeFollowerProofs(
  platforms: readonly { checkedAt: Date | string | null }[],
): 'none' | 'some' | 'all' {
  const checked = platforms.filter((each) => each.checkedAt !== null).length;
  return checked === 0 ? 'none' : checked === platforms.length ? 'all' : 'some';
}
