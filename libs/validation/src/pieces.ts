/** Finds the pieces of work that a package delivers, from the text of its features. */

/** Nouns for pieces of work, as a regular expression that includes plurals. */
const PIECE_NOUNS =
  'reels?|stor(?:y|ies)|posts?|videos?|photos?|pictures?|images?|shorts?|tiktoks?|carousels?|pins?|tweets?|threads|episodes?|articles?|newsletters?|streams?|livestreams?|vlogs?|slides?|shots?|clips?|hauls?|unboxings?|recipes?|interviews?';
const PIECE_PATTERN = new RegExp(String.raw`\b(?:${PIECE_NOUNS})\b`, 'i');
/** Matches '3 Stories with link' and '2 × Reel'. */
const COUNTED_PATTERN = /^(\d{1,3})\s*(?:[x×]\s*)?(?=\s|[a-z])/i;
const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Matches '60-second Reel' and 'A carousel'. */
const SINGLE_PATTERN = /^(?:an?|\d+[-\s](?:second|minute|hour)s?)\s/i;
/**
 * Matches features that are not a piece of work, although they contain a number and may name one: 'One round of
 * changes to the video', '2 revisions', '7 days in the pinned post'.
 */
const NOT_A_PIECE_PATTERN = /\b(?:revisions?|rounds?|changes?|days?|weeks?|months?|hours?|rights|usage)\b/i;

/** Whether a feature of a package names a piece of work. True for '1 Reel', and false for '2 revisions'. */
const isNamingPiece = (said: string): boolean => PIECE_PATTERN.test(said) && !NOT_A_PIECE_PATTERN.test(said);
const getFeatureHead = (feature: string): string => feature.trim().split(/[,(;:]/)[0] ?? '';

/**
 * Lists the titles of a new booking's deliverables: the features that name a piece of work, or the package name if
 * none does, and the ordered add-ons.
 */
export function listDeliverableTitles(
  packageName: string,
  features: readonly string[],
  bought: { quantity: number; addOns: readonly { label: string; quantity: number }[] } = { quantity: 1, addOns: [] },
): string[] {
  const named = features.map((feature) => feature.trim()).filter((feature) => isNamingPiece(getFeatureHead(feature)));
  const times = (quantity: number, title: string) => (quantity === 1 ? title : `${quantity} × ${title}`);
  return [
    ...(named.length === 0 ? [packageName] : named).map((title) => times(bought.quantity, title)),
    ...bought.addOns.map(({ label, quantity }) => times(quantity, label)),
  ];
}

/**
 * Returns the number of pieces of work that the features name: 4 for '1 Reel' and '3 Stories with link'. Returns
 * null if no feature names a piece, or if one has no number, because the sum would be a guess.
 */
export function countPieces(features: readonly string[]): number | null {
  let sum = 0;
  for (const feature of features) {
    const said = getFeatureHead(feature);
    if (!isNamingPiece(said)) continue;
    const word = NUMBER_WORDS.indexOf(said.split(' ')[0]?.toLowerCase() ?? '');
    const count = SINGLE_PATTERN.test(said) ? 1 : word >= 0 ? word + 1 : Number(COUNTED_PATTERN.exec(said)?.[1] ?? 0);
    if (count === 0) return null;
    sum += count;
  }
  return sum === 0 ? null : sum;
}
