/** What somebody meant who mistyped a word. */
import type { Db } from '../../db/schema.ts';
import { listSpellings, type SpelledWord } from './suggestions.sql.ts';

/** Shorter words have too many neighbours. */
const MIN_CORRECTED_LENGTH = 4;
/** From this length on two mistakes are allowed instead of one (as Algolia does). */
const MIN_LENGTH_FOR_TWO_MISTAKES = 8;

/**
 * The words with the unknown ones corrected; null when nothing is to be corrected, or no word of the market is near.
 */
export async function findCorrectedWords(db: Db, words: readonly string[]): Promise<string[] | null> {
  const spelled = await listSpellings(db, words);
  const corrected = spelled.map((each) => findNearestWord(each) ?? each.word);
  return corrected.some((word, at) => word !== words[at]) ? corrected : null;
}

/** The nearest word within the allowed mistakes, of those equally near the most used. */
function findNearestWord({ folded, isKnown, like }: SpelledWord): string | undefined {
  if (isKnown || Array.from(folded).length < MIN_CORRECTED_LENGTH) return undefined;
  const allowed = Array.from(folded).length < MIN_LENGTH_FOR_TWO_MISTAKES ? 1 : 2;
  return like
    .map(({ term, uses }) => ({ term, uses, mistakes: countMistakes(folded, term) }))
    .filter(({ mistakes }) => mistakes <= allowed)
    .toSorted((one, other) => one.mistakes - other.mistakes || other.uses - one.uses)[0]?.term;
}

/** Letters to add, leave out, replace, or swap with their neighbour to make one word of the other. */
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
