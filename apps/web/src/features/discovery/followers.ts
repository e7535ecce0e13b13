const compactFormatter = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 12400 → '12.4K', for texts that are read as they stand. Counts that stand alone use ui/Compact. */
export const formatCompactNumber = (value: number): string => compactFormatter.format(value);

/** 'Under 1K', '1K to 10K', '1M and more' followers. */
export function formatFollowerBand(from: number, to: number | null): string {
  if (to === null) return `${formatCompactNumber(from)} and more`;
  return from === 0 ? `Under ${formatCompactNumber(to)}` : `${formatCompactNumber(from)} to ${formatCompactNumber(to)}`;
}
