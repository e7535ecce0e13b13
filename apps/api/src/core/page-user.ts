import { NOBODY } from '@marquee/validation';
import type { Ctx } from './ctx.ts';
import { Failure } from './failures.ts';

/**
 * Refuses a write from a page that was rendered for another account than the one that is signed in now, for example
 * because another tab signed out and in again. A caller that does not say whose page it is, is not checked.
 *
 * Throws SIGNED_OUT if nobody is signed in any more, otherwise ACCOUNT_CHANGED.
 */
export function refuseOtherAccount({ user, pageUser }: Pick<Ctx, 'user' | 'pageUser'>): void {
  if (pageUser === undefined || pageUser === (user?.id ?? NOBODY)) return;
  throw new Failure(user === null ? 'SIGNED_OUT' : 'ACCOUNT_CHANGED');
}
