import { isStaff } from '@marquee/contracts';
import { createContext, use, useLayoutEffect } from 'react';
import { redirect } from 'react-router-dom';
import { getFailureCode, isLostWorkspaceError } from './lib/errors.ts';
import { rememberPageOwner } from './lib/storageOwner.ts';
import { setPageUser } from './lib/writes.ts';
import { paths } from './paths.ts';
import { queryUtils, trpc, type RouterOutputs } from './trpc.ts';

export type SignedInUser = NonNullable<RouterOutputs['auth']['session']>;

/**
 * Returns the signed-in user, or null. If the check fails for an unknown reason, the user counts as signed out
 * (requirements R4.1). Throws if the server names the reason, such as WORKSPACE_NOT_FOUND or DATABASE_AWAY, because
 * signing in again would not help.
 */
export const loadCurrentUser = (): Promise<SignedInUser | null> =>
  queryUtils.auth.session.ensureData().catch((error: unknown) => {
    if (getFailureCode(error) !== null) throw error;
    return null;
  });

/**
 * Stores the account for which the page was rendered, so that this tab's write requests can name it. If the session
 * check failed, writes name no account until a later check succeeds.
 */
export function rememberPageUser(): void {
  const user = queryUtils.auth.session.getData();
  if (user === undefined) return;
  setPageUser(user?.id ?? null);
  rememberPageOwner();
}

/**
 * Returns the signed-in user, or null, and whether the user has lost access to the tab's workspace while the page was
 * open (liveStream.ts). Only the layout calls this. It passes the user to all components through
 * `SignedInUserContext`. The root loader has already loaded the session.
 */
export function useSession(): { user: SignedInUser | null; hasLostWorkspace: boolean } {
  const { data: user, error } = trpc.auth.session.useQuery();
  // Some passive effects send write requests. A layout effect runs before all of them.
  useLayoutEffect(rememberPageUser, [user]);
  return { user: user ?? null, hasLostWorkspace: isLostWorkspaceError(error) };
}

/**
 * The signed-in user, provided by the layout. Dozens of components per page need the user, and observing the session
 * query in each of them would be slow.
 */
export const SignedInUserContext = createContext<SignedInUser | null>(null);

export const useUser = (): SignedInUser | null => use(SignedInUserContext);

/** Returns whether members can request orders, because the workspace is a brand’s and several people work in it. */
export const canHaveRequests = (user: SignedInUser | null): boolean => user?.userType === 'brand' && !user.isAlone;

/** Returns the requested path and query with the workspace, so that the user can return there after signing in. */
export function getRequestedPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * For loaders. Returns the signed-in user, or redirects a visitor to `/login` or `/auth` (requirements R2.40, R2.58 and
 * R2.61).
 */
export async function requireUser(request: Request, signIn: 'login' | 'auth' = 'login'): Promise<SignedInUser> {
  const user = await loadCurrentUser();
  if (user === null) throw redirect(paths[signIn]({ next: getRequestedPath(request) }));
  return user;
}

/**
 * For loaders. Returns the signed-in staff member. Redirects staff without a second factor to the settings, which
 * explain it, and all other users to the dashboard.
 */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!isStaff(user)) throw redirect(user.role === 'admin' ? paths.settingsAccount() : paths.dashboard());
  return user;
}

/** For loaders. Returns the signed-in brand. Redirects a creator to the dashboard. */
export async function requireBrand(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (user.userType !== 'brand') throw redirect(paths.dashboard());
  return user;
}

/**
 * For loaders. Returns the signed-in creator. Redirects a brand to the dashboard and a visitor to /auth (requirements
 * R2.40).
 */
export async function requireCreator(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'influencer') throw redirect(paths.dashboard());
  return user;
}
