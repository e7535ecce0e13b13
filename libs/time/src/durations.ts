/** Durations in milliseconds, and dates that are a duration apart. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const addHoursToDate = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR_MS);
export const addDaysToDate = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);
