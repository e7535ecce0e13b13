import { sql, type QueryExecutorProvider } from 'kysely';

/** A creator's packages stand in the order that the creator gives them; until now it was the newest first. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table package add column position int not null default 0`.execute(db);
  await sql`
    update package set position = ordered.at
    from (select id, row_number() over (partition by creator_id order by created_at desc, id) as at from package) as ordered
    where ordered.id = package.id`.execute(db);
  await sql`drop index package_creator_id`.execute(db);
  await sql`create index package_creator_id on package (creator_id, position, created_at desc)`.execute(db);
}
