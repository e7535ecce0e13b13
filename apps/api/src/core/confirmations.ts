/** Decides whether a user has recently confirmed their identity. */
import { HOUR_MS } from '@marquee/time';
import type { ConfirmationMethod } from '../db/schema.ts';
import type { Confirmation, Ctx, UserCtx } from './ctx.ts';

/** The time for which a confirmation is valid. */
export const CONFIRMATION_MS = 10 * 60_000;

/**
 * The time that staff wait before they can use a new passkey for actions that move money, unless they added it with a
 * trusted one. It gives the owner of the account time to react to the email about the new passkey.
 */
export const PASSKEY_WAIT_HOURS = 24;

const FACTORS: ReadonlySet<ConfirmationMethod> = new Set(['passkey', 'authenticator', 'recovery_code']);

type Caller = Pick<UserCtx, 'deps' | 'user' | 'session'>;

/** Returns how the caller confirmed, or null if they did not or if it was too long ago. */
function findConfirmation({ session, deps }: Caller): ConfirmationMethod | null {
  const at = session?.confirmedAt ?? null;
  if (session === null || at === null) return null;
  return at.getTime() + CONFIRMATION_MS > deps.now().getTime() ? session.confirmedBy : null;
}

/** Whether the caller has recently confirmed their identity, with a factor if the account has one. */
export function isConfirmed(ctx: Caller): boolean {
  const by = findConfirmation(ctx);
  return by !== null && (!ctx.user.hasFactor || FACTORS.has(by));
}

/**
 * Returns the time from which the passkey of the caller's recent confirmation can be used for actions that move money.
 * Returns null if the caller has not recently confirmed with a passkey.
 */
export const findPasskeyTrust = (ctx: Caller): Date | null =>
  findConfirmation(ctx) === 'passkey' ? (ctx.session?.passkeyTrustedFrom ?? null) : null;

/**
 * Returns the time from which a passkey that the caller adds now can be used for actions that move money. A passkey
 * that is added with another one is trusted like that one, and at once if `isTrusted` is true.
 */
export function computePasskeyTrust(ctx: Caller, { isTrusted }: { isTrusted: boolean }): Date {
  const now = ctx.deps.now();
  const other = findPasskeyTrust(ctx);
  if (isTrusted || (other !== null && other <= now)) return now;
  return other ?? new Date(now.getTime() + PASSKEY_WAIT_HOURS * HOUR_MS);
}

/** Returns the caller's last confirmation, however old, or null. */
export const getLastConfirmation = ({ session }: Pick<Ctx, 'session'>): Confirmation | null =>
  session?.confirmedAt && session.confirmedBy
    ? {
        at: session.confirmedAt,
        by: session.confirmedBy,
        ...(session.passkeyTrustedFrom && { trustedFrom: session.passkeyTrustedFrom }),
      }
    : null;
