import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Ledger totals of one month. */
export interface RevenueMonth {
  /** UTC month, such as '2026-03'. */
  month: string;
  capturedCents: number;
  feesCents: number;
  refundedCents: number;
  paidOutCents: number;
  reversedCents: number;
  /**
   * Amount that cardholders' banks took back through chargebacks. `chargebacksWonCents` is the part that they
   * returned later.
   */
  chargedBackCents: number;
  chargebacksWonCents: number;
  disputes: number;
  /** Amount held for brands and creators at the end of the month. */
  heldCents: number;
}

/**
 * Lists revenue by month, newest first, back to the month of the first ledger entry. Amounts come only from the
 * ledger. Days with stored totals are read from the read model `ledger_day`, and later days from the ledger entries.
 */
export async function listRevenue(db: Db, now: Date): Promise<RevenueMonth[]> {
  const { rows } = await sql<RevenueMonth>`
    with movement as materialized (
      select date_trunc('month', day::timestamp) as month, kind, account, sum(cents) as amount_cents
      from ledger_day group by 1, 2, 3
      union all
      select date_trunc('month', at at time zone 'UTC'), kind, account, sum(amount_cents)
      from ledger_transaction cross join lateral (
        -- Looked up one by one, because there are only those of a day or two.
        select account, amount_cents from ledger_entry where transaction_id = ledger_transaction.id offset 0
      ) as entry
      where at >= (select until from ledger_close)::timestamp at time zone 'UTC'
      group by 1, 2, 3
    ), month as (
      select generate_series(
        least((select min(month) from movement), date_trunc('month', ${now}::timestamptz at time zone 'UTC')),
        date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as start
    ), sums as (
      select start,
        coalesce(sum(amount_cents) filter (where account = 'processor' and kind = 'capture'), 0)::int8 as captured_cents,
        coalesce(-sum(amount_cents) filter (where account = 'fee'), 0)::int8 as fees_cents,
        coalesce(-sum(amount_cents) filter (where account in ('processor', 'outside')
          and kind in ('refund', 'surplus_refund', 'refund_returned', 'refund_replaced')), 0)::int8 as refunded_cents,
        coalesce(-sum(amount_cents) filter (where account = 'processor' and kind in ('release', 'restore')), 0)::int8 as paid_out_cents,
        coalesce(sum(amount_cents) filter (where account = 'processor' and kind = 'reversal'), 0)::int8 as reversed_cents,
        coalesce(-sum(amount_cents) filter (where account = 'processor' and kind = 'chargeback'), 0)::int8 as charged_back_cents,
        coalesce(sum(amount_cents) filter (where account = 'processor' and kind = 'chargeback_won'), 0)::int8 as chargebacks_won_cents,
        coalesce(-sum(amount_cents) filter (where account in ('held', 'creator', 'surplus')), 0)::int8 as held_change
      from month left join movement on movement.month = month.start group by start
    )
    select to_char(start, 'YYYY-MM') as month, captured_cents, fees_cents, refunded_cents, paid_out_cents,
      reversed_cents, charged_back_cents, chargebacks_won_cents,
      (select count(*)::int from dispute
        where opened_at >= start at time zone 'UTC' and opened_at < (start + interval '1 month') at time zone 'UTC') as disputes,
      sum(held_change) over (order by start)::int8 as held_cents
    from sums order by start desc`.execute(db);
  return rows;
}
