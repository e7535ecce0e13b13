const compactFormatter = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Formats a number for use within a sentence: 12400 becomes '12.4K'. For a number outside a sentence, use
 * `CompactNumber`.
 */
export const formatCompactNumber = (value: number): string => compactFormatter.format(value);

/** Labels a range of follower counts, such as 'Under 1K', '1K to 10K' or '1M or more'. */
export function formatFollowerBand(from: number, to: number | null): string {
  if (to === null) return `${formatCompactNumber(from)} or more`;
  return from === 0 ? `Under ${formatCompactNumber(to)}` : `${formatCompactNumber(from)} to ${formatCompactNumber(to)}`;
}
