/** Whether a creator's follower count is self-reported or was verified by staff from a screenshot. */
import type { Platform } from './creator.ts';

/**
 * The number of days for which a verified screenshot counts. Follower counts change, and other marketplaces also ask
 * for a new proof after a year.
 */
export const PROOF_VALIDITY_DAYS = 365;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A screenshot that staff has confirmed. `confirmedAt` is ISO text, like all times in the API. */
export interface ConfirmedFollowerProof {
  platform: Platform;
  handle: string;
  followers: number;
  confirmedAt: string | Date;
}

/**
 * Returns when staff confirmed a screenshot of this account with at least the current follower count. Returns null
 * if there is none, or if it shows another account or fewer followers, or is older than `PROOF_VALIDITY_DAYS`.
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

/** Counts the accounts whose figures are verified. */
export function summarizeFollowerProofs(
  platforms: readonly { checkedAt: Date | string | null }[],
): 'none' | 'some' | 'all' {
  const checked = platforms.filter((each) => each.checkedAt !== null).length;
  return checked === 0 ? 'none' : checked === platforms.length ? 'all' : 'some';
}
