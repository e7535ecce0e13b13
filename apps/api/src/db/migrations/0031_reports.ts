import { sql, type QueryExecutorProvider } from 'kysely';

/** What people report, what staff decides about it, and the one appeal of whom the decision is about. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table moderation_decision (
      id uuid primary key default gen_random_uuid(),
      subject_kind text not null check (subject_kind in ('profile', 'package', 'review')),
      subject_id uuid not null,
      subject_label text not null,
      owner_id uuid not null references app_user,
      outcome text not null check (outcome in ('none', 'hidden', 'suspended')),
      reason text not null check (length(reason) between 1 and 1000),
      decided_by uuid not null references app_user,
      decided_at timestamptz not null,
      appeal text check (length(appeal) between 1 and 5000),
      appealed_at timestamptz,
      appeal_outcome text check (appeal_outcome in ('upheld', 'reversed')),
      appeal_reason text check (length(appeal_reason) between 1 and 1000),
      appeal_decided_by uuid references app_user,
      appeal_decided_at timestamptz,
      check ((appeal is null) = (appealed_at is null)),
      check (appealed_at is null or outcome <> 'none'),
      check (appeal_outcome is null or appealed_at is not null),
      check ((appeal_outcome is null) = (appeal_reason is null) and (appeal_outcome is null) = (appeal_decided_by is null)
        and (appeal_outcome is null) = (appeal_decided_at is null))
    )`.execute(db);
  await sql`create index moderation_decision_appeals on moderation_decision (appealed_at desc, id desc) where appealed_at is not null and appeal_outcome is null`.execute(
    db,
  );
  await sql`create index moderation_decision_of_owner on moderation_decision (owner_id, decided_at desc)`.execute(db);
  await sql`create index moderation_decision_of on moderation_decision (subject_id, decided_at desc)`.execute(db);
  await sql`
    create table report (
      id uuid primary key default gen_random_uuid(),
      -- Null: the account is deleted.
      reporter_id uuid references app_user on delete set null,
      subject_kind text not null check (subject_kind in ('profile', 'package', 'review')),
      subject_id uuid not null,
      subject_label text not null,
      owner_id uuid not null references app_user,
      reason text not null check (length(reason) between 1 and 50),
      sentence text not null check (length(sentence) between 1 and 1000),
      created_at timestamptz not null,
      decision_id uuid references moderation_decision
    )`.execute(db);
  // One person has one open report of a thing.
  await sql`create unique index report_open_once on report (reporter_id, subject_id) where decision_id is null`.execute(
    db,
  );
  await sql`create index report_open on report (created_at, id) where decision_id is null`.execute(db);
  await sql`create index report_decided on report (created_at desc, id desc) where decision_id is not null`.execute(db);
  await sql`create index report_of on report (subject_id) where decision_id is null`.execute(db);
  await sql`create index report_decision on report (decision_id)`.execute(db);
  await sql`create index report_reporter on report (reporter_id, created_at desc)`.execute(db);
}
