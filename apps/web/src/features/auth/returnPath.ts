/** Where a visitor goes after signing in. */
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { getSafeReturnPath } from '../../paths.ts';
import { loadCurrentUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';

export interface ReturnPathProps {
  /** The address that was asked for before signing in, if any; not checked yet. */
  next: string | null;
}

/** Loader of the screens for visitors: who is signed in goes on to where signing in leads. */
export async function redirectSignedInUser({ request }: LoaderFunctionArgs): Promise<null> {
  const user = await loadCurrentUser();
  if (user !== null) throw redirect(getSafeReturnPath(new URL(request.url).searchParams.get('next'), user));
  // Whether there is external sign-in; without an answer the screen offers none.
  await queryUtils.auth.external.ensureData().catch(() => null);
  return null;
}
