/** Updates packages in the query cache with data from API responses, so that they need not be fetched again. */
import type { WorkspaceId } from '@marquee/contracts';
import { queryUtils, type RouterOutputs } from '../../../trpc.ts';
import { deleteQuestionnaireDraft } from '../questionnaires/questionnaireDraftStorage.ts';

/** A package as returned in lists, without options. */
export type ListedPackage = RouterOutputs['packages']['listByCreator'][number];
export type PackageDetails = RouterOutputs['packages']['byId'];

/** Caches a saved package. A new package becomes the first in its creator's list, as on the server. */
export function cachePackage(saved: PackageDetails): void {
  queryUtils.packages.byId.setData({ id: saved.id }, saved);
  updateCachedLists(saved.creatorId, (packages) =>
    packages.some((each) => each.id === saved.id)
      ? packages.map((each) => (each.id === saved.id ? saved : each))
      : [saved, ...packages],
  );
}

/** Caches a copied package and lists it directly after the original. */
export function cachePackageCopy(original: ListedPackage, copy: PackageDetails): void {
  queryUtils.packages.byId.setData({ id: copy.id }, copy);
  updateCachedLists(copy.creatorId, (packages) =>
    packages.some(({ id }) => id === copy.id)
      ? packages
      : packages.toSpliced(packages.findIndex(({ id }) => id === original.id) + 1, 0, copy),
  );
}

/**
 * Sorts a creator's cached packages in the order of `ids`. Packages missing from `ids` move to the front, as on the
 * server.
 */
export function reorderCachedPackages(creatorId: WorkspaceId, ids: readonly string[]): void {
  updateCachedLists(creatorId, (packages) =>
    packages.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
  );
}

export function removeCachedPackage({ id, creatorId }: ListedPackage): void {
  void queryUtils.packages.byId.invalidate({ id });
  deleteQuestionnaireDraft(id);
  updateCachedLists(creatorId, (packages) => packages.filter((each) => each.id !== id));
}

function updateCachedLists(creatorId: WorkspaceId, change: (packages: ListedPackage[]) => ListedPackage[]): void {
  const update = (packages: ListedPackage[] | undefined) => packages && change(packages);
  queryUtils.packages.listByCreator.setData({ id: creatorId }, update);
  const username = queryUtils.auth.session.getData()?.username;
  if (username !== undefined) queryUtils.profiles.packages.setData({ username: username.toLowerCase() }, update);
}
