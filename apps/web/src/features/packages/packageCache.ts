/**
 * Adopts the server's answers about a creator's packages wherever they are already loaded; nothing is fetched again.
 */
import { data, type Outputs } from '../../trpc.ts';
import { dropDraft } from '../questionnaires/savedDraft.ts';

/** A package as lists have it. */
export type Package = Outputs['packages']['ofCreator'][number];
/** With all that it offers besides itself. */
export type WholePackage = Outputs['packages']['byId'];

/** Takes over a package as the server saved it: a new one comes first, as the server lists them. */
export function adoptPackage(saved: WholePackage): void {
  data.packages.byId.setData({ id: saved.id }, saved);
  updateLists(saved.creatorId, (packages) =>
    packages.some((each) => each.id === saved.id)
      ? packages.map((each) => (each.id === saved.id ? saved : each))
      : [saved, ...packages],
  );
}

/** Takes over the copy of a package, which stands behind its original. */
export function adoptCopy(original: Package, copy: WholePackage): void {
  data.packages.byId.setData({ id: copy.id }, copy);
  updateLists(copy.creatorId, (packages) =>
    packages.some(({ id }) => id === copy.id)
      ? packages
      : packages.toSpliced(packages.findIndex(({ id }) => id === original.id) + 1, 0, copy),
  );
}

/** Puts a creator's packages in the order of `ids`; those that are not named come first, as on the server. */
export function orderPackages(creatorId: string, ids: readonly string[]): void {
  updateLists(creatorId, (packages) => packages.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)));
}

/** Forgets a package that is gone. */
export function forgetPackage({ id, creatorId }: Package): void {
  void data.packages.byId.invalidate({ id });
  dropDraft(id);
  updateLists(creatorId, (packages) => packages.filter((each) => each.id !== id));
}

function updateLists(creatorId: string, change: (packages: Package[]) => Package[]): void {
  const update = (packages: Package[] | undefined) => packages && change(packages);
  data.packages.ofCreator.setData({ id: creatorId }, update);
  const username = data.auth.session.getData()?.username;
  if (username !== undefined) data.profiles.packages.setData({ username: username.toLowerCase() }, update);
}
