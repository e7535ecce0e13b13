/**
 * Former names of procedures. Pages that were opened before a release still call procedures by the names of the
 * previous one, so a renamed procedure answers to both names for one release.
 */
import type { ProcedurePath } from './router.ts';

interface RenamedProcedure {
  to: ProcedurePath;
  /** The version that no longer answers to the former name. `npm run release` refuses it until the entry is deleted. */
  removedIn: string;
}

export const RENAMED_PROCEDURES: Readonly<Record<string, RenamedProcedure>> = {
  'messages.typing': { to: 'messages.announceTyping', removedIn: '1.2.0' },
};

/** Returns the current path of a procedure, for a current or former one. Returns an unknown path as it is. */
export const toCurrentPath = (path: string): string =>
  Object.hasOwn(RENAMED_PROCEDURES, path) ? (RENAMED_PROCEDURES[path]?.to ?? path) : path;
