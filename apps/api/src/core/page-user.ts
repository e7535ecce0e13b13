import type { Ctx } from './ctx.ts';
import { Failure } from './failures.ts';

/**
 * Rejects a write from a page that was rendered for an account other than the one signed in now, for example after
 * the user switched accounts in another tab. Callers without the header are not checked. If no user is signed in any
 * more, the procedure decides, because signing in must work on the page of an ended session. Throws ACCOUNT_CHANGED.
 */
export function assertSameAccount({ user, pageUser }: Pick<Ctx, 'user' | 'pageUser'>): void {
  if (user !== null && pageUser !== undefined && pageUser !== user.id) throw new Failure('ACCOUNT_CHANGED');
}
