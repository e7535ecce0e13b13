/** Collects the words that are used on the marketplace, and corrects misspelled words in a search. */
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { getFigure } from '../figures/figures.service.ts';
import { listSpellings, type SpelledWord, listMarketTerms, replaceSearchTerms } from './suggestions.sql.ts';
import type { Db } from '../../../db/schema.ts';

/** Shorter words are not corrected, because they are similar to too many others. */
const MIN_CORRECTED_LENGTH = 4;
/** Words with at least this many letters may contain two mistakes, and shorter ones only one (as in Algolia). */
const MIN_LENGTH_FOR_TWO_MISTAKES = 8;

/**
 * Returns the words with misspelled ones corrected, or null if there is nothing to correct. `deps.db` must be the
 * primary, because the words of the marketplace may have to be indexed first.
 */
export async function findCorrectedWords(deps: Deps, words: readonly string[]): Promise<string[] | null> {
  await getFigure(deps, TERMS);
  const spelled = await listSpellings(deps.stale, words);
  const corrected = spelled.map((each) => findNearestWord(each) ?? each.word);
  return corrected.some((word, at) => word !== words[at]) ? corrected : null;
}

/**
 * Returns the similar term that differs by the fewest mistakes, or undefined if all exceed the limit. If two terms
 * differ by equally many, returns the more common one.
 */
function findNearestWord({ folded, isKnown, like }: SpelledWord): string | undefined {
  if (isKnown || Array.from(folded).length < MIN_CORRECTED_LENGTH) return undefined;
  const allowed = Array.from(folded).length < MIN_LENGTH_FOR_TWO_MISTAKES ? 1 : 2;
  return like
    .map(({ term, uses }) => ({ term, uses, mistakes: countMistakes(folded, term) }))
    .filter(({ mistakes }) => mistakes <= allowed)
    .toSorted((one, other) => one.mistakes - other.mistakes || other.uses - one.uses)[0]?.term;
}

/** Returns the number of letters to insert, delete, replace or swap with a neighbor to turn `one` into `other`. */
export function countMistakes(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

/**
 * Stores the words, package names and places used on the marketplace in `search_term`. Returns only their number as
 * the data of the figure `terms`.
 */
async function computeTerms(db: Db, deps: Deps) {
  const found = await listMarketTerms(db);
  await inTransaction(deps, (tx) => replaceSearchTerms(tx.db, found));
  return { terms: found.length };
}

export const TERMS = { name: 'terms', compute: computeTerms };
