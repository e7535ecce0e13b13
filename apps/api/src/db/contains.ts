import { sql, type RawBuilder } from 'kysely';

/** Whether one of some texts contains a search, in any case. Validation composes both (NFC). */
export const containsTextSql = (search: string, ...texts: RawBuilder<unknown>[]): RawBuilder<boolean> => {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(${sql.join(
    texts.map((each) => sql`${each} ilike ${pattern}`),
    sql` or `,
  )})`;
};
