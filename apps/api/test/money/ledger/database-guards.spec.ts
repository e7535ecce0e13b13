/**
 * Tests the database constraints and triggers, which are the last line of defense for money (safety.md M1, M2, M4).
 */
import type { WorkspaceId } from '@marquee/contracts';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBooking } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const UNIQUE = '23505';
const CHECK = '23514';
const FOREIGN_KEY = '23503';
const APPEND_ONLY = '42501';

let pending: string;
let completed: string;
let released: string;
let creatorId: WorkspaceId;
beforeAll(async () => {
  pending = (await newBooking(stack.deps)).id;
  const done = await newBooking(stack.deps, { status: 'completed' });
  completed = done.id;
  creatorId = done.creator.workspaceId;
  const paid = await newBooking(stack.deps, { status: 'completed' });
  await paid.asBrand.settlements.approve({ id: paid.id });
  released = paid.id;
  await stack.idle();
});

/**
 * Runs statements in one transaction. Returns null if they succeed. Otherwise rolls them back and returns the
 * SQLSTATE of the error.
 */
async function refusalOf(...statements: [text: string, ...values: unknown[]][]): Promise<string | null> {
  const client: pg.PoolClient = await stack.deps.pool.connect();
  try {
    await client.query('begin');
    for (const [text, ...values] of statements) await client.query(text, values);
    await client.query('commit');
    return null;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
}

let counter = 0;
type Entry = [account: string, cents: number, workspaceId?: string];
/** Returns a ledger transaction as SQL statements. */
function booked(
  bookingId: string,
  kind: string,
  entries: Entry[],
  stripeObjectId: string | null = null,
): [string, ...unknown[]][] {
  const id = `00000000-0000-4000-8000-${String(++counter).padStart(12, '0')}`;
  return [
    [
      'insert into ledger_transaction (id, booking_id, kind, stripe_object_id, at) values ($1, $2, $3, $4, now())',
      id,
      bookingId,
      kind,
      stripeObjectId,
    ],
    ...entries.map(([account, cents, workspaceId]): [string, ...unknown[]] => [
      'insert into ledger_entry (transaction_id, account, workspace_id, amount_cents) values ($1, $2, $3, $4)',
      id,
      account,
      workspaceId ?? null,
      cents,
    ]),
  ];
}
const rowCount = async (table: string) =>
  (await stack.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;

describe('a ledger transaction', () => {
  it.each<[string, Entry[]]>([
    [
      'does not sum to zero',
      [
        ['processor', 100],
        ['held', -99],
      ],
    ],
    ['has only one side', [['processor', 100]]],
    ['has no entry', []],
    [
      'has an entry of zero',
      [
        ['processor', 0],
        ['held', 0],
      ],
    ],
    [
      'does not sum to zero with three entries',
      [
        ['processor', 100],
        ['held', -60],
        ['fee', -41],
      ],
    ],
    [
      'names an unknown account',
      [
        ['bank', 100],
        ['held', -100],
      ],
    ],
    [
      'has an entry on the account “creator” that names no user',
      [
        ['held', 100],
        ['creator', -100],
      ],
    ],
  ])('is refused if it %s', async (_, entries) => {
    const before = await rowCount('ledger_transaction');
    expect(await refusalOf(...booked(pending, 'capture', entries))).toBe(CHECK);
    expect(await rowCount('ledger_transaction')).toBe(before);
  });

  it('is refused if an entry on another account than “creator” names a user', async () => {
    expect(
      await refusalOf(
        ...booked(pending, 'capture', [
          ['processor', 100, creatorId],
          ['held', -100],
        ]),
      ),
    ).toBe(CHECK);
  });

  it('is refused if two of its entries are on the same account', async () => {
    expect(
      await refusalOf(
        ...booked(pending, 'capture', [
          ['processor', 50],
          ['processor', 50],
          ['held', -100],
        ]),
      ),
    ).toBe(UNIQUE);
  });

  it('is refused for an unknown kind or booking', async () => {
    expect(
      await refusalOf(
        ...booked(pending, 'gift', [
          ['processor', 100],
          ['held', -100],
        ]),
      ),
    ).toBe(CHECK);
    expect(
      await refusalOf(
        ...booked('01234567-89ab-4cde-8f01-23456789abcd', 'capture', [
          ['processor', 100],
          ['held', -100],
        ]),
      ),
    ).toBe(FOREIGN_KEY);
  });

  it.each([['capture'], ['earn'], ['release']])(
    'is refused if the booking already has a transaction of the kind %s',
    async (kind) => {
      expect(
        await refusalOf(
          ...booked(released, kind, [
            ['processor', 1],
            ['held', -1],
          ]),
        ),
      ).toBe(UNIQUE);
    },
  );

  it('is refused if another transaction already refers to the same Stripe object', async () => {
    const { rows } = await stack.deps.pool.query<{ id: string }>(
      "select stripe_object_id as id from ledger_transaction where booking_id = $1 and kind = 'capture'",
      [completed],
    );
    expect(rows[0]?.id).toMatch(/^ch_/);
    expect(
      await refusalOf(
        ...booked(
          pending,
          'capture',
          [
            ['processor', 1],
            ['held', -1],
          ],
          rows[0]?.id,
        ),
      ),
    ).toBe(UNIQUE);
  });

  it('accepts no more entries after its commit, even if they sum to zero', async () => {
    const { rows } = await stack.deps.pool.query<{ id: string }>(
      "select id from ledger_transaction where booking_id = $1 and kind = 'capture'",
      [completed],
    );
    const late =
      'insert into ledger_entry (transaction_id, account, workspace_id, amount_cents) values ($1, $2, $3, $4)';
    expect(
      await refusalOf([late, rows[0]?.id, 'creator', creatorId, -500], [late, rows[0]?.id, 'fee', null, 500]),
    ).toBe(APPEND_ONLY);
  });

  it('is accepted if it balances', async () => {
    const { id } = await newBooking(stack.deps);
    expect(
      await refusalOf(
        ...booked(
          id,
          'capture',
          [
            ['processor', 22_885],
            ['held', -22_885],
          ],
          'ch_by_hand',
        ),
      ),
    ).toBeNull();
  });
});

describe.each([
  ['ledger_transaction', 'at = now()'],
  ['ledger_entry', 'amount_cents = amount_cents + 1'],
  ['event', 'data = data'],
])('%s', (table, change) => {
  it.each([[`update ${table} set ${change}`], [`delete from ${table}`], [`truncate ${table} cascade`]])(
    'is append-only and refuses the statement: %s',
    async (statement) => {
      const before = await rowCount(table);
      expect(before).toBeGreaterThan(0);
      expect(await refusalOf([statement])).toBe(APPEND_ONLY);
      expect(await rowCount(table)).toBe(before);
    },
  );
});

describe('a booking', () => {
  it.each([
    ['a fee that is not 15%', 'fee_cents = fee_cents + 1, total_cents = total_cents + 1'],
    ['a fee that is rounded down', 'price_cents = 110, fee_cents = 16, total_cents = 126'],
    ['a total other than price plus fee', 'total_cents = total_cents - 1'],
    ['a price below $1.00', 'price_cents = 99, fee_cents = 15, total_cents = 114'],
    ['a price above $100,000.00', 'price_cents = 10000001, fee_cents = 1500000, total_cents = 11500001'],
    ['an unknown status', "status = 'paid'"],
    ['an unknown payment state', "payment_state = 'free'"],
    ['work in progress without the money', "status = 'in_progress'"],
    ['a cancellation without a reason', "status = 'cancelled'"],
    ['the same user on both sides', 'brand_id = creator_id'],
    ['an authorized payment without an authorization time', "payment_state = 'authorized', authorized_at = null"],
  ])('cannot have %s', async (_, change) => {
    expect(await refusalOf([`update booking set ${change} where id = $1`, pending])).toBe(CHECK);
  });

  it('can have a fee that is rounded half up', async () => {
    expect(
      await refusalOf([
        'update booking set price_cents = 110, fee_cents = 17, total_cents = 127 where id = $1',
        pending,
      ]),
    ).toBeNull();
  });

  it('cannot be deleted after its first event, and neither can its users', async () => {
    expect(await refusalOf(['delete from booking where id = $1', completed])).toBe(FOREIGN_KEY);
    expect(await refusalOf(['delete from workspace where id = $1', creatorId])).toBe(FOREIGN_KEY);
    expect(await refusalOf(['truncate booking cascade'])).toBe(APPEND_ONLY);
  });

  it('can be settled only once, and only with amounts that match the payment', async () => {
    const settle = (
      bookingId: string,
      kind: string,
      creatorCents: number,
      refundCents: number,
    ): [string, ...unknown[]] => [
      'insert into settlement (booking_id, kind, creator_cents, fee_cents, refund_cents, claimed_at) values ($1, $2, $3, 22885 - $3::int - $4::int, $4, now())',
      bookingId,
      kind,
      creatorCents,
      refundCents,
    ];
    expect(await refusalOf(settle(released, 'release', 19_900, 0))).toBe(UNIQUE);
    expect(await refusalOf(settle(released, 'refund', 0, 22_885))).toBe(UNIQUE);
    expect(await refusalOf(settle(completed, 'release', 19_900, 1))).toBe(CHECK);
    expect(await refusalOf(settle(completed, 'refund', 1, 22_884))).toBe(CHECK);
    expect(await refusalOf(settle(completed, 'release', -1, 0))).toBe(CHECK);
    // Settlements that do not match the payment to the cent, or that pay the creator more than the price.
    const other = (fee: number, refund: number, creator: number): [string, ...unknown[]] => [
      "insert into settlement (booking_id, kind, creator_cents, fee_cents, refund_cents, claimed_at) values ($1, 'split', $2, $3, $4, now())",
      completed,
      creator,
      fee,
      refund,
    ];
    expect(await refusalOf(other(1_500, 11_386, 10_000))).toBe(CHECK);
    expect(await refusalOf(other(2_884, 100, 19_901))).toBe(CHECK);
    expect(await refusalOf(settle(completed, 'release', 19_900, 0), settle(completed, 'refund', 0, 22_885))).toBe(
      UNIQUE,
    );
  });
});

describe('a package', () => {
  it.each([
    ['a price below $1.00', 'price_cents = 99'],
    ['a price above $100,000.00', 'price_cents = 10000001'],
    ['zero delivery days', 'delivery_days = 0'],
    ['more than 365 delivery days', 'delivery_days = 366'],
    ['21 features', "features = array_fill('x'::text, array[21])"],
    ['no name', "name = ''"],
    ['a long name', "name = repeat('x', 121)"],
    ['a long description', "description = repeat('x', 2001)"],
  ])('cannot have %s', async (_, change) => {
    expect(await refusalOf([`update package set ${change}`])).toBe(CHECK);
  });
});

it('keeps the ledger’s sum at zero, with the expected account balances for a completed and a paid-out booking', async () => {
  const { rows } = await stack.deps.pool.query<{ account: string; cents: number }>(
    'select account, sum(amount_cents)::int as cents from ledger_entry join ledger_transaction t on t.id = transaction_id where t.booking_id = any($1) group by 1 order by 1',
    [[completed, released]],
  );
  expect(rows).toEqual([
    { account: 'creator', cents: -19_900 }, // The completed booking is not paid out yet.
    { account: 'fee', cents: -2_985 }, // The fee of the released booking.
    { account: 'held', cents: -2_985 }, // The fee of the completed booking.
    { account: 'processor', cents: 25_870 },
  ]);
  expect(rows.reduce((sum, row) => sum + row.cents, 0)).toBe(0);
});
