import { sql, type RawBuilder } from 'kysely';

/** Whether one of some texts contains a search, in any case. Texts are composed (NFC) as keyboards write them. */
export const contains = (search: string, ...texts: RawBuilder<unknown>[]): RawBuilder<boolean> => {
  const pattern = `%${search.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(${sql.join(
    texts.map((each) => sql`${each} ilike ${pattern}`),
    sql` or `,
  )})`;
};
