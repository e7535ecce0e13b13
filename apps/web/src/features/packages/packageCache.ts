/**
 * Adopts the server's answers about a creator's packages wherever they are already loaded; nothing is fetched again.
 */
import { queryUtils, type RouterOutputs } from '../../trpc.ts';
import { deleteQuestionnaireDraft } from '../questionnaires/questionnaireDraftStorage.ts';

/** A package as lists have it. */
export type ListedPackage = RouterOutputs['packages']['ofCreator'][number];
/** With all that it offers besides itself. */
export type PackageDetails = RouterOutputs['packages']['byId'];

/** Takes over a package as the server saved it: a new one comes first, as the server lists them. */
export function cachePackage(saved: PackageDetails): void {
  queryUtils.packages.byId.setData({ id: saved.id }, saved);
  updateCachedLists(saved.creatorId, (packages) =>
    packages.some((each) => each.id === saved.id)
      ? packages.map((each) => (each.id === saved.id ? saved : each))
      : [saved, ...packages],
  );
}

/** Takes over the copy of a package, which stands behind its original. */
export function cachePackageCopy(original: ListedPackage, copy: PackageDetails): void {
  queryUtils.packages.byId.setData({ id: copy.id }, copy);
  updateCachedLists(copy.creatorId, (packages) =>
    packages.some(({ id }) => id === copy.id)
      ? packages
      : packages.toSpliced(packages.findIndex(({ id }) => id === original.id) + 1, 0, copy),
  );
}

/** Puts a creator's packages in the order of `ids`; those that are not named come first, as on the server. */
export function reorderCachedPackages(creatorId: string, ids: readonly string[]): void {
  updateCachedLists(creatorId, (packages) =>
    packages.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
  );
}

/** Forgets a package that is gone. */
export function removeCachedPackage({ id, creatorId }: ListedPackage): void {
  void queryUtils.packages.byId.invalidate({ id });
  deleteQuestionnaireDraft(id);
  updateCachedLists(creatorId, (packages) => packages.filter((each) => each.id !== id));
}

function updateCachedLists(creatorId: string, change: (packages: ListedPackage[]) => ListedPackage[]): void {
  const update = (packages: ListedPackage[] | undefined) => packages && change(packages);
  queryUtils.packages.ofCreator.setData({ id: creatorId }, update);
  const username = queryUtils.auth.session.getData()?.username;
  if (username !== undefined) queryUtils.profiles.packages.setData({ username: username.toLowerCase() }, update);
}
