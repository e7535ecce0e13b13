import type { ColumnType, JSONColumnType } from 'kysely';

/** A timestamp, read and written as a Date. Values come from the application's clock. */
export type TimeColumn = ColumnType<Date, Date, Date>;
export type OptionalTimeColumn = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A jsonb column, written as JSON text. */
export type JsonColumn<T extends object | null> = JSONColumnType<T>;
