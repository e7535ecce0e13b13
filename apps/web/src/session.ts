/** Who is signed in, and the redirects of routes that ask for it (spec §2 and §6). */
import { createContext, use } from 'react';
import { redirect } from 'react-router-dom';
import { paths } from './paths.ts';
import { data, trpc, type Outputs } from './trpc.ts';

export type User = NonNullable<Outputs['auth']['session']>;

/** The signed-in user, or null. A failed check means signed out (spec §4). */
export const currentUser = (): Promise<User | null> => data.auth.session.ensureData().catch(() => null);

/** For the frame, which tells all others (`UserContext`); the root loader has fetched it. */
export const useSession = (): User | null => trpc.auth.session.useQuery().data ?? null;

/** What the frame knows: on most pages dozens of components ask, and each observing the query would be much work. */
export const UserContext = createContext<User | null>(null);

/** The signed-in user, or null, inside components. */
export const useUser = (): User | null => use(UserContext);

/** The path and query that a visitor wanted, to come back to after signing in. */
export function wanted(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** For loaders: the user, or a redirect to the sign-in screen that this route documents. */
export async function requireUser(request: Request, signIn: 'login' | 'auth' = 'login'): Promise<User> {
  const user = await currentUser();
  if (user === null) throw redirect(paths[signIn]({ next: wanted(request) }));
  return user;
}

/** For loaders: staff; for everybody else the screen is not there. */
export async function requireAdmin(request: Request): Promise<User> {
  const user = await requireUser(request);
  if (user.role !== 'admin') throw redirect(paths.dashboard());
  return user;
}

/** For loaders: the creator; a brand is sent to the dashboard, a visitor to /auth (spec §2 "Manage packages"). */
export async function requireCreator(request: Request): Promise<User> {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'influencer') throw redirect(paths.dashboard());
  return user;
}
