import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** One month of the ledger, in cents. */
export interface RevenueMonth {
  /** '2026-03'; months are UTC's. */
  month: string;
  capturedCents: number;
  feesCents: number;
  refundedCents: number;
  paidOutCents: number;
  reversedCents: number;
  /** What banks took back, and what of it they gave back. */
  chargedBackCents: number;
  chargebacksWonCents: number;
  /** Problems and refused cancellations that were opened. */
  disputes: number;
  /** What we held for brands and creators when the month ended. */
  heldCents: number;
}

/**
 * The newest `most` months since the first movement (all of them without it), newest first, computed from the ledger's
 * entries alone (and disputes counted by their own table). Days that are over are summed by the month.
 */
export async function listRevenue(db: Db, now: Date, most?: number): Promise<RevenueMonth[]> {
  const { rows } = await sql<RevenueMonth>`
    with present as materialized (
      select date_trunc('month', at at time zone 'UTC') as month, kind, account, sum(amount_cents) as amount_cents
      from ledger_transaction cross join lateral (
        -- One by one: they are those of a day or two.
        select account, amount_cents from ledger_entry where transaction_id = ledger_transaction.id offset 0
      ) as entry
      where at >= (select until from ledger_closed)::timestamp at time zone 'UTC'
      group by 1, 2, 3
    ), month as (
      select generate_series(
        least((select min(month)::timestamp from ledger_month), (select min(month) from present),
          date_trunc('month', ${now}::timestamptz at time zone 'UTC')),
        date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as start
    ), sums as (
      select month.start, summed.*
      from month cross join lateral (
        select coalesce(sum(amount_cents) filter (where account = 'processor' and kind = 'capture'), 0)::int8 as captured_cents,
          coalesce(-sum(amount_cents) filter (where account = 'fee'), 0)::int8 as fees_cents,
          coalesce(-sum(amount_cents) filter (where account in ('processor', 'outside')
            and kind in ('refund', 'surplus_refund', 'refund_returned', 'refund_replaced')), 0)::int8 as refunded_cents,
          coalesce(-sum(amount_cents) filter (where account = 'processor' and kind in ('release', 'restore')), 0)::int8 as paid_out_cents,
          coalesce(sum(amount_cents) filter (where account = 'processor' and kind = 'reversal'), 0)::int8 as reversed_cents,
          coalesce(-sum(amount_cents) filter (where account = 'processor' and kind = 'chargeback'), 0)::int8 as charged_back_cents,
          coalesce(sum(amount_cents) filter (where account = 'processor' and kind = 'chargeback_won'), 0)::int8 as chargebacks_won_cents,
          coalesce(-sum(amount_cents) filter (where account in ('held', 'creator', 'surplus')), 0)::int8 as held_change
        from (
          select kind, account, cents as amount_cents from ledger_month where ledger_month.month = month.start::date
          union all
          select kind, account, amount_cents from present where present.month = month.start
        ) as movement
      ) as summed
    )
    select to_char(start, 'YYYY-MM') as month, captured_cents, fees_cents, refunded_cents, paid_out_cents,
      reversed_cents, charged_back_cents, chargebacks_won_cents,
      (select count(*)::int from dispute
        where opened_at >= start at time zone 'UTC' and opened_at < (start + interval '1 month') at time zone 'UTC') as disputes,
      sum(held_change) over (order by start)::int8 as held_cents
    from sums order by start desc limit ${most ?? null}`.execute(db);
  return rows;
}
