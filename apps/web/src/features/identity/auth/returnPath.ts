import { redirect, redirectDocument, type LoaderFunctionArgs } from 'react-router-dom';
import { getWorkspacePath, splitWorkspacePath } from '@marquee/contracts';
import { getSafeReturnPath } from '../../../paths.ts';
import { loadCurrentUser } from '../../../session.ts';
import { getScope, queryUtils } from '../../../trpc.ts';

export interface ReturnPathProps {
  /**
   * The path that the visitor requested before signing in, or null. It comes from the URL and is not validated yet.
   */
  next: string | null;
}

/** Redirects to a path that may name a workspace. Loads a new page if it is not the workspace of this tab. */
function redirectToWorkspace(to: string): Response {
  const { username, path } = splitWorkspacePath(to);
  const { origin, workspacePath } = getScope();
  return getWorkspacePath(username) === workspacePath ? redirect(path) : redirectDocument(origin + to);
}

/** Route loader of the sign-in pages. Redirects signed-in users to the `next` path or their start page. */
export async function redirectSignedInUser({ request }: LoaderFunctionArgs): Promise<null> {
  const user = await loadCurrentUser();
  if (user !== null) throw redirectToWorkspace(getSafeReturnPath(new URL(request.url).searchParams.get('next'), user));
  // If this request fails, the page simply shows no external sign-in button.
  await queryUtils.auth.external.ensureData().catch(() => null);
  return null;
}
