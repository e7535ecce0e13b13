/** Where a visitor goes after signing in. */
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { safeNext } from '../../paths.ts';
import { currentUser } from '../../session.ts';
import { data } from '../../trpc.ts';

export interface NextProps {
  /** The address that was asked for before signing in, if any; not checked yet. */
  next: string | null;
}

/** Loader of the screens for visitors: who is signed in goes on to where signing in leads. */
export async function visitorsOnly({ request }: LoaderFunctionArgs): Promise<null> {
  const user = await currentUser();
  if (user !== null) throw redirect(safeNext(new URL(request.url).searchParams.get('next'), user));
  // Whether there is external sign-in; without an answer the screen offers none.
  await data.auth.external.ensureData().catch(() => null);
  return null;
}
