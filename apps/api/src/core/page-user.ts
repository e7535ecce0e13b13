import type { Ctx } from './ctx.ts';
import { Failure } from './failures.ts';

/**
 * Refuses a write from a page that was rendered for another account than the one that is signed in now, for example
 * because another tab signed out and in again. A caller that does not say whose page it is, is not checked. If nobody
 * is signed in any more, the procedure decides: signing in again must work on the page of an ended session.
 *
 * Throws ACCOUNT_CHANGED.
 */
export function assertSameAccount({ user, pageUser }: Pick<Ctx, 'user' | 'pageUser'>): void {
  if (user !== null && pageUser !== undefined && pageUser !== user.id) throw new Failure('ACCOUNT_CHANGED');
}
