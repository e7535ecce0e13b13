/**
 * Moves one booking of a running server into the past, for browser tests of events that happen hours or days later.
 */
import pg from 'pg';

/**
 * Moves all timestamps of one booking back by `ms`, and also the times of its scheduled jobs, so that jobs that
 * become due run now. Other bookings do not change. The timeline is append-only, so it keeps the real times.
 */
export async function ageBooking(databaseUrl: string, bookingId: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const [table, key] of [
      ['booking', 'id'],
      ['cancellation_request', 'booking_id'],
      ['dispute', 'booking_id'],
    ] as const) {
      const { rows } = await client.query<{ name: string }>(
        "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and data_type = 'timestamp with time zone'",
        [table],
      );
      const changes = rows.map(({ name }) => `${name} = ${name} - $2 * interval '1 millisecond'`);
      await client.query(`update ${table} set ${changes.join(', ')} where ${key} = $1`, [bookingId, ms]);
    }
    await client.query(
      `update delivery set sent_at = sent_at - moved, review_by = review_by - moved, decided_at = decided_at - moved
       from (select $2 * interval '1 millisecond' as moved) as by
       where deliverable_id in (select id from deliverable where booking_id = $1)`,
      [bookingId, ms],
    );
    await client.query(
      `update job set run_at = run_at - $2 * interval '1 millisecond'
       where key like '%' || $1::text || '%' or key in (select 'disputes.handle_deadline:' || id from dispute where booking_id = $1::uuid)`,
      [bookingId, ms],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
