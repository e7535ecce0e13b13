/** 1 → '1 day', 3 → '3 days'. For words that take an s. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
