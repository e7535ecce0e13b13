/**
 * Tests that the read models in the database match their sources (safety.md M14), and that the money checks detect
 * differences.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBooking } from '../../../src/demo/builders.ts';
import { closeLedgerDays } from '../../../src/modules/money/ledger/ledger.service.ts';
import { listRevenue } from '../../../src/modules/staff/admin/revenue.sql.ts';
import { runMoneyChecks, checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const DAY_MS = 86_400_000;
const stack = useStack();
checkMoneyAfterAll(stack);

const wrong = async () =>
  (await runMoneyChecks(stack))
    .filter(({ invariant }) => invariant === 'M14')
    .flatMap(({ violations }) => violations.map(({ subject }) => subject));

beforeAll(async () => {
  for (const status of ['accepted', 'completed'] as const) await newBooking(stack.deps, { status });
  const paid = await newBooking(stack.deps, { status: 'completed' });
  await paid.asBrand.settlements.approve({ id: paid.id });
  const working = await newBooking(stack.deps, { status: 'in_progress' });
  const deliverableId = (await working.asCreator.deliveries.byBooking({ id: working.id })).items[0]?.id ?? '';
  for (const bytes of [10, 300 * 1024])
    await working.asCreator.deliveries.beginFile({ deliverableId, name: 'cut.mp4', bytes, uploadKey: randomUUID() });
  // Keeps one category, adds one and removes one, because the triggers must update the listings in each case.
  for (const categories of [
    ['Food', 'Travel'],
    ['Travel', 'Music'],
  ])
    await sql`update workspace set categories = ${categories}, languages = ${categories} where user_type = 'influencer'`.execute(
      stack.deps.db,
    );
  await stack.settle();
});

describe('the money check of the read models (M14)', () => {
  it('finds no difference between data that triggers maintain and the source of that data', async () => {
    expect(await wrong()).toEqual([]);
    expect(
      (await runMoneyChecks(stack))
        .filter(({ invariant, rows }) => invariant === 'M14' && rows === 0)
        .map(({ rule }) => rule),
    ).toEqual(['The sums of closed ledger days are correct']);
  });

  it.each([
    ['creator_day', 'earned_cents = earned_cents + 1'],
    ['payout_share', "stage = 'reversed'"],
    ['creator_listing', 'completed = completed + 1'],
    ['package_listing', 'price_cents = price_cents + 1'],
    ['delivered_bytes', 'bytes = bytes + 1'],
    ['creator_card', `card = card || '{"fullName": "Somebody"}'`],
  ])('detects that the table %s does not match its source', async (table, change) => {
    await sql`create table saved as select * from ${sql.table(table)}`.execute(stack.deps.db);
    await sql`alter table ${sql.table(table)} disable trigger all`.execute(stack.deps.db);
    await sql`update ${sql.table(table)} set ${sql.raw(change)}`.execute(stack.deps.db);
    const differences = await wrong();
    // `match_rank` is a generated column, so it cannot be written back.
    await sql`alter table saved drop column if exists match_rank`.execute(stack.deps.db);
    await sql`delete from ${sql.table(table)}`.execute(stack.deps.db);
    await sql`insert into ${sql.table(table)} select * from saved`.execute(stack.deps.db);
    await sql`alter table ${sql.table(table)} enable trigger all`.execute(stack.deps.db);
    await sql`drop table saved`.execute(stack.deps.db);
    expect(differences).not.toEqual([]);
    expect(table === 'creator_listing' ? [] : await wrong()).toEqual([]);
  });
});

describe('the check of a booking’s settlement and delivery columns', () => {
  it.each(['refund_cents', 'versions_waiting'])('detects a wrong value in the column %s', async (column) => {
    await sql`update booking set ${sql.ref(column)} = ${sql.ref(column)} + 1 where status = 'in_progress'`.execute(
      stack.deps.db,
    );
    const differences = await wrong();
    await sql`update booking set ${sql.ref(column)} = ${sql.ref(column)} - 1 where status = 'in_progress'`.execute(
      stack.deps.db,
    );
    expect(differences).toHaveLength(1);
    expect(await wrong()).toEqual([]);
  });

  it('detects a review deadline although no version waits', async () => {
    await sql`update booking set review_by = now() where status = 'in_progress'`.execute(stack.deps.db);
    const differences = await wrong();
    await sql`update booking set review_by = null where status = 'in_progress'`.execute(stack.deps.db);
    expect(differences).toHaveLength(1);
    expect(await wrong()).toEqual([]);
  });
});

describe('a daily ledger total', () => {
  it('is computed after the day is over, is covered by the money checks, and does not change the revenue report', async () => {
    await sql`select rebuild_creator_listings()`.execute(stack.deps.db);
    const before = await listRevenue(stack.deps.db, stack.deps.now());
    await stack.advance(2 * DAY_MS);
    await closeLedgerDays(stack.deps);
    expect(await listRevenue(stack.deps.db, stack.deps.now())).toEqual(before);
    const { rows } = await sql<{ days: number }>`select count(distinct day)::int as days from ledger_day`.execute(
      stack.deps.db,
    );
    expect(rows[0]?.days).toBeGreaterThan(0);
    expect(await wrong()).toEqual([]);
    await sql`update ledger_day set cents = cents + 1`.execute(stack.deps.db);
    expect(await wrong()).not.toEqual([]);
    await sql`update ledger_day set cents = cents - 1`.execute(stack.deps.db);
  });

  it('includes ledger entries that are added after their day was summed', async () => {
    await sql`select close_ledger_days(${new Date(stack.deps.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10)}::date)`.execute(
      stack.deps.db,
    );
    await newBooking(stack.deps, { status: 'completed' });
    await stack.settle();
    expect(await wrong()).toEqual([]);
    const [month] = await listRevenue(stack.deps.db, stack.deps.now());
    expect(month?.capturedCents).toBeGreaterThan(0);
  });
});
