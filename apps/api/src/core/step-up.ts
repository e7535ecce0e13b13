/** Decides which payments need a recent confirmation of the payer's identity. */
import { HOUR_MS } from '@marquee/time';
import { isConfirmed } from './confirmations.ts';
import type { UserCtx } from './ctx.ts';
import { Failure } from './failures.ts';
import { findAccountCreation, hasResetPassword } from './step-up.sql.ts';

/**
 * The time after a password reset, and after the first sign-in on a device, during which every payment with a saved
 * card and every approval needs a confirmation, regardless of its amount.
 */
export const STEP_UP_HOURS = 72;

/**
 * The longest time between the creation of an account and the first sign-in on the device that created it. Both happen
 * in one request.
 */
const REGISTRATION_MS = 60_000;

type Payer = Pick<UserCtx, 'deps' | 'user' | 'session'>;

/**
 * Throws CONFIRMATION_REQUIRED unless the caller may pay `totalCents` with a saved card, or approve an order of this
 * total, without confirming their identity. They have to confirm within the last ten minutes if the total is above
 * `STEP_UP_CENTS`, if the password was reset in the last `STEP_UP_HOURS`, or if they first signed in on this device in
 * that time. The device on which the account was created is not new.
 */
export async function assertStepUp(payer: Payer, totalCents: number): Promise<void> {
  if (isConfirmed(payer)) return;
  if (totalCents > payer.deps.env.STEP_UP_CENTS || (await isAtRisk(payer))) throw new Failure('CONFIRMATION_REQUIRED');
}

/** Whether the password was reset recently, or the caller has known this device only for a short time. */
async function isAtRisk({ deps, user, session }: Payer): Promise<boolean> {
  const since = new Date(deps.now().getTime() - STEP_UP_HOURS * HOUR_MS);
  if (await hasResetPassword(deps.db, user.id, since)) return true;
  const knownSince = session?.findKnownSince(user.id) ?? null;
  if (knownSince === null) return true;
  if (knownSince <= since) return false;
  const { createdAt } = await findAccountCreation(deps.db, user.id);
  return knownSince.getTime() > createdAt.getTime() + REGISTRATION_MS;
}
