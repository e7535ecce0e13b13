/** How far a creator's follower figures can be believed: what it says itself, or what a picture showed to staff. */
import type { Platform } from './creator.ts';

/**
 * How long a picture that staff checked speaks for a figure. Followers come and go; a year is what others ask anew
 * after.
 */
export const PROOF_VALIDITY_DAYS = 365;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A picture that staff has confirmed. `confirmedAt`: ISO text, as every time that leaves the API. */
export interface ConfirmedFollowerProof {
  platform: Platform;
  handle: string;
  followers: number;
  confirmedAt: string | Date;
}

/**
 * When staff saw a picture that shows at least as many followers of this account as are claimed now; null where none
 * does: there is none, it is of another account, of fewer followers, or older than `PROOF_VALIDITY_DAYS`.
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

/** Of how many accounts a checked picture stands behind the figure. */
export function summarizeFollowerProofs(
  platforms: readonly { checkedAt: Date | string | null }[],
): 'none' | 'some' | 'all' {
  const checked = platforms.filter((each) => each.checkedAt !== null).length;
  return checked === 0 ? 'none' : checked === platforms.length ? 'all' : 'some';
}
