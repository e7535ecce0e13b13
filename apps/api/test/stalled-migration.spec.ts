/** Bookings that were there before work that stands still ended by itself: they end too, and nobody is surprised. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { up } from '../src/db/migrations/0026_ends_of_bookings.ts';
import { newBooking } from '../src/demo/builders.ts';
import { keepsTheBooks } from './books.ts';
import { DAY, eventsOf, HOUR } from './purse.ts';
import { useStack } from './stack.ts';

const stack = useStack();
keepsTheBooks(stack);

it('reminds of bookings that were accepted long ago, and ends them ten days later', async () => {
  const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
  const begun = await newBooking(stack.deps, { status: 'in_progress' });
  const disputed = await newBooking(stack.deps, { status: 'completed' });
  await disputed.asBrand.disputes.report({ id: disputed.id, problem: 'Half of it.', wanted: null });
  const { pool } = stack.deps;
  // As it was before: no columns, no timers.
  await pool.query('alter table booking drop column decline_reason, drop column move_note, drop column resumed_at');
  await pool.query(
    "delete from graphile_worker._private_jobs where key like 'cancellations.end_stalled:%' or key like 'disputes.lapse:%'",
  );
  await pool.query(
    "update booking set accepted_at = accepted_at - interval '60 days', due_at = due_at - interval '60 days'",
  );
  await up(stack.deps.db.withoutPlugins());
  await stack.idle();
  const { rows } = await sql<{ key: string }>`select key from graphile_worker._private_jobs`.execute(stack.deps.db);
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      `cancellations.end_stalled:${id}`,
      `cancellations.end_stalled:${begun.id}`,
      `disputes.lapse:${(await disputed.asBrand.bookings.byId({ id: disputed.id })).dispute?.id}`,
    ]),
  );
  expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
  await stack.pass(2 * DAY);
  expect(await eventsOf(stack, id)).toContain('booking.start_reminded');
  await stack.pass(2 * DAY);
  expect(await eventsOf(stack, begun.id)).toContain('booking.overdue_reminded');
  await stack.pass(6 * DAY - HOUR);
  expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
  await stack.pass(2 * HOUR);
  expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', cancelReason: 'not_started' });
  expect(await begun.asBrand.bookings.byId({ id: begun.id })).toMatchObject({ cancelReason: 'overdue_ended' });
});
