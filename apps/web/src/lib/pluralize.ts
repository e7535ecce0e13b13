/** Returns '1 day' or '3 days'. Only for nouns with a regular plural. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
