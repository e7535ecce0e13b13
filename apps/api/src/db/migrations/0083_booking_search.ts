import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What staff looks through the newest bookings for stands in the index of their order. An index that nothing asks any
 * more goes last of all: dropping one keeps readers out as well.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index booking_newest on booking (created_at desc, id desc) include (package_name, creator_id, brand_id)`.execute(
    db,
  );
  await sql`drop index booking_by_time`.execute(db);
  // A brand's papers have lines (0078).
  await sql`drop index ledger_document_of_brand`.execute(db);
}
