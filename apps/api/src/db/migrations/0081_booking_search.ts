import { sql, type QueryExecutorProvider } from 'kysely';

/** What staff looks through the newest bookings for stands in the index of their order. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`drop index booking_by_time`.execute(db);
  await sql`create index booking_by_time on booking (created_at desc, id desc) include (package_name, creator_id, brand_id)`.execute(
    db,
  );
}
