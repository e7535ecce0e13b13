/** Who is signed in, and the redirects of routes that ask for it (spec §2 and §6). */
import { hashKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { redirect } from 'react-router-dom';
import { paths } from './paths.ts';
import { data, queryClient, trpc, type Outputs } from './trpc.ts';

const sessionKey = getQueryKey(trpc.auth.session);

export type User = NonNullable<Outputs['auth']['session']>;

/** The signed-in user, or null. A failed check means signed out (spec §4). */
export const currentUser = (): Promise<User | null> => data.auth.session.ensureData().catch(() => null);

/** The same inside components; the root loader has fetched it. */
export const useUser = (): User | null => trpc.auth.session.useQuery().data ?? null;

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

/** For loaders: the creator; a brand is sent to the dashboard, a visitor to /auth (spec §2 "Manage packages"). */
export async function requireCreator(request: Request): Promise<User> {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'influencer') throw redirect(paths.dashboard());
  return user;
}

/** Notes who is signed in now, and forgets everything that was loaded for the user before. */
export function setCurrentUser(user: User | null): void {
  queryClient.removeQueries({ predicate: (query) => !sessionKey.every((part, at) => hashKey([query.queryKey[at]]) === hashKey([part])) });
  data.auth.session.setData(undefined, user);
}
