/**
 * Rules M1 to M20 of docs/safety.md as queries. `rows` selects the rows to check, and `wrong` returns the
 * violations with the columns `subject` and `detail`. The queries read our own tables and temporary tables, which
 * stripe-tables.ts creates: the tables s_… contain Stripe's books, and three summary tables describe each booking
 * (`l` its ledger entries, `s` its money at Stripe, and `p` its payments).
 */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { NUMBERS_PER_SERIES } from '../../apps/api/src/core/document-numbers.ts';

export interface Invariant {
  id: string;
  /** The rule in one sentence, as `npm run check:money` prints it. */
  rule: string;
  rows: string;
  wrong: string;
}

const APPEND_ONLY_TABLES_SQL = "('ledger_transaction', 'ledger_entry', 'event')";
/** Payment states in which no more money is owed. */
const SETTLED_STATES_SQL = "('released', 'refunded', 'split', 'voided')";

/** Returns an SQL condition that is true if an exception was reported about any of the subjects. */
const hasExceptionSql = (...subjects: string[]) =>
  `exists (select from money_exception told where ${subjects.map((subject) => `told.subject = ${subject}`).join(' or ')})`;
/**
 * Returns an SQL condition that is true if the booking has an open exception. Returned refunds and undecided
 * disputes do not count, because they do not explain a difference between the books.
 */
const hasOpenExceptionSql = (booking: string) =>
  `exists (select from money_exception told where told.booking_id = ${booking} and told.resolved_at is null
    and told.kind not in ('refund_returned', 'dispute_undecided'))`;
/**
 * Returns an SQL condition that is true if there is a job with this name for this subject. The job's key may have a
 * suffix.
 */
const hasJobSql = (name: string, id: string) =>
  `exists (select from job j where starts_with(j.key, ${name} || ':' || ${id}))`;

export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'M1',
    rule: 'Every ledger transaction sums to zero',
    rows: 'select from ledger_transaction',
    wrong: `select t.id::text as subject, format('%s entries, sum %s', count(e.*), coalesce(sum(e.amount_cents), 0)) as detail
      from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id group by t.id having count(e.*) < 2
        or sum(e.amount_cents) <> 0`,
  },
  {
    id: 'M1',
    rule: 'The whole ledger sums to zero',
    rows: 'select from ledger_entry',
    wrong: `select 'ledger' as subject, format('sum %s', sum(amount_cents)) as detail from ledger_entry having sum(amount_cents) <> 0`,
  },
  {
    id: 'M2',
    rule: 'The database refuses to change the ledger and the timeline',
    rows: `select from pg_tables where schemaname = 'public' and tablename in ${APPEND_ONLY_TABLES_SQL}`,
    wrong: `select name as subject, 'its append-only triggers are missing or off' as detail
      from unnest(array['ledger_transaction', 'ledger_entry', 'event']) as name
      where (select count(*) from pg_trigger where tgrelid = name::regclass and tgenabled in ('O', 'A')
        and tgname in (name || '_append_only', name || '_no_truncate')) < 2`,
  },
  {
    // Rows that were written in the same database transaction have the same transaction ID (xmin). The check skips a
    // restored database, whose rows all have new IDs.
    id: 'M2',
    rule: 'No ledger entry was written after its transaction',
    rows: 'select from ledger_entry',
    wrong: `select t.id::text as subject, format('%s entry was written after its transaction', e.account) as detail
      from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.xmin::text::bigint = t.written_in::text::bigint % 4294967296 and e.xmin::text <> t.xmin::text`,
  },
  {
    id: 'M3',
    rule: 'The ledger has every charge at Stripe exactly once, with its amount',
    rows: 'select from s_charge where captured > 0',
    wrong: `select coalesce(p.booking_id::text, c.id) as subject,
      format('%s is %s, the ledger has %s transactions of %s', c.id, c.captured, count(t.id), coalesce(sum(e.amount_cents), 0)) as detail
      from s_charge c left join p on p.charge = c.id left join ledger_transaction t on t.stripe_object_id = c.id
        and t.kind in ('capture', 'surplus')
      left join ledger_entry e on e.transaction_id = t.id and e.account = 'processor'
      where c.captured > 0 group by c.id, c.intent, c.captured, p.booking_id
        having (count(t.id) <> 1 or sum(e.amount_cents) <> c.captured) and not ${hasExceptionSql('c.id', 'c.intent')}`,
  },
  {
    id: 'M3',
    rule: 'Every charge in the ledger exists at Stripe',
    rows: `select from ledger_transaction where kind in ('capture', 'surplus')`,
    wrong: `select t.booking_id::text as subject, format('%s %s is not at Stripe', t.kind, t.stripe_object_id) as detail
      from ledger_transaction t
      where t.kind in ('capture', 'surplus') and not exists (select from s_charge c where c.id = t.stripe_object_id and c.captured > 0)`,
  },
  {
    id: 'M3',
    rule: 'Every capture in the ledger belongs to a payment of its booking',
    rows: `select from ledger_transaction where kind = 'capture'`,
    wrong: `select t.booking_id::text as subject,
      format('%s was captured on %s', t.stripe_object_id, coalesce(p.intent, 'no payment of it')) as detail
      from ledger_transaction t left join p on p.charge = t.stripe_object_id and p.booking_id = t.booking_id
      where t.kind = 'capture' and p.main is distinct from true`,
  },
  {
    id: 'M3',
    rule: 'Every surplus payment was voided, was refunded, or has an open exception',
    rows: 'select from p where not main',
    wrong: `select booking_id::text as subject, format('%s is %s, received %s, given back %s', intent, status, received,
      refunded) as detail from p
      where not main and (status = 'requires_capture' or received > refunded + taken) and not ${hasOpenExceptionSql('p.booking_id')}
        and not ${hasExceptionSql('p.intent', 'p.charge')}`,
  },
  {
    id: 'M4',
    rule: 'The total is price + fee, with the fee at the booking’s own rate, rounded half up',
    rows: 'select from booking',
    wrong: `select id::text as subject, format('price %s, rate %s, fee %s, total %s', price_cents, fee_bps, fee_cents,
      total_cents) as detail
      from booking where total_cents <> price_cents + fee_cents or fee_cents <> (fee_bps::bigint * price_cents + 5000) / 10000`,
  },
  {
    id: 'M4',
    rule: 'The lines of every order add up to its price',
    rows: 'select from booking where chosen is not null',
    wrong: `select id::text as subject, format('price %s, lines %s', price_cents, lines) as detail
      from booking cross join lateral (
        select coalesce(sum((line ->> 'quantity')::bigint * (line ->> 'unitCents')::bigint), 0) as lines
        from jsonb_array_elements(chosen -> 'lines') as line) as ordered
      where chosen is not null and lines <> price_cents`,
  },
  {
    id: 'M4',
    rule: 'The amounts of every booking are those of its order',
    rows: `select from event where kind = 'booking.ordered'`,
    wrong: `select b.id::text as subject, format('ordered for %s, now %s', e.data->>'totalCents', b.total_cents) as detail
      from booking b join event e on e.booking_id = b.id and e.kind = 'booking.ordered'
        where (e.data->>'totalCents')::int <> b.total_cents`,
  },
  {
    id: 'M4',
    rule: 'The payment of every booking equals its total',
    rows: 'select from p where main',
    wrong: `select b.id::text as subject, format('%s asks %s %s, received %s, total %s', i.id, i.amount, i.currency,
      i.received, b.total_cents) as detail
      from p join s_intent i on i.id = p.intent join booking b on b.id = p.booking_id
      where p.main and (i.amount <> b.total_cents or i.received not in (0, b.total_cents) or i.currency <> 'usd')
        and not ${hasExceptionSql('i.id', 'i.charge')}`,
  },
  {
    id: 'M5',
    rule: 'refunded ≤ captured, reversed ≤ transferred, and payouts ≤ price and ≤ the amount left',
    rows: 'select from s where cap > 0 or trf > 0',
    wrong: `select b.id::text as subject, format('captured %s, refunded %s, transferred %s, reversed %s, price %s', cap,
      ref, trf, rev, price_cents) as detail
      from s join booking b on b.id = s.booking_id
      where not (0 <= ref and ref <= cap and 0 <= rev and rev <= trf and trf - rev <= b.price_cents and trf - rev <= cap - ref)`,
  },
  {
    id: 'M5',
    rule: 'No transfer was made before the work was completed',
    rows: 'select from s_transfer',
    // Allow for a difference, because Stripe's times are in whole seconds and come from another clock. If the database
    // was restored from a backup, the work of lost bookings is completed a second time.
    wrong: `select b.id::text as subject, format('%s was made at %s, completed %s', t.id, to_timestamp(t.made),
      coalesce(b.completed_at::text, 'never')) as detail
      from s_transfer t join booking b on b.id::text = t.named
      where (b.completed_at is null or to_timestamp(t.made) < b.completed_at - interval '5 seconds')
        and not exists (select from database_restore
          where to_timestamp(t.made) between restored_to - interval '5 seconds' and restored_at)`,
  },
  {
    id: 'M6',
    rule: 'captured = payouts + refunded + fee + held + chargebacks, in the ledger and at Stripe',
    rows: 'select from s where cap > 0',
    wrong: `select s.booking_id::text as subject,
        format('captured %s, surplus kept %s, transferred %s, reversed %s, refunded %s, charged back %s; the ledger says the processor has %s', cap, extra, trf, rev, ref, taken, coalesce(l.processor, 0)) as detail
      from s left join l using (booking_id) where coalesce(l.processor, 0) <> cap + extra - ref - (trf - rev) - taken
        and not ${hasOpenExceptionSql('s.booking_id')}`,
  },
  {
    id: 'M6',
    rule: 'The held amount is never negative, and a settled booking holds only payouts that are still due',
    rows: 'select from l',
    wrong: `select b.id::text as subject, format('%s: held %s, owed to the creator %s, surplus %s', b.payment_state,
      l.held, l.creator, l.surplus) as detail
      from l join booking b on b.id = l.booking_id where l.held < 0 or l.surplus < 0 or b.payment_state in ${SETTLED_STATES_SQL} 
        and (l.held <> case when l.lost then 0 else l.held_returned end or l.surplus <> l.surplus_returned
          or l.creator <> coalesce((select sum(t.amount_cents) from settlement_transfer t where t.booking_id = b.id
            and t.payee_workspace_id <> b.creator_id and t.voided_at is null
            and (t.stripe_transfer_id is null or t.stripe_reversal_id is not null and t.restored_transfer_id is null)
            and not l.lost), 0))`,
  },
  {
    id: 'M6',
    rule: 'Every refund that a bank returned is owed again and has an exception for staff',
    rows: `select from s_refund where status in ('failed', 'canceled')`,
    wrong: `select t.booking_id::text as subject, format('%s is %s, but the ledger does not have its return', r.id, r.status) as detail
      from s_refund r join ledger_transaction t on t.stripe_object_id = r.id and t.kind in ('refund', 'surplus_refund')
      where r.status in ('failed', 'canceled')
        and not exists (select from ledger_transaction back where back.stripe_object_id = r.id and back.kind = 'refund_returned')
      union all select booking_id::text, format('%s came back and %s', back.stripe_object_id, case
        when r.status in ('failed', 'canceled') then 'nobody was told' else 'Stripe says ' || coalesce(r.status, 'nothing') end)
      from ledger_transaction back left join s_refund r on r.id = back.stripe_object_id
      where back.kind = 'refund_returned' and (r.status is null or r.status not in ('failed', 'canceled')
        or not ${hasExceptionSql('back.stripe_object_id')}
          and not exists (select from ledger_entry e where e.transaction_id = back.id and e.account = 'loss'))`,
  },
  {
    id: 'M6',
    rule: 'The fee is recognized pro rata when the payout is released, and not earlier',
    rows: `select from ledger_entry where account = 'fee'`,
    wrong: `select b.id::text as subject, format('%s: fee %s, decided %s', b.payment_state, coalesce(l.fee, 0),
      coalesce(t.fee_cents::text, 'nothing')) as detail
      from booking b left join l on l.booking_id = b.id left join settlement t on t.booking_id = b.id
      where coalesce(l.fee, 0) <> case when t.settled_at is not null then t.fee_cents else 0 end
        or t.kind = 'release' and t.fee_cents <> b.fee_cents or t.kind = 'refund' and t.fee_cents <> 0 or t.fee_cents > b.fee_cents`,
  },
  {
    id: 'M6',
    rule: 'The transfers and refunds of every settlement match its amounts',
    rows: 'select from settlement where settled_at is not null',
    wrong: `select t.booking_id::text as subject, format('%s: %s back, Stripe has %s', t.kind, t.refund_cents,
      coalesce(re.amount, 0)) as detail
      from settlement t left join s_refund re on re.id = t.stripe_refund_id
      where t.settled_at is not null and coalesce(re.amount, 0) <> t.refund_cents
      union all select t.booking_id::text, format('%s to %s, Stripe has %s', t.amount_cents, t.payee_workspace_id, coalesce(tr.amount, 0))
      from settlement_transfer t left join s_transfer tr on tr.id = t.stripe_transfer_id
      where t.stripe_transfer_id is not null and coalesce(tr.amount, 0) <> t.amount_cents`,
  },
  {
    id: 'M7',
    rule: 'Every completed booking whose review period ended has one transfer per payee, or a visible reason',
    rows: `select from booking, checked where completed_at is not null and release_at < now`,
    wrong: `select b.id::text as subject, format('%s since %s, %s has %s transfers', b.payment_state, b.release_at,
        payee.id, coalesce(sp.kept_transfers, 0)) as detail
      from checked, booking b
        cross join lateral (values (b.creator_id), (case when b.agency_cents > 0 then b.agency_id end)) as payee (id)
        left join sp on sp.booking_id = b.id and sp.payee_workspace_id = payee.id
        left join settlement t on t.booking_id = b.id
        left join settlement_transfer part on part.booking_id = b.id and part.payee_workspace_id = payee.id
      where b.status = 'completed' and b.release_at < checked.now - interval '60 seconds'
        and payee.id is not null and (t.booking_id is null or part.id is not null) and coalesce(sp.kept_transfers, 0) <> 1
        and b.payment_state not in ('refunded', 'disputed', 'refunding')
        -- An exception about the other payee is no reason.
        and part.blocked_reason is null and not exists (select from money_exception told where told.booking_id = b.id
          and told.resolved_at is null and told.kind not in ('refund_returned', 'dispute_undecided')
          and not exists (select from settlement_transfer other where other.id::text = told.subject and other.id <> part.id))
          and not exists (select from dispute d where d.booking_id = b.id and d.closed_at is null)
        and not exists (select from chargeback c where c.booking_id = b.id)`,
  },
  {
    id: 'M7',
    rule: 'A cancelled booking was never captured, or was refunded in full',
    rows: `select from booking where status = 'cancelled'`,
    wrong: `select b.id::text as subject, format('%s: captured %s, refunded %s, transferred %s', b.payment_state, s.cap,
      s.ref, s.trf - s.rev) as detail
      from booking b join s on s.booking_id = b.id left join l on l.booking_id = b.id
      where b.status = 'cancelled' and (s.cap > s.ref + s.taken + coalesce(l.replaced + case when l.lost then 0
        else l.held_returned end, 0) and b.payment_state not in ('refunding', 'disputed') or s.trf > s.rev) and not ${hasOpenExceptionSql('b.id')}`,
  },
  {
    id: 'M8',
    rule: 'The history of every booking follows the table of moves, each move made once and by a permitted side',
    rows: `select from event where kind in ('booking.moved', 'booking.withdrawn', 'booking.lapsed')`,
    wrong: `with edges as (
        select e.booking_id, e.seq, e.kind, e.actor_workspace_id, e.data->>'from' as came, coalesce(e.data->>'to', 'cancelled') as went,
          lag(coalesce(e.data->>'to', 'cancelled'), 1, 'pending') over (partition by e.booking_id order by e.seq) as stood
        from event e where e.data ? 'from')
      select e.booking_id::text as subject, format('%s → %s (%s) by %s when it was %s', came, went, e.kind,
        coalesce(e.actor_workspace_id::text, 'nobody'), stood) as detail
      from edges e join booking b on b.id = e.booking_id
      where came <> stood
        or (came, went) not in (('pending', 'accepted'), ('pending', 'cancelled'), ('accepted', 'in_progress'),
          ('in_progress', 'completed'),
          ('accepted', 'cancelled'), ('in_progress', 'cancelled'))
        or e.kind = 'booking.moved' and (e.actor_workspace_id is distinct from b.creator_id
          and not (e.actor_workspace_id = b.brand_id and went = 'completed')
          or (came, went) in (('accepted', 'cancelled'), ('in_progress', 'cancelled')))
        or e.kind = 'booking.withdrawn' and (e.actor_workspace_id is distinct from b.brand_id or came <> 'pending')
        or e.kind = 'booking.lapsed' and e.actor_workspace_id is not null`,
  },
  {
    id: 'M8',
    rule: 'The status of every booking is the last one in its history',
    rows: 'select from booking',
    wrong: `select b.id::text as subject,
      format('status %s, history ends at %s', b.status, coalesce(last.went, 'pending')) as detail from booking b
      left join lateral (select coalesce(e.data->>'to', 'cancelled') as went from event e where e.booking_id = b.id
        and e.data ? 'from' order by e.seq desc limit 1) as last on true
      where b.status <> coalesce(last.went, 'pending')`,
  },
  {
    id: 'M9',
    rule: 'A booking has at most one payment, one refund, and one transfer per payee',
    rows: 'select from s',
    wrong: `select booking_id::text as subject, format('%s of %s transfers to %s are kept', kept_transfers, transfers, payee_workspace_id)
        as detail
      from sp where kept_transfers > 1
        or transfers > 1 and not exists (select from chargeback c where c.booking_id = sp.booking_id)
      union all select b.id::text, format('%s live payments, %s refunds', lives.n, refunds.n)
      from booking b join s on s.booking_id = b.id
      cross join lateral (select count(*) as n from p where p.booking_id = b.id
        and (p.status in ('requires_capture', 'processing') or p.received > p.refunded and not exists (
        select from ledger_transaction back join s_refund r on r.id = back.stripe_object_id where r.charge = p.charge
          and back.kind = 'refund_returned') or p.main and p.received > 0)) as lives
      cross join lateral (select count(*) as n from p join s_refund r on r.charge = p.charge where p.booking_id = b.id
        and p.main and p.received > 0 and r.status not in ('failed', 'canceled')) as refunds
      where (lives.n > 1 or refunds.n > 1) and not ${hasOpenExceptionSql('b.id')}`,
  },
  {
    id: 'M9',
    rule: 'Every Stripe object has at most one ledger transaction of each kind',
    rows: 'select from ledger_transaction where stripe_object_id is not null',
    wrong: `select booking_id::text as subject,
      format('%s %s twice', kind, string_agg(distinct coalesce(stripe_object_id, ''), ', ')) as detail
      from ledger_transaction where kind not in ('surplus', 'surplus_refund', 'refund_returned', 'refund_replaced')
        group by booking_id, kind, creator_id having count(*) > 1
      union all select min(booking_id::text), format('%s is in %s %s transactions', stripe_object_id, count(*), kind)
        from ledger_transaction
      where stripe_object_id is not null group by stripe_object_id, kind having count(*) > 1`,
  },
  {
    id: 'M9',
    rule: 'Every Stripe event is applied once, and no unique event is in the timeline twice',
    rows: 'select from stripe_event',
    wrong: `select id as subject, 'is stored twice' as detail from stripe_event group by id having count(*) > 1
      union all select booking_id::text, format('%s was recorded %s times', kind, count(*)) from event
      where kind in ('booking.ordered', 'booking.approved', 'payment.authorized', 'payment.captured', 'payment.voided',
        'payment.released', 'payment.refunded', 'payment.charged_back', 'payment.chargeback_won',
        'payment.chargeback_lost', 'payment.reversed', 'payment.restored', 'booking.cancelled', 'dispute.decided')
      -- A booking may have several disputes, one after another.
      group by booking_id, kind, data->>'disputeId' having count(*) > 1`,
  },
  {
    id: 'M9',
    rule: 'No person gets the same email twice',
    rows: 'select from mail',
    wrong: `select kind || ' ' || subject as subject, format('%s emails of one kind to one person', count(*)) as detail from mail
      group by kind, subject, person_id, address having count(*) > 1`,
  },
  {
    id: 'M10',
    rule: 'Every acknowledged action is in the timeline',
    rows: 'select from acknowledged',
    wrong: `select a.booking_id::text as subject,
      format('%s %s was acknowledged but is missing', a.event, a.data) as detail from acknowledged a
      where not exists (select from event e where e.booking_id = a.booking_id
        and e.kind = any(string_to_array(a.event, '|')) and e.data @> a.data)`,
  },
  {
    id: 'M10',
    rule: 'The columns, the timeline and the ledger of every booking agree',
    rows: 'select from booking',
    wrong: `select b.id::text as subject,
      format('said: authorised %s, captured %s, completed %s, released %s, refunded %s, charged back %s',
      said.authorized, said.captured, said.completed, said.released, said.refunded, said.taken) as detail
      from booking b left join l on l.booking_id = b.id left join settlement t on t.booking_id = b.id
      left join settlement_transfer paid on paid.booking_id = b.id and paid.payee_workspace_id = b.creator_id
      left join chargeback c on c.booking_id = b.id
      cross join lateral (select
          count(*) filter (where kind = 'payment.authorized') as authorized, count(*) filter (where kind = 'payment.captured') as captured,
          count(*) filter (where kind = 'booking.moved' and data->>'to' = 'completed') as completed,
            count(*) filter (where kind = 'payment.released') as released,
          count(*) filter (where kind = 'payment.refunded') as refunded, count(*) filter (where kind = 'payment.charged_back') as taken
        from event e where e.booking_id = b.id) as said
      where (b.authorized_at is not null) <> (said.authorized > 0)
        or (coalesce(l.captures, 0) > 0) <> (said.captured > 0)
        or (b.completed_at is not null) <> (said.completed > 0) or (coalesce(l.earns, 0) > 0) <> (said.completed > 0)
        or (coalesce(l.own_releases, 0) > 0) <> (said.released > 0) or (paid.stripe_transfer_id is not null) <> (said.released > 0)
        or (coalesce(l.refunds, 0) > 0) <> (said.refunded > 0) or (t.stripe_refund_id is not null) <> (said.refunded > 0)
        or (c.stripe_dispute_id is not null) <> (said.taken > 0)`,
  },
  {
    // Jobs with an open exception are still retried, so they do not count as stuck.
    id: 'M11',
    rule: 'No job is stuck, unless an exception for staff exists',
    rows: 'select from job',
    wrong: `select coalesce(j.key, j.id::text) as subject,
      format('%s tries, %s', j.attempts, coalesce(left(j.last_error, 120), 'running')) as detail
      from job j
      where (j.last_error is not null and j.attempts > 0 or j.leased_until is not null and j.run_at < now() - interval '60 seconds')
        and not exists (select from money_exception told where told.resolved_at is null
          and (position(told.subject in j.key) > 0 or position(told.booking_id::text in j.key) > 0))`,
  },
  {
    id: 'M11',
    rule: 'Every booking that waits for an automatic step has the job for it',
    rows: `select from booking where payment_state in ('requires_payment', 'authorized', 'capturing', 'held', 'releasing', 'refunding')`,
    wrong: `select b.id::text as subject, format('%s/%s without the job %s', b.status, b.payment_state, must.job) as detail
      from booking b left join settlement_transfer t on t.booking_id = b.id and t.payee_workspace_id = b.creator_id
      cross join lateral (select case
          when b.payment_state in ('requires_payment', 'authorized') and b.status = 'cancelled' then 'payments.void'
          when b.payment_state = 'requires_payment' then 'payments.expire_unpaid'
          when b.payment_state = 'authorized' then 'bookings.expire_unaccepted'
          when b.payment_state = 'capturing' then 'payments.capture'
          when b.payment_state = 'held' and b.status = 'completed' then 'settlements.release_due'
          when b.payment_state = 'held' then 'cancellations.end_stalled'
          when b.payment_state = 'releasing' and coalesce(t.blocked_reason, 'payout_change') in ('payout_change', 'payment_check') then 'settlements.release'
          when b.payment_state = 'refunding' then 'settlements.refund' end as job) as must
      where must.job is not null and not ${hasJobSql('must.job', 'b.id')} and not ${hasOpenExceptionSql('b.id')}
      union all select t.booking_id::text, format('the payout to %s has no job', t.payee_workspace_id)
      from settlement_transfer t join booking b on b.id = t.booking_id
      where t.stripe_transfer_id is null and t.voided_at is null and b.payment_state in ('releasing', 'released', 'split')
        and coalesce(t.blocked_reason, 'payout_change') in ('payout_change', 'payment_check')
        and not exists (select from job j where j.key in ('settlements.release:' || t.booking_id,
          'settlements.release:' || t.booking_id || ':' || t.payee_workspace_id))
      union all select booking_id::text, format('%s has no timer', what) from (
        select booking_id, 'cancellations.expire' as what, booking_id as id from cancellation_request where closed_at is null
          and not exists (select from chargeback c where c.booking_id = cancellation_request.booking_id and c.closed_at is null)
        union all select booking_id, 'disputes.handle_deadline', id from dispute, checked where closed_at is null
          and answered_at is null and answer_by > now) as waits
      where not ${hasJobSql('waits.what', 'waits.id')}
      union all select booking_id::text, format('surplus %s is not given back', stripe_payment_intent_id) from surplus_payment x
      where refunded_at is null and not ${hasJobSql(`'settlements.refund_surplus'`, 'x.stripe_payment_intent_id')}
        and not ${hasExceptionSql('x.stripe_payment_intent_id')}`,
  },
  {
    id: 'M11',
    rule: 'The payment state of every booking matches Stripe',
    rows: 'select from s where intent_status is not null',
    wrong: `select b.id::text as subject, format('%s/%s here, %s at Stripe', b.status, b.payment_state,
      s.intent_status) as detail from booking b join s on s.booking_id = b.id
      where (s.intent_status = 'requires_capture' and b.payment_state <> 'authorized'
        or s.intent_status = 'succeeded' and b.payment_state in ('requires_payment', 'authorized', 'capturing', 'voided')
        or s.intent_status = 'canceled' and b.payment_state <> 'voided'
        or s.intent_status like 'requires_%' and s.intent_status <> 'requires_capture'
          and b.payment_state not in ('requires_payment', 'voided'))
        and not ${hasOpenExceptionSql('b.id')}`,
  },
  {
    id: 'M11',
    rule: 'Reconciliation has no open differences',
    rows: `select from money_exception where kind like 'reconcile_%'`,
    wrong: `select coalesce(booking_id::text, subject) as subject, format('%s %s %s', kind, subject, data) as detail
      from money_exception where kind like 'reconcile_%' and resolved_at is null`,
  },
  {
    id: 'M12',
    rule: 'The earnings of every payee equal its parts of completed bookings, less refunds',
    rows: `select from workspace where user_type = 'influencer'`,
    wrong: `select payee.id::text as subject,
      format('earned %s by the ledger, %s by its bookings', sum(coalesce(lp.earned, 0)), sum(due.cents)) as detail
      from booking b
      cross join lateral (values (b.creator_id, b.price_cents - coalesce(b.agency_cents, 0)), (b.agency_id, b.agency_cents))
        as payee (id, cents)
      left join lp on lp.booking_id = b.id and lp.payee_workspace_id = payee.id
      left join settlement t on t.booking_id = b.id
      left join settlement_transfer part on part.booking_id = b.id and part.payee_workspace_id = payee.id
      cross join lateral (select case when b.completed_at is null then 0 when t.settled_at is not null
        or lp.unearns > 0 then coalesce(part.amount_cents, 0) else payee.cents end as cents) as due
      where payee.id is not null and not exists (select from chargeback c where c.booking_id = b.id and c.outcome = 'lost')
      group by payee.id having sum(coalesce(lp.earned, 0)) <> sum(due.cents)`,
  },
  {
    id: 'M12',
    rule: 'The payouts of every payee equal its transfers at Stripe',
    rows: 'select from s_transfer',
    wrong: `select payee_workspace_id::text as subject,
      format('paid %s by the ledger, %s by Stripe', sum(coalesce(lp.paid, 0)), sum(coalesce(sp.trf - sp.rev, 0))) as detail
      from lp full join sp using (booking_id, payee_workspace_id)
      group by payee_workspace_id having sum(coalesce(lp.paid, 0)) <> sum(coalesce(sp.trf - sp.rev, 0))
        and not bool_or(${hasOpenExceptionSql('booking_id')})`,
  },
  {
    id: 'M12',
    rule: 'Every transfer goes to the account of its payee, which is the booking’s creator or agency',
    rows: 'select from s_transfer',
    wrong: `select coalesce(b.id::text, t.id) as subject, format('%s of %s to %s', t.id, t.amount, t.destination) as detail
      from s_transfer t left join booking b on b.id::text = t.named
      left join workspace u on u.id::text = coalesce(t.payee, b.creator_id::text) and u.id in (b.creator_id, b.agency_id)
      where u.stripe_account_id is distinct from t.destination and not ${hasExceptionSql('t.id')}`,
  },
  {
    id: 'M13',
    rule: 'Every chargeback has the same outcome here and at Stripe',
    rows: 'select from s_dispute',
    wrong: `select coalesce(p.booking_id::text, d.id) as subject,
      format('%s is %s, here %s', d.id, d.status,
      coalesce(c.outcome, case when c.stripe_dispute_id is null then 'unknown' else 'open' end)) as detail
      from s_dispute d left join p on p.charge = d.charge left join chargeback c on c.stripe_dispute_id = d.id
      where d.amount > 0 and (c.stripe_dispute_id is null or coalesce(c.outcome, 'open') <> case
        when d.status in ('won', 'lost') then d.status else 'open' end) and not ${hasExceptionSql('d.id', 'd.charge')}`,
  },
  createReadModelInvariant('creator_day', 'creator_id, day', 'earned_cents, paid_out_cents, payouts'),
  createReadModelInvariant(
    'payout_share',
    'booking_id, creator_id',
    'stage, creator_cents, accepted_at, claimed_at, settled_at, blocked_reason, reversed_at, has_statement',
  ),
  createReadModelInvariant(
    'creator_listing',
    'creator_id',
    'joined_ms, followers, completed, min_price_cents, max_price_cents, min_days, categories, languages, platforms',
  ),
  createReadModelInvariant(
    'package_listing',
    'package_id',
    'creator_id, price_cents, delivery_days, is_popular, completed, followers, categories, languages, platforms',
  ),
  createReadModelInvariant('package_document', 'package_id', 'document'),
  {
    id: 'M14',
    rule: 'The creator cards are up to date',
    rows: 'select from creator_card',
    wrong: `select l.creator_id::text as subject, 'the card is outdated' as detail from creator_listing l left
      join creator_card k using (creator_id) left join creator_card_now n using (creator_id)
      where (k.card, k.offers, k.availability) is distinct from (n.card, n.offers, n.availability)`,
  },
  {
    id: 'M14',
    rule: 'The sums of closed ledger days are correct',
    rows: 'select from ledger_day',
    wrong: `select day::text as subject, format('%s on %s: the sum is %s, the entries add up to %s', kind, account, kept.cents, booked.cents) as detail
      from ledger_day kept full join (
        select (at at time zone 'UTC')::date as day, kind, account, sum(amount_cents) as cents
        from ledger_transaction join ledger_entry on ledger_entry.transaction_id = ledger_transaction.id
        where at < (select until from ledger_close)::timestamp at time zone 'UTC' group by 1, 2, 3
      ) booked using (day, kind, account) where kept.cents is distinct from booked.cents`,
  },
  {
    id: 'M14',
    rule: 'Every booking has the refund of its settlement and the number and deadline of the versions that wait for a decision',
    rows: 'select from booking',
    wrong: `select b.id::text as subject, format('%s refunded, the booking says %s', coalesce(s.refund_cents, 0), b.refund_cents) as detail
      from booking b left join settlement s on s.booking_id = b.id where b.refund_cents <> coalesce(s.refund_cents, 0)
      union all select id::text, format('%s deliverables wait until %s, the booking says %s until %s', waiting.versions, waiting.review_by, versions_waiting, booking.review_by)
      from booking cross join lateral find_versions_waiting(id) as waiting where status in ('in_progress', 'completed')
        and (versions_waiting, booking.review_by) is distinct from (waiting.versions, waiting.review_by)`,
  },
  {
    id: 'M14',
    rule: 'The storage totals of creators are correct',
    rows: 'select from delivered_bytes',
    wrong: `select author_workspace_id::text as subject, format('the total says %s bytes, %s are stored', kept.bytes, stored.bytes) as detail
      from delivered_bytes kept full join (
        select author_workspace_id, sum(counted_bytes(bytes)) as bytes from file
        where dropped_at is null and deliverable_id is not null group by author_workspace_id
      ) stored using (author_workspace_id) where coalesce(kept.bytes, 0) <> coalesce(stored.bytes, 0)`,
  },
  {
    id: 'M14',
    rule: 'Every row that is found by its owner has the right owner',
    rows: 'select from ledger_transaction',
    wrong: `select t.id::text as subject, 'the payee is not the booking''s' as detail from ledger_transaction t
      join booking b on b.id = t.booking_id where t.creator_id is null or t.creator_id not in (b.creator_id, coalesce(b.agency_id, b.creator_id))
      union all select e.transaction_id::text, 'the entry is of another payee' from ledger_entry e
        join ledger_transaction t on t.id = e.transaction_id where e.account = 'creator' and e.workspace_id is distinct from t.creator_id
      union all select e.id::text, 'the sides are not the booking''s' from event e join booking b on b.id = e.booking_id
        where (e.brand_id, e.creator_id) is distinct from (b.brand_id, b.creator_id)
      union all select d.id::text, 'the brand is not the booking''s' from ledger_document d join booking b
        on b.id = d.booking_id where d.brand_id is distinct from b.brand_id`,
  },
  {
    id: 'M15',
    rule: 'Every charge has a receipt and an agreement, every refund a credit note, every transfer a statement',
    rows: `select from ledger_transaction where kind in ('capture', 'refund', 'release', 'restore')`,
    wrong: `select t.id::text as subject, format('the %s of booking %s has %s of kind %s', t.kind, t.booking_id,
      count(d.id), made.kind) as detail
      from ledger_transaction t
        join (values ('capture', 'receipt'), ('capture', 'agreement'), ('refund', 'credit_note'), ('release', 'payout'),
          ('restore', 'payout')) as made (of, kind) on made.of = t.kind
        left join ledger_document d on d.transaction_id = t.id and d.kind = made.kind and d.booking_id = t.booking_id
      group by t.id, t.kind, t.booking_id, made.kind having count(d.id) <> 1
      union all select d.id::text, format('%s %s is of a movement that it cannot be of', d.kind, d.number)
        from ledger_document d join ledger_transaction t on t.id = d.transaction_id
      where (t.kind, d.kind) not in (('capture', 'receipt'), ('capture', 'agreement'), ('refund', 'credit_note'),
        ('release', 'payout'), ('restore', 'payout'))`,
  },
  {
    id: 'M15',
    rule: 'Credit notes add up to the refunds',
    rows: `select from ledger_document where kind = 'credit_note'`,
    wrong: `select t.booking_id::text as subject,
      format('credit notes %s, refunded %s', coalesce(sum(-e.amount_cents) filter (where d.id is not null), 0),
      sum(-e.amount_cents)) as detail
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'processor'
        left join ledger_document d on d.transaction_id = t.id and d.kind = 'credit_note'
      where t.kind = 'refund' group by t.booking_id
      having coalesce(sum(e.amount_cents) filter (where d.id is not null), 0) <> sum(e.amount_cents)`,
  },
  {
    id: 'M15',
    rule: 'The document numbers of each kind, year and series are unique and have no gaps',
    rows: 'select from ledger_document_counter',
    wrong: `with series as (
        select kind, year, count(*) as numbers, max(number) as highest, max(number) % ${NUMBERS_PER_SERIES} as expected
        from ledger_document group by kind, year, number / ${NUMBERS_PER_SERIES}
      )
      select format('%s %s', kind, year) as subject, format('%s numbers, the highest is %s', numbers, highest) as detail
      from series where numbers <> expected
      union all
      select format('%s %s', c.kind, c.year), format('the highest number is %s, the counter %s', max(highest), c.last)
      from ledger_document_counter c left join series using (kind, year)
      group by c.kind, c.year, c.last having coalesce(max(highest), 0) <> c.last`,
  },
  {
    // A creator may set a limit below the current number of bookings. In that case, only the bookings made later
    // count.
    id: 'M16',
    rule: 'No creator has more simultaneous bookings than their limit',
    rows: 'select from creator_availability where max_bookings is not null',
    wrong: `select a.creator_id::text as subject, format('%s bookings of at most %s', count(*), a.max_bookings) as detail
      from creator_availability a join booking b on b.creator_id = a.creator_id and b.status in ('pending', 'accepted', 'in_progress')
      group by a.creator_id having count(*) > a.max_bookings and max(b.created_at) > a.updated_at`,
  },
  {
    // Skip creators with planned days off, because no slots are offered on those days.
    id: 'M16',
    rule: 'No waiting-list entry waits while a slot is free',
    rows: 'select from waiting_list_entry',
    wrong: `select a.creator_id::text as subject,
      format('%s wait, %s of %s slots are taken', line.waiting, held.bookings + line.offered, a.max_bookings) as detail
      from creator_availability a
        cross join lateral (select count(*) as bookings from booking where creator_id = a.creator_id
          and status in ('pending', 'accepted', 'in_progress')) held
        cross join lateral (select count(*) filter (where offered_at is null) as waiting,
          count(*) filter (where offered_at is not null) as offered
          from waiting_list_entry where creator_id = a.creator_id and ended_at is null) line
      where a.max_bookings is not null and line.waiting > 0 and held.bookings + line.offered < a.max_bookings
        and not exists (select from time_off where creator_id = a.creator_id) and not ${hasJobSql("'availability.serve'", 'a.creator_id')}`,
  },
  {
    // A transfer that was started before the change may be made up to half a minute after it.
    id: 'M17',
    rule: 'No transfer was made during the hold after a change of the payout account',
    rows: 'select from payout_change',
    wrong: `select t.named as subject, format('%s was made at %s, the change at %s', t.id, to_timestamp(t.made), c.at) as detail
      from s_transfer t join booking b on b.id::text = t.named
        join payout_change c on c.creator_id::text = coalesce(t.payee, b.creator_id::text)
      where to_timestamp(t.made) > c.at + interval '30 seconds'
        and to_timestamp(t.made) < c.at + interval '${PAYOUT_HOLD_HOURS} hours' - interval '5 seconds'`,
  },
  {
    id: 'M17',
    rule: 'No transfer was made while the payment from a new device was checked',
    rows: 'select from card_payment where payout_held_until is not null',
    wrong: `select t.named as subject, format('%s was made at %s, before %s', t.id, to_timestamp(t.made), p.payout_held_until) as detail
      from s_transfer t join card_payment p on p.booking_id::text = t.named
      where to_timestamp(t.made) < p.payout_held_until - interval '5 seconds'`,
  },
  {
    id: 'M18',
    rule: 'The budget entry of every booking matches the booking',
    rows: 'select from budget_entry',
    wrong: `select coalesce(e.booking_id, u.booking_id)::text as subject, format('the entry says %s %s, the booking %s %s',
        coalesce(e.state, 'nothing'), e.cents, coalesce(u.state, 'nothing'), u.cents) as detail
      from budget_entry e full join budget_use u using (booking_id, period_id)
      where (e.state, e.cents) is distinct from (u.state, u.cents)`,
  },
  {
    id: 'M18',
    rule: 'The spent amount of every booking is its charge, less refunds and lost chargebacks',
    rows: `select from budget_entry where state = 'spent'`,
    wrong: `select e.booking_id::text as subject, format('%s %s of the budget, %s in the ledger', e.state, e.cents, charged.cents) as detail
      from budget_entry e cross join lateral (
        select greatest(0, coalesce(sum(amount_cents), 0)) as cents
        from ledger_transaction t join ledger_entry on transaction_id = t.id
        where t.booking_id = e.booking_id and (kind in ('capture', 'refund') and account = 'processor'
          or kind = 'chargeback_lost' and account = 'chargeback')) as charged
      where charged.cents <> case when e.state = 'spent' then e.cents else 0 end`,
  },
  {
    id: 'M18',
    rule: 'The amounts of every budget period are the sums of its requests and bookings, within its limit',
    rows: 'select from budget_period',
    wrong: `select p.id::text as subject, format('requested %s, committed %s, spent %s of %s, the entries say %s, %s and %s',
        requested_cents, committed_cents, spent_cents, limit_cents, open.requested, used.committed, used.spent) as detail
      from budget_period p cross join lateral (
        select coalesce(sum(cents) filter (where state = 'committed'), 0) as committed,
          coalesce(sum(cents) filter (where state = 'spent'), 0) as spent
        from budget_entry where period_id = p.id) as used
        cross join lateral (select coalesce(sum(total_cents), 0) as requested
          from order_request where budget_period_id = p.id and state = 'open') as open
      where requested_cents <> open.requested or committed_cents <> used.committed or spent_cents <> used.spent
        or requested_cents + committed_cents + spent_cents > limit_cents`,
  },
  {
    id: 'M19',
    rule: 'Every booking is paid with a card of its own workspace, or with an unsaved card',
    rows: 'select from s_intent where customer is not null',
    wrong: `select b.id::text as subject, format('%s has the customer %s of %s', i.id, c.id, c.named) as detail
      from s_intent i join s_customer c on c.id = i.customer
        join booking b on b.stripe_payment_intent_id = i.id or b.id::text = i.named
      where c.named is distinct from b.brand_id::text`,
  },
  {
    id: 'M19',
    rule: 'Every saved card belongs to the customer of its workspace, and every removed card to none',
    rows: 'select from saved_card',
    wrong: `select k.id::text as subject, format('%s belongs to %s', s.id, coalesce(s.customer, 'no customer')) as detail
      from saved_card k join workspace w on w.id = k.brand_id join s_card s on s.id = k.stripe_payment_method_id
      -- The cards of a deleted customer cannot be charged either.
      where s.customer is distinct from (case when k.removed_at is null then w.stripe_customer_id end)
        and (s.customer is null or exists (select from s_customer c where c.id = s.customer))
        and not ${hasJobSql("'payments.detach_card'", 's.id')} and not ${hasJobSql("'payments.sync_card'", 's.id')}`,
  },
  {
    id: 'M19',
    rule: 'Every chargeable card is listed in its workspace',
    rows: 'select from s_card where customer is not null',
    wrong: `select w.id::text as subject, format('%s is not listed', s.id) as detail
      from s_card s join workspace w on w.stripe_customer_id = s.customer
      where not exists (select from saved_card k where k.stripe_payment_method_id = s.id and k.brand_id = w.id)
        and not ${hasJobSql("'payments.detach_card'", 's.id')} and not exists (select from job j
          where starts_with(j.key, 'payments.save_'))`,
  },
  {
    // The share is pinned when the booking is accepted, and a split of the payment is divided at the same rate.
    id: 'M20',
    rule: 'Every agency gets its pinned share of the payout, rounded down, from a consent in force at acceptance',
    rows: 'select from booking where agency_id is not null',
    wrong: `select b.id::text as subject, format('%s of %s at %s', b.agency_cents, b.price_cents, b.agency_bps) as detail
      from booking b where b.agency_id is not null and (b.agency_cents <> b.price_cents::bigint * b.agency_bps / 10000
        or not exists (select from agency_consent c where c.creator_id = b.creator_id and c.agency_id = b.agency_id
          and c.share_bps = b.agency_bps and c.agreed_at <= b.accepted_at
          and (c.ended_at is null or c.ended_at >= b.accepted_at or b.offer_id is not null and c.sunset_at >= b.accepted_at)))
      union all select t.booking_id::text, format('the payees get %s and %s of %s', sum(p.amount_cents) filter (where
        p.payee_workspace_id = b.creator_id), sum(p.amount_cents) filter (where p.payee_workspace_id = b.agency_id), t.creator_cents)
      from settlement t join booking b on b.id = t.booking_id left join settlement_transfer p on p.booking_id = t.booking_id
      group by t.booking_id, b.id having coalesce(sum(p.amount_cents), 0) <> t.creator_cents
        or coalesce(sum(p.amount_cents) filter (where p.payee_workspace_id = b.agency_id), 0)
          <> t.creator_cents::bigint * coalesce(b.agency_bps, 0) / 10000`,
  },
  {
    id: 'M20',
    rule: 'No creator has two agencies at once',
    rows: 'select from agency_consent',
    wrong: `select creator_id::text as subject, format('%s consents in force', count(*)) as detail from agency_consent
      where agreed_at is not null and ended_at is null group by creator_id having count(*) > 1`,
  },
];

/** Returns an invariant that compares a read model with the view that computes the same data again. */
function createReadModelInvariant(table: string, key: string, columns: string): Invariant {
  const of = (alias: string) =>
    columns
      .split(', ')
      .map((column) => `${alias}.${column}`)
      .join(', ');
  const [first = ''] = key.split(', ');
  return {
    id: 'M14',
    rule: `The read model ${table} is up to date`,
    rows: `select from ${table}`,
    wrong: `select ${first}::text as subject, format('stored %s, computed %s', row(${of('k')}), row(${of('n')})) as detail
      from ${table} k full join ${table}_now n using (${key}) where (${of('k')}) is distinct from (${of('n')})`,
  };
}
