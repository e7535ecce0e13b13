/**
 * Moves one booking into the past on a running server, for browser tests of events that happen after hours or days.
 */
import pg from 'pg';

/**
 * Moves all timestamps of one booking back by `ms`, including its scheduled jobs, so that jobs which become due run
 * now. Other bookings are not affected. The timeline is append-only and keeps its real times.
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
      `update job set run_at = run_at - $2 * interval '1 millisecond'
       where key like '%' || $1::text || '%' or key in (select 'disputes.lapse:' || id from dispute where booking_id = $1::uuid)`,
      [bookingId, ms],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
