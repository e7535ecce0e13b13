/** A person's figures over time. They are sums of the same rows as the figures on the dashboard. */
import { piecesOfSpan, type Days, type Span } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { listEarningDays, listSpendingDays, type DayMoved } from './analytics.sql.ts';

/**
 * What moved in some days. Of a creator `cents` is earned and `more` cents paid out; of a brand spent, and bookings.
 */
export interface Moved {
  cents: number;
  more: number;
}

/**
 * The caller's money over a span that ends today: piece by piece, in all, and of the days that it is held against. Days
 * are UTC's.
 */
export async function moneyOverTime(
  ctx: UserCtx,
  { span }: { span: Span },
): Promise<{ pieces: (Days & Moved)[]; total: Moved; before: Days & Moved }> {
  const { pieces, before } = piecesOfSpan(span, ctx.now().toISOString().slice(0, 10));
  const last = pieces.at(-1) ?? before;
  const list = ctx.user.userType === 'brand' ? listSpendingDays : listEarningDays;
  const days = await list(ctx.db, ctx.user.id, { from: before.from, to: last.to });
  const summed = pieces.map((piece) => ({ ...piece, ...sumOf(days, piece) }));
  return {
    pieces: summed,
    total: sumOf(days, { from: pieces[0]?.from ?? last.from, to: last.to }),
    before: { ...before, ...sumOf(days, before) },
  };
}

const sumOf = (days: readonly DayMoved[], { from, to }: Days): Moved =>
  days
    .filter(({ day }) => from <= day && day <= to)
    .reduce((sum, { cents, more }) => ({ cents: sum.cents + cents, more: sum.more + more }), { cents: 0, more: 0 });
