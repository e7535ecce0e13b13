/** The version of the product. `npm run release` changes it. */

/** The version of this build (semantic versioning). */
export const VERSION = '1.0.0';

/**
 * The oldest version whose processes still work with the database as this version leaves it. During a rolling release
 * and after a rollback, processes of that version run on the migrated database.
 */
export const WORKS_WITH = '1.0.0';

/** The oldest version whose database this version can upgrade. */
export const UPGRADES_FROM = '1.0.0';

/** Compares two versions of the form `1.2.3`. Returns a negative number if `one` is older, and 0 if they are equal. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
