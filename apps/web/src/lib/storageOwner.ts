/** Tells to whom the values belong that this tab stores (storage.ts). */
import { queryUtils } from '../trpc.ts';
import type { StorageOwner } from './storage.ts';

/** Returns the signed-in user in the tab's workspace, or 'visitor'. */
export function getStorageOwner(): StorageOwner {
  const user = queryUtils.auth.session.getData();
  return user ? { personId: user.id, workspaceId: user.workspaceId } : 'visitor';
}

let pageOwner: StorageOwner = 'visitor';

/** Stores the user for whom the page was rendered. Later calls have no effect once a user is stored. */
export function rememberPageOwner(): void {
  if (pageOwner === 'visitor') pageOwner = getStorageOwner();
}

/** Returns the user for whom the page was rendered, who owns what is typed on it even if another user has signed in. */
export const getPageOwner = (): StorageOwner => pageOwner;
