/** Durations, calendar days and time zones. */
export * from './calendar-days.ts';
export * from './durations.ts';
export * from './time-zone.ts';
export * from './zone-formatter.ts';
