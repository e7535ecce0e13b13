/**
 * A creator has at most 200 packages, of which 50 are active: everybody who looks at a profile is sent all that are.
 * Whoever has more keeps the first 50 in view.
 */
import { sql, type QueryExecutorProvider } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`update package set is_active = false from (
      select id, row_number() over (partition by creator_id order by position, created_at desc, id) as place
      from package where is_active
    ) as shown where shown.id = package.id and place > 50`.execute(db);
  // The lock makes those who add to one creator's packages wait for each other: each counts what the other has added.
  await sql`create function limit_packages() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('packages of ' || new.creator_id, 0));
    if tg_op = 'INSERT' and (select count(*) from package where creator_id = new.creator_id) >= 200 then
      raise exception 'too many packages' using errcode = 'check_violation', constraint = 'package_limit';
    end if;
    if new.is_active and (select count(*) from package where creator_id = new.creator_id and is_active) >= 50 then
      raise exception 'too many active packages' using errcode = 'check_violation', constraint = 'package_active_limit';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger package_limits_insert before insert on package
    for each row execute function limit_packages()`.execute(db);
  await sql`create trigger package_limits_update before update of is_active on package
    for each row when (new.is_active and not old.is_active) execute function limit_packages()`.execute(db);
}
