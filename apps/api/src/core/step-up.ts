/** Decides which payments need a recent confirmation of the payer's identity. */
import { formatHours } from '@marquee/booking';
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { HOUR_MS } from '@marquee/time';
import { isConfirmed } from './confirmations.ts';
import type { UserCtx } from './ctx.ts';
import { hasOldFactor } from './factor-age.ts';
import { Failure } from './failures.ts';
import { findAccountCreation, findRecentInvitation, hasResetPassword } from './step-up.sql.ts';

/**
 * The time after a password reset, and after the first sign-in on a device, during which every payment with a saved
 * card and every approval needs a confirmation, regardless of its amount. New members wait for the same time.
 */
export const STEP_UP_HOURS = 72;

/**
 * The longest time between the creation of an account and the first sign-in on the device that created it. Both happen
 * in one request.
 */
const REGISTRATION_MS = 60_000;

type Payer = Pick<UserCtx, 'deps' | 'user' | 'session'>;

/**
 * Throws an error unless the caller may pay `totalCents` with a saved card, or approve an order of this total. Returns
 * the time until which the payout of the order waits, or null. It waits if the caller first signed in on this device in
 * the last `STEP_UP_HOURS` and had no factor before: a thief who knows the password can confirm with it, and must not
 * pay an accomplice before the owners have read the emails.
 *
 * - CONFIRMATION_REQUIRED: they have to confirm their identity within the last ten minutes if the total is above
 *   `STEP_UP_CENTS`, or if they first signed in on this device in the last `STEP_UP_HOURS`. The device on which the
 *   account was created is not new.
 * - SAVED_CARDS_WAIT: the password was reset in that time, and the account had no factor before. The new password
 *   proves only access to the mailbox.
 * - SAVED_CARDS_NEW_MEMBER: they accepted an invitation to the workspace in that time, and the account that invited
 *   them had no factor before. A thief who knows its password may have invited an account of their own.
 */
export async function assertStepUp(payer: Payer, totalCents: number): Promise<Date | null> {
  const { deps, user } = payer;
  const now = deps.now();
  const since = new Date(now.getTime() - STEP_UP_HOURS * HOUR_MS);
  await assertTrustedMember(payer, since);
  const isProtected = hasOldFactor(user, now, STEP_UP_HOURS);
  const isReset = await hasResetPassword(deps.db, user.id, since);
  if (isReset && !isProtected) throw new Failure('SAVED_CARDS_WAIT');
  const isNew = await isDeviceNew(payer, since);
  if ((isReset || isNew || totalCents > deps.env.STEP_UP_CENTS) && !isConfirmed(payer))
    throw new Failure('CONFIRMATION_REQUIRED');
  return isNew && !isProtected ? new Date(now.getTime() + PAYOUT_HOLD_HOURS * HOUR_MS) : null;
}

/** Throws SAVED_CARDS_NEW_MEMBER. */
async function assertTrustedMember({ deps, user }: Payer, since: Date): Promise<void> {
  const invitation = await findRecentInvitation(deps.db, { workspaceId: user.workspaceId, personId: user.id }, since);
  if (invitation === undefined || hasOldFactor(invitation, deps.now(), STEP_UP_HOURS)) return;
  const hoursLeft = Math.ceil((invitation.joinedAt.getTime() - since.getTime()) / HOUR_MS);
  throw new Failure(
    'SAVED_CARDS_NEW_MEMBER',
    `You joined recently, so you can use saved cards and approve orders in ${formatHours(hoursLeft)}. Until then, enter a card to pay, or ask an owner.`,
  );
}

/** Whether the caller has known this device only since `since`, and it is not the one that created the account. */
async function isDeviceNew({ deps, user, session }: Payer, since: Date): Promise<boolean> {
  const knownSince = session?.findKnownSince(user.id) ?? null;
  if (knownSince === null) return true;
  if (knownSince <= since) return false;
  const { createdAt } = await findAccountCreation(deps.db, user.id);
  return knownSince.getTime() > createdAt.getTime() + REGISTRATION_MS;
}
