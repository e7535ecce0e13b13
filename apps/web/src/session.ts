/** The signed-in user, and the redirects of routes that need one (spec §2 and §6). */
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
 * Remembers for this tab's writes which account its page was rendered for. If the session check failed, writes name no
 * account until a later check succeeds.
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
  // Layout effects run before passive effects, some of which send writes.
  useLayoutEffect(rememberPageUser, [user]);
  return user ?? null;
}

/** The layout's user. On most pages dozens of components read it, and observing the query in each would be slow. */
export const SignedInUserContext = createContext<SignedInUser | null>(null);

/** The signed-in user, or null, inside components. */
export const useUser = (): SignedInUser | null => use(SignedInUserContext);

/** Returns the requested path and query, for returning after the sign-in. */
export function getRequestedPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** For loaders: returns the user, or redirects to the sign-in screen that this route documents. */
export async function requireUser(request: Request, signIn: 'login' | 'auth' = 'login'): Promise<SignedInUser> {
  const user = await loadCurrentUser();
  if (user === null) throw redirect(paths[signIn]({ next: getRequestedPath(request) }));
  return user;
}

/** For loaders: returns the staff member. Other users do not find the screen. */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (user.role !== 'admin') throw redirect(paths.dashboard());
  return user;
}

/**
 * For loaders: returns the creator. Redirects a brand to the dashboard and a visitor to /auth (spec §2 "Manage
 * packages").
 */
export async function requireCreator(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'influencer') throw redirect(paths.dashboard());
  return user;
}
