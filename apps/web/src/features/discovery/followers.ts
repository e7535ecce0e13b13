const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 12400 → '12.4K', for texts that are read as they stand. Counts that stand alone use ui/Compact. */
export const compactNumber = (value: number): string => compact.format(value);

/** 'Under 1K', '1K to 10K', '1M and more' followers. */
export function bandName(from: number, to: number | null): string {
  if (to === null) return `${compactNumber(from)} and more`;
  return from === 0 ? `Under ${compactNumber(to)}` : `${compactNumber(from)} to ${compactNumber(to)}`;
}
