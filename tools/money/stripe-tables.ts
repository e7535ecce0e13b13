/** Copies Stripe's books into temporary tables, so that a query can compare both sides. */
import type { Stripe } from 'stripe';
import type { StripeBooks } from './books.ts';

interface QueryRunner {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

const toId = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null);

/** Returns the captured cents of a charge, or 0 if it was only authorized or released. */
const getCapturedCents = (charge: Stripe.Charge) => (charge.captured ? charge.amount_captured : 0);

type Row = Record<string, string | number | boolean | null>;
interface Table {
  name: string;
  columns: string;
  rows: (books: StripeBooks) => Row[];
}

const TABLES: readonly Table[] = [
  {
    name: 's_intent',
    columns: 'id text, named text, status text, amount int, received int, charge text, currency text, customer text',
    rows: ({ payment_intent }) =>
      payment_intent.map((intent) => ({
        id: intent.id,
        named: intent.metadata['bookingId'] ?? intent.transfer_group ?? null,
        status: intent.status,
        amount: intent.amount,
        received: intent.amount_received,
        charge: toId(intent.latest_charge),
        currency: intent.currency,
        customer: toId(intent.customer),
      })),
  },
  {
    name: 's_customer',
    columns: 'id text, named text',
    // A deleted customer has no cards.
    rows: ({ customer }) =>
      customer.flatMap((each) =>
        each.deleted === true ? [] : [{ id: each.id, named: each.metadata['workspaceId'] ?? null }],
      ),
  },
  {
    name: 's_card',
    columns: 'id text, customer text',
    rows: ({ payment_method }) => payment_method.map(({ id, customer }) => ({ id, customer: toId(customer) })),
  },
  {
    name: 's_charge',
    columns: 'id text, intent text, captured int, refunded int, disputed boolean',
    rows: ({ charge }) =>
      charge.map((each) => ({
        id: each.id,
        intent: toId(each.payment_intent),
        captured: getCapturedCents(each),
        // Leave out the amount that a partial capture released, because it is not a refund.
        refunded: each.captured ? each.amount_refunded - (each.amount - each.amount_captured) : 0,
        disputed: each.disputed,
      })),
  },
  {
    name: 's_refund',
    columns: 'id text, charge text, intent text, amount int, status text',
    rows: ({ refund }) =>
      refund.map((each) => ({
        id: each.id,
        charge: toId(each.charge),
        intent: toId(each.payment_intent),
        amount: each.amount,
        status: each.status,
      })),
  },
  {
    name: 's_transfer',
    columns: 'id text, named text, payee text, destination text, amount int, reversed int, source text, made bigint',
    rows: ({ transfer }) =>
      transfer.map((each) => ({
        id: each.id,
        named: each.transfer_group ?? each.metadata['bookingId'] ?? null,
        payee: each.metadata['payeeWorkspaceId'] ?? null,
        destination: toId(each.destination),
        amount: each.amount,
        reversed: each.amount_reversed,
        source: toId(each.source_transaction),
        made: each.created,
      })),
  },
  {
    name: 's_reversal',
    columns: 'id text, transfer text, amount int',
    rows: ({ transfer_reversal }) =>
      transfer_reversal.map((each) => ({ id: each.id, transfer: toId(each.transfer), amount: each.amount })),
  },
  {
    name: 's_dispute',
    columns: 'id text, charge text, amount int, status text',
    // A dispute that is only a warning has not taken any money, so its amount is 0.
    rows: ({ dispute }) =>
      dispute.map((each) => ({
        id: each.id,
        charge: toId(each.charge),
        amount: each.status.startsWith('warning_') ? 0 : each.amount,
        status: each.status,
      })),
  },
];

const ROWS_PER_INSERT = 5_000;
const INDEXED_COLUMNS = ['id', 'named', 'charge', 'intent', 'transfer', 'customer'];

/** Creates and fills the temporary tables, which PostgreSQL drops at the end of the transaction. */
export async function insertBooks(client: QueryRunner, books: StripeBooks): Promise<void> {
  for (const { name, columns, rows } of TABLES) {
    await client.query(`create temp table ${name} (${columns}) on commit drop`);
    const all = rows(books);
    for (let at = 0; at < all.length; at += ROWS_PER_INSERT) {
      await client.query(`insert into ${name} select * from json_to_recordset($1) as given (${columns})`, [
        JSON.stringify(all.slice(at, at + ROWS_PER_INSERT)),
      ]);
    }
    for (const column of INDEXED_COLUMNS)
      if (columns.includes(`${column} text`)) await client.query(`create index on ${name} (${column})`);
    await client.query(`analyze ${name}`);
  }
  for (const statement of SUM_STATEMENTS) await client.query(statement);
}

/** SQL that creates the summary tables for the invariants. */
const SUM_STATEMENTS = [
  // `l` contains the ledger totals of each booking. Credits are negative in the ledger, so amounts owed are negated
  // here.
  `create temp table l on commit drop as
   select t.booking_id,
     coalesce(sum(e.amount_cents) filter (where e.account = 'processor'), 0)::bigint as processor,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'held'), 0)::bigint as held,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'creator'), 0)::bigint as creator,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'fee'), 0)::bigint as fee,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'surplus'), 0)::bigint as surplus,
     -- Refunds that banks sent back: what is owed of them still, and what was paid another way.
     coalesce(-sum(e.amount_cents) filter (where e.account = 'held'
       and t.kind in ('refund_returned', 'refund_replaced')), 0)::bigint as held_returned,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'surplus'
       and t.kind in ('refund_returned', 'refund_replaced')), 0)::bigint as surplus_returned,
     coalesce(sum(e.amount_cents) filter (where e.account = 'held' and t.kind = 'refund_replaced'), 0)::bigint as replaced,
     -- A lost chargeback ends whatever was held.
     bool_or(t.kind = 'chargeback_lost') as lost,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'creator'
       and t.kind in ('earn', 'unearn', 'chargeback_lost', 'recovery')), 0)::bigint as earned,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'processor'
       and t.kind in ('release', 'restore', 'reversal')), 0)::bigint as paid,
     count(distinct t.id) filter (where t.kind = 'capture') as captures,
     count(distinct t.id) filter (where t.kind = 'earn') as earns,
     count(distinct t.id) filter (where t.kind = 'unearn') as unearns,
     count(distinct t.id) filter (where t.kind = 'release' and t.creator_id = b.creator_id) as own_releases,
     count(distinct t.id) filter (where t.kind = 'refund') as refunds
   from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join booking b on b.id = t.booking_id
   group by t.booking_id`,
  // Each table has one row per booking and payee. `lp` contains totals from the ledger, and `sp` totals of the
  // transfers at Stripe. A transfer without a payee in its metadata belongs to the creator.
  `create temp table lp on commit drop as
   select t.booking_id, t.creator_id as payee_workspace_id,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'creator'), 0)::bigint as owed,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'creator'
       and t.kind in ('earn', 'unearn', 'chargeback_lost', 'recovery')), 0)::bigint as earned,
     coalesce(-sum(e.amount_cents) filter (where e.account = 'processor'
       and t.kind in ('release', 'restore', 'reversal')), 0)::bigint as paid,
     count(distinct t.id) filter (where t.kind = 'unearn') as unearns
   from ledger_transaction t join ledger_entry e on e.transaction_id = t.id group by t.booking_id, t.creator_id`,
  `create temp table sp on commit drop as
   select b.id as booking_id, coalesce(t.payee::uuid, b.creator_id) as payee_workspace_id,
     sum(t.amount)::bigint as trf, sum(coalesce(v.amount, 0))::bigint as rev, count(*) as transfers,
     count(*) filter (where coalesce(v.amount, 0) < t.amount) as kept_transfers
   from s_transfer t join booking b on b.id::text = t.named
   left join (select transfer, sum(amount) as amount from s_reversal group by transfer) v on v.transfer = t.id
   group by 1, 2`,
  // `p` contains the payments of each booking. `main` marks the payment of the booking's total. Money from other
  // payments is surplus.
  `create temp table p on commit drop as
   select b.id as booking_id, i.id as intent, i.status, i.received, i.charge,
     i.id = b.stripe_payment_intent_id and not exists (select from surplus_payment x where x.stripe_payment_intent_id = i.id) as main,
     -- Letting an authorisation go is a refund to Stripe, of money that was never taken.
     case when i.received > 0 then coalesce((select sum(amount) from s_refund r where r.charge = i.charge
       and r.status not in ('failed', 'canceled')), 0) else 0 end::bigint as refunded,
     coalesce((select sum(amount) from s_dispute d where d.charge = i.charge and d.status <> 'won'), 0)::bigint as taken
   from s_intent i join booking b on b.stripe_payment_intent_id = i.id or b.id::text = i.named`,
  `create temp table s on commit drop as
   select b.id as booking_id, coalesce(m.received, 0)::bigint as cap, coalesce(m.refunded, 0)::bigint as ref,
     coalesce(m.taken, 0)::bigint as taken,
     coalesce((select sum(received - refunded - taken) from p where p.booking_id = b.id and not p.main), 0)::bigint as extra,
     coalesce(t.sent, 0)::bigint as trf, coalesce(t.reversed, 0)::bigint as rev, coalesce(t.n, 0) as transfers,
       coalesce(t.kept, 0) as kept_transfers,
     m.status as intent_status
   from booking b
   left join p m on m.booking_id = b.id and m.main
   left join (select t.named, sum(t.amount) as sent, sum(coalesce(v.amount, 0)) as reversed, count(*) as n,
     count(*) filter (where coalesce(v.amount, 0) < t.amount) as kept
     from s_transfer t left join (select transfer, sum(amount) as amount from s_reversal group by transfer) v
       on v.transfer = t.id group by t.named) t on t.named = b.id::text`,
  'create unique index on l (booking_id)',
  'create unique index on s (booking_id)',
  'create unique index on lp (booking_id, payee_workspace_id)',
  'create unique index on sp (booking_id, payee_workspace_id)',
  'analyze l',
  'analyze p',
  'analyze s',
  'analyze lp',
  'analyze sp',
];
