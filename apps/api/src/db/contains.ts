import { sql, type RawBuilder } from 'kysely';

/**
 * Builds a condition that is true if any of `texts` contains `search`, ignoring case. Validation has normalized both
 * to NFC.
 */
export const containsTextSql = (search: string, ...texts: RawBuilder<unknown>[]): RawBuilder<boolean> => {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(${sql.join(
    texts.map((each) => sql`${each} ilike ${pattern}`),
    sql` or `,
  )})`;
};
