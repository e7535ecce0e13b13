import { sql, type QueryExecutorProvider } from 'kysely';

/** What shows that work was published: a picture that its creator sends, and whether the link still answers. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table post
    add column picture_name text check (length(picture_name) between 1 and 100),
    add column picture_width int check (picture_width > 0),
    add column picture_height int check (picture_height > 0),
    add column picture_at timestamptz,
    add column picture_shared boolean not null default false,
    add constraint post_picture_whole check (num_nulls(picture_name, picture_width, picture_height, picture_at) in (0, 4)),
    add constraint post_picture_shared check (picture_name is not null or not picture_shared),
    -- When the link is looked at next; null: never again.
    add column look_at timestamptz default now(),
    add column answered_at timestamptz,
    add column silent_since timestamptz`.execute(db);
  await sql`create index post_look on post (look_at, id) where look_at is not null`.execute(db);
  await sql`create index post_picture_aged on post (picture_at, id) where picture_at is not null`.execute(db);
}
