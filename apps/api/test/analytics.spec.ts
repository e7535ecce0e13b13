/** Figures over time, held against the ledger and the figures of the dashboard; on real PostgreSQL. */
import { DAY_MS } from '@marquee/booking';
import { SPANS } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../src/core/ctx.ts';
import { newBooking, newBrand, newPackage, newPayableCreator } from '../src/demo/builders.ts';
import { useStack } from './stack.ts';

const stack = useStack();

const moneyOf = (user: SessionUser, span: (typeof SPANS)[number]) => stack.as(user).analytics.money({ span });

/** What the ledger says that went to a creator in all, in cents. */
async function paidOutTo(creatorId: string): Promise<number> {
  const { rows } = await stack.deps.pool.query<{ cents: string }>(
    `select coalesce(-sum(amount_cents), 0) as cents from ledger_entry
      join ledger_transaction on ledger_transaction.id = transaction_id join booking on booking.id = booking_id
      where booking.creator_id = $1 and account = 'processor' and kind in ('release', 'restore', 'reversal')`,
    [creatorId],
  );
  return Number(rows[0]?.cents);
}

describe('money over time', () => {
  it('adds up to what the dashboard and the ledger say, on the days when it moved', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const order = (status: 'completed' | 'in_progress' | 'pending', by = brand) =>
      newBooking(stack.deps, { creator, brand: by, packageId: pack.id, status });

    const first = await order('completed');
    await first.asBrand.settlements.approve({ id: first.id });
    await stack.idle();
    await stack.advance(40 * DAY_MS);
    await order('completed');
    const gone = await order('in_progress', await newBrand(stack.deps));
    await order('pending', await newBrand(stack.deps));
    const own = await order('in_progress');
    const given = await stack.as(creator).cancellations.request({ id: own.id, reason: 'I am ill' });
    expect(given.viewer).toBe('creator');
    await own.asBrand.cancellations.answer({ id: own.id, answer: 'agree' });
    await stack.idle();

    const { priceCents, totalCents } = await stack.deps.db
      .selectFrom('booking')
      .select(['priceCents', 'totalCents'])
      .where('id', '=', gone.id)
      .executeTakeFirstOrThrow();
    const year = await moneyOf(creator, '12m');
    const stats = await stack.as(creator).profiles.dashboard();
    expect(year.total).toEqual({ cents: stats.totalEarningsCents, more: await paidOutTo(creator.id) });
    expect(year.total).toEqual({ cents: 2 * priceCents, more: priceCents });
    expect(year.pieces.at(-1)?.cents).toBe(priceCents);

    // One refunded in full, one of two that were paid is 40 days old.
    const spent = await moneyOf(brand, '12m');
    expect(spent.total.cents).toBe((await stack.as(brand).profiles.dashboard()).totalSpentCents);
    expect(spent.total).toEqual({ cents: 2 * totalCents, more: 2 });
    const month = await moneyOf(brand, '30d');
    expect(month.total).toEqual({ cents: totalCents, more: 1 });
    expect(month.before).toMatchObject({ cents: totalCents, more: 1 });

    for (const user of [creator, brand, await newBrand(stack.deps)]) {
      for (const span of SPANS) {
        const { pieces, total } = await moneyOf(user, span);
        expect(pieces.reduce((sum, { cents }) => sum + cents, 0)).toBe(total.cents);
        expect(pieces.reduce((sum, { more }) => sum + more, 0)).toBe(total.more);
      }
    }
  });

  it('is nothing where nothing was, and asks for a span of the list', async () => {
    const brand = await newBrand(stack.deps);
    expect(await moneyOf(brand, '30d')).toMatchObject({
      total: { cents: 0, more: 0 },
      before: { cents: 0, more: 0 },
    });
    await expect(stack.as(brand).analytics.money({ span: '1y' as '12m' })).rejects.toThrow();
  });
});
