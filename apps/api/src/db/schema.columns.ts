/** Columns that every table may have. */
import type { ColumnType, JSONColumnType } from 'kysely';

/** Read as a Date; written as a Date from the application's clock. */
export type TimeColumn = ColumnType<Date, Date, Date>;
export type OptionalTimeColumn = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Stored as jsonb, written as JSON text. */
export type JsonColumn<T extends object | null> = JSONColumnType<T>;
