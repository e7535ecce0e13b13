import { sql, type QueryExecutorProvider } from 'kysely';

/** The operator's staff: the role, what it can do to people and packages, and the record of everything it did. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table app_user
    add column role text not null default 'user' check (role in ('user', 'admin')),
    add column suspended_at timestamptz,
    add column suspended_reason text check (length(suspended_reason) between 1 and 1000),
    add check ((suspended_at is null) = (suspended_reason is null)),
    add column payout_details_submitted boolean not null default false,
    add column payout_disabled_reason text,
    add column payout_requirements text[] not null default '{}'`.execute(db);
  await sql`create index app_user_created_at on app_user (created_at desc, id desc)`.execute(db);

  await sql`alter table package
    add column hidden_at timestamptz,
    add column hidden_reason text check (length(hidden_reason) between 1 and 1000),
    add check ((hidden_at is null) = (hidden_reason is null))`.execute(db);
  await sql`create index package_created_at on package (created_at desc, id desc)`.execute(db);

  await sql`alter table contact_message
    add column answered_at timestamptz,
    add column answered_by uuid references app_user,
    add column answer_note text check (length(answer_note) between 1 and 1000),
    add check ((answered_at is null) = (answered_by is null) and (answered_at is null) = (answer_note is null))`.execute(
    db,
  );

  // Who did what on what, why, and what it was before and after. The command line has no actor.
  await sql`
    create table admin_action (
      id uuid primary key default gen_random_uuid(),
      actor_id uuid references app_user,
      action text not null,
      subject_kind text not null,
      subject_id uuid not null,
      subject_label text not null,
      reason text not null check (length(reason) between 1 and 1000),
      before jsonb not null,
      after jsonb not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index admin_action_at on admin_action (at desc, id desc)`.execute(db);
  await sql`create index admin_action_of_subject on admin_action (subject_id, at desc)`.execute(db);
  await sql`create trigger admin_action_append_only before update or delete on admin_action
    for each row execute function refuse_change()`.execute(db);
  await sql`create trigger admin_action_no_truncate before truncate on admin_action
    for each statement execute function refuse_change()`.execute(db);
}
