/** Decides whether a user has recently confirmed who they are. */
import type { ConfirmationMethod } from '../db/schema.ts';
import type { Confirmation, Ctx, UserCtx } from './ctx.ts';

/** The time for which a confirmation is valid. */
export const CONFIRMATION_MS = 10 * 60_000;

const FACTORS: ReadonlySet<ConfirmationMethod> = new Set(['passkey', 'authenticator', 'recovery_code']);

type Caller = Pick<UserCtx, 'user' | 'session' | 'now'>;

/** Returns how the caller confirmed, or null if they did not or if it was too long ago. */
function findConfirmation({ session, now }: Caller): ConfirmationMethod | null {
  const at = session?.confirmedAt ?? null;
  if (session === null || at === null) return null;
  return at.getTime() + CONFIRMATION_MS > now().getTime() ? session.confirmedBy : null;
}

/** Whether the caller has recently confirmed who they are, with a factor if the account has one. */
export function isConfirmed(ctx: Caller): boolean {
  const by = findConfirmation(ctx);
  return by !== null && (!ctx.user.hasFactor || FACTORS.has(by));
}

/** Whether the caller has recently confirmed with a passkey. */
export const isConfirmedByPasskey = (ctx: Caller): boolean => findConfirmation(ctx) === 'passkey';

/** Returns the caller's last confirmation, however old, or null. */
export const getLastConfirmation = ({ session }: Pick<Ctx, 'session'>): Confirmation | null =>
  session?.confirmedAt && session.confirmedBy ? { at: session.confirmedAt, by: session.confirmedBy } : null;
