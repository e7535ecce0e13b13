import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Every order of a list holds the rating as well, so that a filter by it is answered by the index: without it each row
 * that the filter leaves out was looked up in the table.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const [name, order, others] of [
    ['proven', 'completed desc, followers desc', 'min_price_cents, max_price_cents'],
    ['newest', 'joined_ms desc, completed desc', 'followers, min_price_cents, max_price_cents'],
    ['followers', 'followers desc, completed desc', 'min_price_cents, max_price_cents'],
    ['cheapest', '(-min_price_cents) desc, completed desc', 'min_price_cents, followers, max_price_cents'],
    ['dearest', 'max_price_cents desc, completed desc', 'followers, min_price_cents'],
    ['fastest', '(-min_days) desc, completed desc', 'followers, min_price_cents, max_price_cents'],
  ] as const) {
    const index = `creator_listing_${name}`;
    await sql`drop index ${sql.id(index)}`.execute(db);
    await sql`create index ${sql.id(index)} on creator_listing (${sql.raw(order)}, creator_id desc)
      include (rating_tenths, ${sql.raw(others)}, min_days, categories, languages, platforms)`.execute(db);
  }
}
