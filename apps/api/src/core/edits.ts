/** Protects settings that several people edit from being overwritten by a form that was opened before a change. */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from './failures.ts';

/** Removes the differences between parsed input and rows of the database, such as keys that are undefined. */
const toPlain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(toPlain(one), toPlain(other));

/**
 * Merges an edit with the values that are saved now, which the caller has locked. `base` are the values with which the
 * editor's form was opened. A field that the editor did not change keeps its saved value, so that two people can change
 * different fields. Throws EDIT_STALE if another user has changed the same field to another value since. Fields of a
 * group in `groups` depend on each other and count as one field. That includes a field of the group that is in `base`
 * but not in the edit, which then stays as the editor saw it. Without `base`, the edit replaces everything.
 */
export function mergeEdit<T extends object>(
  saved: { readonly [Name in keyof T]-?: unknown },
  edited: T,
  base: T | undefined,
  groups: readonly (readonly (keyof T & string)[])[] = [],
): T {
  if (base === undefined) return edited;
  const merged = { ...edited };
  // An optional field that is left out stays unchanged.
  const names = (Object.keys(edited) as (keyof T & string)[]).filter((name) => edited[name] !== undefined);
  const grouped = new Set(groups.flat());
  for (const fields of [...groups, ...names.filter((name) => !grouped.has(name)).map((name) => [name])]) {
    const sent = fields.filter((name) => names.includes(name));
    const known = fields.filter((name) => sent.includes(name) || base[name] !== undefined);
    const pick = (values: { readonly [Name in keyof T]?: unknown }) => known.map((name) => values[name]);
    const wanted = known.map((name) => (sent.includes(name) ? edited[name] : base[name]));
    if (isSame(wanted, pick(base))) for (const name of sent) merged[name] = saved[name] as T[typeof name];
    else if (!isSame(pick(saved), pick(base)) && !isSame(pick(saved), wanted)) throw new Failure('EDIT_STALE');
  }
  return merged;
}
