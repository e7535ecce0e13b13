import { sql, type QueryExecutorProvider } from 'kysely';

/** When somebody last read a conversation, so that pages which nobody told can find it. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table conversation_member add column read_at timestamptz`.execute(db);
  await sql`create index conversation_member_read on conversation_member (read_at) where read_at is not null`.execute(
    db,
  );
}
