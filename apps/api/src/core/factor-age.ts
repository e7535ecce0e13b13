/** Decides whether a second factor is old enough to prove that its user is the owner of the account. */
import { HOUR_MS } from '@marquee/time';

/**
 * A factor protects an account from this age on. Until then, a thief who knows the password may have added it, and the
 * owner can remove it with the link in the email about it.
 */
export const FACTOR_HOURS = 72;

/**
 * Returns whether an account had a second factor for `hours` at the time `at`, without interruption. Each factor that
 * was added later was added with it, because adding a factor then needs one.
 */
export const hasOldFactor = (
  { factorSince }: { factorSince: Date | null },
  at: Date,
  hours: number = FACTOR_HOURS,
): boolean => factorSince !== null && factorSince.getTime() + hours * HOUR_MS <= at.getTime();
