import type { Ctx } from './ctx.ts';
import { Failure } from './failures.ts';

/**
 * Rejects a write from a page that was rendered for a different account than the one that is signed in now, for
 * example after the user switched accounts in another tab. Requests without the header are not checked. Neither are
 * requests without a signed-in user, because users must be able to sign in from a page whose session has ended.
 * Throws ACCOUNT_CHANGED.
 */
export function assertSameAccount({ user, request: { pageUser } }: Pick<Ctx, 'user' | 'request'>): void {
  if (user !== null && pageUser !== undefined && pageUser !== user.id) throw new Failure('ACCOUNT_CHANGED');
}
