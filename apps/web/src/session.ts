/** Who is signed in, and the redirects of routes that ask for it (spec §2 and §6). */
import { createContext, use, useLayoutEffect } from 'react';
import { redirect } from 'react-router-dom';
import { setPageUser } from './lib/writes.ts';
import { paths } from './paths.ts';
import { queryUtils, trpc, type RouterOutputs } from './trpc.ts';

export type SignedInUser = NonNullable<RouterOutputs['auth']['session']>;

/** The signed-in user, or null. A failed check means signed out (spec §4). */
export const loadCurrentUser = (): Promise<SignedInUser | null> =>
  queryUtils.auth.session.ensureData().catch(() => null);

/**
 * Remembers for this tab's writes which account its page was rendered for. After a failed check nobody knows, so writes
 * name no account until a later check succeeds.
 */
export function rememberPageUser(): void {
  const user = queryUtils.auth.session.getData();
  if (user !== undefined) setPageUser(user?.id ?? null);
}

/**
 * Returns the signed-in user, or null, for the layout, which passes it on (`SignedInUserContext`). The root loader has
 * loaded the session.
 */
export function useSession(): SignedInUser | null {
  const { data: user } = trpc.auth.session.useQuery();
  // A layout effect, because it runs before the other effects, of which some write.
  useLayoutEffect(rememberPageUser, [user]);
  return user ?? null;
}

/** The layout's user. On most pages dozens of components read it, and observing the query in each would be slow. */
export const SignedInUserContext = createContext<SignedInUser | null>(null);

/** The signed-in user, or null, inside components. */
export const useUser = (): SignedInUser | null => use(SignedInUserContext);

/** The path and query that a visitor wanted, to come back to after signing in. */
export function getRequestedPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** For loaders: the user, or a redirect to the sign-in screen that this route documents. */
export async function requireUser(request: Request, signIn: 'login' | 'auth' = 'login'): Promise<SignedInUser> {
  const user = await loadCurrentUser();
  if (user === null) throw redirect(paths[signIn]({ next: getRequestedPath(request) }));
  return user;
}

/** For loaders: staff; for everybody else the screen is not there. */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (user.role !== 'admin') throw redirect(paths.dashboard());
  return user;
}

/** For loaders: the creator; a brand is sent to the dashboard, a visitor to /auth (spec §2 "Manage packages"). */
export async function requireCreator(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'influencer') throw redirect(paths.dashboard());
  return user;
}
