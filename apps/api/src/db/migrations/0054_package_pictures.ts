import { sql, type QueryExecutorProvider } from 'kysely';

/** A package may show one of its creator's portfolio pictures. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table portfolio_picture add constraint portfolio_picture_owner unique (id, creator_id)`.execute(db);
  // Whoever deletes a picture takes it off the packages, and nothing else of them.
  await sql`
    alter table package add column picture_id uuid,
      add constraint package_picture_is_own foreign key (picture_id, creator_id)
        references portfolio_picture (id, creator_id) on delete set null (picture_id)`.execute(db);
  await sql`create index package_picture on package (picture_id) where picture_id is not null`.execute(db);
}
