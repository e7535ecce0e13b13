/** Long lists, read by their columns: pg takes six times as long to read each value of each row. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './schema.ts';

/** Every column of a row, and whether it is a time, which is never null: JSON has none. */
export type ColumnKinds<T> = Record<keyof T & string, 'value' | 'time'>;

/**
 * The rows of a query that has these columns, in its order: each column comes as one JSON array, and the rows are put
 * together here.
 */
export async function readRowsByColumn<T extends object>(
  db: Db,
  query: RawBuilder<unknown>,
  columns: ColumnKinds<T>,
): Promise<T[]> {
  const named = Object.entries<'value' | 'time'>(columns);
  const arrays = named.map(([name]) => sql`json_agg(${sql.ref(name)}) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, unknown[] | null>>`
    select ${sql.join(arrays)} from (${query}) as listed`.execute(db);
  const read = named.map(([name, kind]) => {
    const values = rows[0]?.[name] ?? [];
    return kind === 'time' ? values.map((value) => new Date(value as string)) : values;
  });
  return Array.from({ length: read[0]?.length ?? 0 }, (_, row) => {
    const put: Record<string, unknown> = {};
    for (const [at, [name]] of named.entries()) put[name] = read[at]?.[row];
    return put as T;
  });
}
