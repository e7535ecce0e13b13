import type { Ctx } from './ctx.ts';
import { Failure } from './failures.ts';

/**
 * Rejects a write from a page that was rendered for a different account than the one signed in now, for example
 * after another tab signed out and in again. Callers without the header are not checked. If no user is signed in any
 * more, the procedure decides, because signing in again must work on the page of an ended session. Throws
 * ACCOUNT_CHANGED.
 */
export function assertSameAccount({ user, pageUser }: Pick<Ctx, 'user' | 'pageUser'>): void {
  if (user !== null && pageUser !== undefined && pageUser !== user.id) throw new Failure('ACCOUNT_CHANGED');
}
