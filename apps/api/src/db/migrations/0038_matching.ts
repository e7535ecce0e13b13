import { sql, type QueryExecutorProvider } from 'kysely';

/** Briefs that brands keep, and newcomers by a number that means nothing, of whom a few are looked at in turn. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table saved_brief (
      id uuid primary key default gen_random_uuid(),
      brand_id uuid not null references app_user on delete cascade,
      -- There are at most 20 of a brand.
      place smallint not null check (place between 1 and 20),
      name text not null check (length(name) between 1 and 80),
      brief jsonb not null check (octet_length(brief::text) <= 40000),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (brand_id, place)
    )`.execute(db);
  await sql`
    create index creator_listing_newcomers on creator_listing (creator_id)
      include (followers, min_price_cents, min_days, categories, platforms) where completed < 3`.execute(db);
}
