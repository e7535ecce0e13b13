import { sql, type QueryExecutorProvider } from 'kysely';

/** What the creator says with completed work, and where it is to be seen. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table booking
      add column delivery_note text check (length(delivery_note) between 1 and 2000),
      add column delivery_links text[] not null default '{}' check (cardinality(delivery_links) <= 5)`.execute(db);
}
