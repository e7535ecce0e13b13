/** Tests the nightly check of the ledger and its public result page. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBooking } from '../../../src/demo/builders.ts';
import {
  updateCheckTotals,
  sumBatchMovements,
  findRunningCheck,
  insertCheck,
} from '../../../src/modules/money/reconciliation/check.sql.ts';
import { runNightlyCheck } from '../../../src/modules/money/reconciliation/check.service.ts';
import { openStack, useStack } from '../../support/stack.ts';

const stack = useStack();
const HOUR_MS = 3_600_000;
const trust = () => stack.as(null).reconciliation.trust();
/** Advances the clock until the reconciliation has matched everything and the next check has run. */
async function nextNight() {
  await stack.advance(2 * HOUR_MS);
  await stack.idle();
  await stack.advance(24 * HOUR_MS);
  await stack.idle();
}

describe('the nightly check', () => {
  beforeAll(async () => {
    await newBooking(stack.deps, { status: 'in_progress' });
    const paid = await newBooking(stack.deps, { status: 'completed' });
    await paid.asBrand.settlements.approve({ id: paid.id });
    await stack.settle();
  });

  it('finds every ledger movement at Stripe, and shows the amount held and the number of bookings with held money', async () => {
    await nextNight();
    const { last, openExceptions } = await trust();
    expect(last).toMatchObject({ source: 'job', differences: 0, heldBookings: 1 });
    // The movements are two charges and one payout. The held amount is the total of the one booking in progress.
    expect(last?.movements).toBe(3);
    expect(last?.heldCents).toBe(22_885);
    expect(openExceptions).toBe(0);
    expect(JSON.stringify({ last, openExceptions })).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('counts a ledger movement that does not exist at Stripe as a difference, with an open exception', async () => {
    const { id } = await newBooking(stack.deps, { status: 'accepted' });
    await stack.settle();
    await sql`alter table ledger_transaction disable trigger user`.execute(stack.deps.db);
    await sql`update ledger_transaction set stripe_object_id = 'ch_nowhere' where booking_id = ${id} and kind = 'capture'`.execute(
      stack.deps.db,
    );
    await sql`alter table ledger_transaction enable trigger user`.execute(stack.deps.db);
    await nextNight();
    const { last, openExceptions } = await trust();
    expect(last).toMatchObject({ movements: 4, differences: 1, heldBookings: 2 });
    expect(openExceptions).toBeGreaterThan(0);
  });

  it('looks up unmatched movements at Stripe before it counts them as differences', async () => {
    await stack.stopWorker();
    const { db } = stack.deps;
    const { last: before } = await trust();
    await sql`delete from reconciliation_match`.execute(db);
    await stack.advance(2 * HOUR_MS);
    const [fault] = await stack.stripe.arm({ kind: 'error', status: 503, times: 100, match: { path: '/v1/**' } });
    await expect(runNightlyCheck(stack.deps)).rejects.toThrow();
    expect(await findRunningCheck(db)).toMatchObject({ afterBooking: null });
    await stack.stripe.disarm(fault?.id);
    await runNightlyCheck(stack.deps);
    const { last } = await trust();
    expect(last?.startedAt).not.toEqual(before?.startedAt);
    // One movement does not exist at Stripe. All others were found.
    expect(last).toMatchObject({ movements: 4, differences: 1 });
    await stack.startWorker();
  });

  it('continues where an interrupted run stopped and counts no batch twice', async () => {
    await stack.stopWorker();
    const { db } = stack.deps;
    const all = await sumBatchMovements(db, { after: null, until: stack.deps.now(), limit: 1_000 });
    const running = (await findRunningCheck(db)) ?? (await insertCheck(db, stack.deps.now()));
    const first = await sumBatchMovements(db, { after: null, until: stack.deps.now(), limit: 1 });
    expect(first.last).not.toBe(all.last);
    expect(await updateCheckTotals(db, running.id, null, first)).toBe(true);
    expect(await updateCheckTotals(db, running.id, null, first)).toBe(false);
    // Two simultaneous runs process the rest.
    await Promise.all([runNightlyCheck(stack.deps), runNightlyCheck(stack.deps)]);
    const { last } = await trust();
    expect(last).toMatchObject({
      movements: all.movements,
      heldCents: all.heldCents,
      heldBookings: all.heldBookings,
    });
    expect(await findRunningCheck(db)).toBeUndefined();
    await stack.startWorker();
  });
});

it('hides the public result page of the nightly check if the operator has switched it off', async () => {
  const { stack: off, close } = await openStack({ TRUST_PAGE: 'off' });
  try {
    expect(await off.as(null).operatorTerms.current()).toMatchObject({ hasTrustPage: false });
    await expect(off.as(null).reconciliation.trust()).rejects.toMatchObject({ failure: 'TRUST_PAGE_OFF' });
    expect((await off.app.inject({ url: '/sitemaps/pages.xml' })).body).not.toContain('/trust');
  } finally {
    await close();
  }
});
