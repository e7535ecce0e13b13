import { sql, type QueryExecutorProvider } from 'kysely';

/** A list that is shared can be reported, and hidden by staff. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table saved_list
      add column hidden_at timestamptz,
      add column hidden_reason text check (length(hidden_reason) between 1 and 1000),
      add check ((hidden_at is null) = (hidden_reason is null))`.execute(db);
  for (const table of ['report', 'moderation_decision']) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_subject_kind_check`)},
      add constraint ${sql.ref(`${table}_subject_kind_check`)}
      check (subject_kind in ('profile', 'package', 'review', 'message', 'list'))`.execute(db);
  }
}
