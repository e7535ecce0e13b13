import { sql, type QueryExecutorProvider } from 'kysely';

/** What a brand tells every creator it orders from, and what people write to the operator. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  // Spec §3 "Customer info card fields". Empty text: not filled in.
  await sql`
    create table customer_info (
      brand_id uuid primary key references app_user on delete cascade,
      name text not null check (length(name) <= 100),
      email text not null check (length(email) <= 254),
      description text not null check (length(description) <= 5000),
      audience text not null check (length(audience) <= 1000),
      tone text not null check (length(tone) <= 100),
      date text not null check (date = '' or date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      notes text not null check (length(notes) <= 5000),
      updated_at timestamptz not null
    )`.execute(db);

  // Spec §3 "Contact form".
  await sql`
    create table contact_message (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references app_user on delete set null,
      name text not null check (length(name) between 2 and 100),
      email text not null check (length(email) <= 254),
      company text not null check (length(company) <= 120),
      subject text not null check (length(subject) between 5 and 200),
      category text not null,
      message text not null check (length(message) between 10 and 5000),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index contact_message_created_at on contact_message (created_at desc, id desc)`.execute(db);
}
