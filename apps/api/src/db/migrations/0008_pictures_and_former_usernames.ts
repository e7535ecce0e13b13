import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The links that a person had before, which lead to the present
 * one; and quick answers to "does anything show this picture".
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table former_username (
      username citext primary key,
      user_id uuid not null references app_user on delete cascade,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index former_username_of_user on former_username (user_id, changed_at desc)`.execute(db);
  await sql`create index portfolio_picture_url on portfolio_picture (url)`.execute(db);
  await sql`create index app_user_profile_image_url on app_user (profile_image_url) where profile_image_url is not null`.execute(
    db,
  );
}
