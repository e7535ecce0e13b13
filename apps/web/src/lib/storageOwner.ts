/** Knows the owner of the values that this tab stores (storage.ts). */
import { queryUtils } from '../trpc.ts';
import type { StorageOwner } from './storage.ts';

/** Returns the signed-in user in the tab's workspace, or 'visitor'. */
export function getStorageOwner(): StorageOwner {
  const user = queryUtils.auth.session.getData();
  return user ? { personId: user.id, workspaceId: user.workspaceId } : 'visitor';
}

let pageOwner: StorageOwner = 'visitor';

/** Stores the user of the rendered page. Later calls have no effect once a user is stored. */
export function rememberPageOwner(): void {
  if (pageOwner === 'visitor') pageOwner = getStorageOwner();
}

/**
 * Returns the user of the rendered page. Input on the page belongs to this user, even if another user has signed in.
 */
export const getPageOwner = (): StorageOwner => pageOwner;
