-- Approvals of orders, and the use of budgets by bookings.

-- The use of a budget period by each booking that has one: `committed` from the order to the charge, `spent` from the
-- charge on, less refunds and lost chargebacks, and `released` if nothing is left. This view defines the entries in
-- budget_entry.
create or replace view budget_use as
  select booking.id as booking_id, booking.budget_period_id as period_id,
    case when used.cents = 0 then 'released' when used.is_charged then 'spent' else 'committed' end as state,
    used.cents
  from booking
    left join settlement on settlement.booking_id = booking.id and settlement.refunded_at is not null
    left join chargeback on chargeback.booking_id = booking.id and chargeback.outcome = 'lost'
    cross join lateral (select booking.payment_state not in ('requires_payment', 'authorized', 'capturing', 'voided')
      as is_charged) as charge
    cross join lateral (select is_charged, case
      when is_charged then greatest(0, booking.total_cents - coalesce(settlement.refund_cents, 0) - coalesce(chargeback.amount_cents, 0))
      when booking.status = 'cancelled' then 0
      else booking.total_cents end as cents) as used
  where booking.budget_period_id is not null;
