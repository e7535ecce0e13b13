/** Tests the daily deletion of old rows. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@marquee/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { getJobKey } from '../../../src/core/jobs.ts';
import { newBooking, newBrand, newCreator } from '../../../src/demo/builders.ts';
import {
  runHousekeeping,
  scheduleHousekeeping,
  RETENTION_DAYS,
} from '../../../src/modules/staff/housekeeping/housekeeping.service.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const ago = (days: number) => new Date(stack.deps.now().getTime() - days * DAY_MS);

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(stack.deps.db);
  return rows[0]?.n ?? 0;
};

/** A function for each table that inserts a row with the time `at`. */
const rows: Record<keyof typeof RETENTION_DAYS, (at: Date, person: string) => Promise<unknown>> = {
  session: (at, person) =>
    sql`insert into session (id_hash, person_id, data, created_at, last_seen_at, expires_at)
      values (${randomUUID()}, ${person}, '{}', ${at}, ${at}, ${at})`.execute(stack.deps.db),
  mail_link: (at, person) =>
    sql`insert into mail_link (token_hash, purpose, person_id, email, event_at, created_at, expires_at)
      values (${randomUUID()}, 'verify_email', ${person}, 'a@example.test', ${at}, ${at}, ${at})`.execute(
      stack.deps.db,
    ),
  sign_in: (at, person) =>
    sql`insert into sign_in (person_id, at, method, outcome, is_new_device)
      values (${person}, ${at}, 'password', 'signed_in', false)`.execute(stack.deps.db),
  reconciliation_run: (at) =>
    sql`insert into reconciliation_run (source, started_at, finished_at) values ('command', ${at}, ${at})`.execute(
      stack.deps.db,
    ),
  emailed_link: (at) =>
    sql`insert into emailed_link (token_hash, purpose, subject_id, created_at, expires_at)
      values (${randomUUID()}, 'thread', ${randomUUID()}, ${at}, ${at})`.execute(stack.deps.db),
  mail_code: (at) =>
    sql`insert into mail_code (id, subject_id, code_hash, expires_at)
      values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${at})`.execute(stack.deps.db),
  review_guest: async (at, person) =>
    sql`insert into review_guest (booking_id, name, email, invited_by_person_id, invited_at, expires_at)
      values (${(await newBooking(stack.deps)).id}, 'Ann', 'ann@legal.test', ${person}, ${at}, ${at})`.execute(
      stack.deps.db,
    ),
  rate_limit: (at) =>
    sql`insert into rate_limit (key, points, expire) values (${randomUUID()}, 1, ${at.getTime()})`.execute(
      stack.deps.db,
    ),
  mail: (at, person) =>
    sql`insert into mail (kind, subject, person_id, created_at, due_at, sent_at)
      values ('verify_email', ${randomUUID()}, ${person}, ${at}, ${at}, ${at})`.execute(stack.deps.db),
  notification: (at, person) =>
    sql`insert into notification (id, person_id, kind, text, at) values (${randomUUID()}, ${person}, 'a', 'Told', ${at})`.execute(
      stack.deps.db,
    ),
  stripe_event: (at) =>
    sql`insert into stripe_event (id, type, created_at, received_at, source)
      values (${randomUUID()}, 'a', ${at}, ${at}, 'webhook')`.execute(stack.deps.db),
  profile_view: (at, person) =>
    sql`insert into profile_view (creator_id, viewer, day) values (${person}, ${randomUUID()}, ${at}::date)`.execute(
      stack.deps.db,
    ),
  creator_view_day: (at, person) =>
    sql`insert into creator_view_day (creator_id, day, views) values (${person}, ${at}::date, 1)`.execute(
      stack.deps.db,
    ),
  idempotent_request: (at) =>
    sql`insert into idempotent_request (id, created_at) values (rpad(${randomUUID()}, 43, 'x'), ${at})`.execute(
      stack.deps.db,
    ),
  operation_count: (at) =>
    sql`insert into operation_count (period, kind, operation, calls, failed, unavailable, durations)
      values (${at}, 'job', 'mail.send', 1, 0, 0, array[1])`.execute(stack.deps.db),
  server_process: (at) =>
    sql`insert into server_process (id, role, started_at, seen_at, pool_total, pool_idle, pool_waiting, live_streams,
        is_metrics_port_refused)
      values (${randomUUID()}, 'web', ${at}, ${at}, 1, 1, 0, 0, false)`.execute(stack.deps.db),
  unmatched_search: (at) =>
    sql`insert into unmatched_search (day, query, count) values (${at}::date, ${randomUUID()}, 1)`.execute(
      stack.deps.db,
    ),
};

describe('the housekeeping job', () => {
  it.each(Object.entries(RETENTION_DAYS))(
    'deletes only rows that are older than their retention period (table %s, %i days)',
    async (table, days) => {
      const person = (await newCreator(stack.deps)).id;
      const write = rows[table as keyof typeof rows];
      // Waits for the run that the worker makes when it starts.
      await stack.idle();
      await runHousekeeping(stack.deps);
      const before = await count(table);
      await write(ago(days + 1.5), person);
      await write(ago(days - 1.5), person);
      expect(await count(table)).toBe(before + 2);
      await runHousekeeping(stack.deps);
      expect(await count(table)).toBe(before + 1);
    },
  );

  it('keeps an unsent email regardless of its age', async () => {
    const { id } = await newBrand(stack.deps);
    await sql`insert into mail (kind, subject, person_id, data, created_at, due_at)
      values ('verify_email', 'owed', ${id}, '{}', ${ago(900)}, ${ago(900)})`.execute(stack.deps.db);
    await runHousekeeping(stack.deps);
    const { rows: owed } = await sql`select 1 from mail where subject = 'owed'`.execute(stack.deps.db);
    expect(owed).toHaveLength(1);
  });

  it('deletes a large backlog in batches within one run', async () => {
    await sql`insert into stripe_event (id, type, created_at, received_at, source)
      select 'old_' || n, 'a', ${ago(200)}, ${ago(200)}, 'webhook' from generate_series(1, 2500) n`.execute(
      stack.deps.db,
    );
    await runHousekeeping(stack.deps);
    const { rows: old } = await sql`select 1 from stripe_event where id like 'old_%'`.execute(stack.deps.db);
    expect(old).toHaveLength(0);
  });

  it('schedules its next run a day ahead, and a worker that starts does not reschedule it', async () => {
    await runHousekeeping(stack.deps);
    await scheduleHousekeeping(stack.deps);
    const { rows: planned } = await sql<{ runAt: Date }>`
      select run_at from job where key = 'housekeeping.run:'`.execute(stack.deps.db);
    expect(planned).toHaveLength(1);
    const hours = (Number(planned[0]?.runAt) - stack.deps.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
  });
});

it('gives a job the same key regardless of the order of the fields in its payload', () => {
  const bookingId = 'b';
  expect(getJobKey('settlements.remind', { bookingId, day: 2 })).toBe('settlements.remind:b:2');
  expect(getJobKey('settlements.remind', { day: 2, bookingId })).toBe('settlements.remind:b:2');
});
