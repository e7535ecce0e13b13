/** A part of the new text. `isNew` is true if the earlier text does not contain it at this position. */
export interface DiffPiece {
  text: string;
  isNew: boolean;
}

const splitIntoPieces = (text: string) => text.match(/\s+|[^\s]+/gu) ?? [];

/**
 * Splits `text` into parts and marks the words that are not in the longest common subsequence with `before`. The
 * comparison is case-sensitive.
 */
export function diffWords(before: string, text: string): DiffPiece[] {
  const [old, now] = [splitIntoPieces(before), splitIntoPieces(text)];
  const width = now.length + 1;
  // The length of the longest common subsequence, for each pair of suffixes.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: DiffPiece[] = [];
  const add = (piece: string, isNew: boolean) => {
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += piece;
    else pieces.push({ text: piece, isNew });
  };
  let i = 0;
  for (let j = 0; j < now.length; j++) {
    while (i < old.length && old[i] !== now[j] && at(i + 1, j) === at(i, j)) i++;
    const isKept = i < old.length && old[i] === now[j];
    add(now[j] ?? '', !isKept);
    if (isKept) i++;
  }
  return mergePieces(pieces);
}

/** Merges adjacent new words and the spaces between them. Spaces at either end are not marked as new. */
function mergePieces(pieces: readonly DiffPiece[]): DiffPiece[] {
  const tidy: DiffPiece[] = [];
  const add = (text: string, isNew: boolean) => {
    const last = tidy.at(-1);
    if (last?.isNew === isNew) last.text += text;
    else if (text !== '') tidy.push({ text, isNew });
  };
  for (const [at, { text, isNew }] of pieces.entries()) {
    const isBetween = text.trim() === '' && pieces[at - 1]?.isNew === true && pieces[at + 1]?.isNew === true;
    add(text, isNew || isBetween);
  }
  return tidy.flatMap(({ text, isNew }) => {
    if (!isNew) return [{ text, isNew }];
    const words = text.trim();
    const start = text.indexOf(words);
    return [
      { text: text.slice(0, start), isNew: false },
      { text: words, isNew: true },
      { text: text.slice(start + words.length), isNew: false },
    ].filter((piece) => piece.text !== '');
  });
}
