/** Returns a count with its noun, such as '1 day' or '3 days'. Supports only nouns with a regular plural. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
