/** The page that a visitor returns to after signing in. */
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { getSafeReturnPath } from '../../paths.ts';
import { loadCurrentUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';

export interface ReturnPathProps {
  /** The page that was requested before signing in, or null. It is not validated yet. */
  next: string | null;
}

/** Loader of the sign-in pages. Redirects users who are already signed in. */
export async function redirectSignedInUser({ request }: LoaderFunctionArgs): Promise<null> {
  const user = await loadCurrentUser();
  if (user !== null) throw redirect(getSafeReturnPath(new URL(request.url).searchParams.get('next'), user));
  // If this request fails, the page offers no external sign-in.
  await queryUtils.auth.external.ensureData().catch(() => null);
  return null;
}
