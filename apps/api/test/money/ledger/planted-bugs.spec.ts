/**
 * Tests that the money checks detect bugs that other products or we have shipped. Each bug is planted into a copy of
 * the source, or directly into the database after dropping the constraint that would refuse it. The checks must
 * report the invariant that it violates.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as Build from '../../../src/demo/builders.ts';
import { runMoneyChecks, listMoneyViolations } from '../../support/money-checks.ts';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { represent } from '../../support/agencies.ts';
import { createStripeClient } from '../../support/booking-money.ts';
import type * as Stacks from '../../support/stack.ts';
import type { Stack } from '../../support/stack.ts';

const API = new URL('../../..', import.meta.url).pathname;
const ROOT = join(API, '../..');

/** A change of one source file. `from` must occur in that file. Otherwise, no bug would be planted. */
interface Patch {
  file: string;
  from: string;
  to: string;
}

/** Disables the reconciliation, which would repair the planted damage. */
const UNHEALED: Patch = {
  file: 'modules/money/reconciliation/reconciliation.service.ts',
  from: 'export async function reconcile(deps: Deps): Promise<void> {',
  to: 'export async function reconcile(deps: Deps): Promise<void> {\n  if (deps) return;',
};

interface Planted {
  stack: Stack;
  build: typeof Build;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts a copy of the app with these patches. */
async function plant(patches: readonly Patch[]): Promise<Planted> {
  const copy = mkdtempSync(join(tmpdir(), 'marquee-planted-'));
  const api = join(copy, 'apps/api');
  for (const folder of ['src', 'test']) cpSync(join(API, folder), join(api, folder), { recursive: true });
  for (const file of ['package.json', 'apps/api/package.json']) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of [UNHEALED, ...patches]) {
    const path = join(api, 'src', file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`The bug cannot be planted: ${file} has no "${from}"`);
    writeFileSync(path, text.replace(from, to));
  }
  const { openStack } = (await import(join(api, 'test/support/stack.ts'))) as typeof Stacks;
  const build = (await import(join(api, 'src/demo/builders.ts'))) as typeof Build;
  const { stack, close } = await openStack({});
  ends.push(async () => {
    await close();
    rmSync(copy, { recursive: true, force: true });
  });
  return { stack, build };
}

/** Waits until all webhooks are delivered and returns the invariants that are violated. */
async function broken(
  { stack }: Pick<Planted, 'stack'>,
  acknowledged: { bookingId: string; event: string }[] = [],
): Promise<string[]> {
  await stack.stripe.webhooksIdle();
  const findings = await runMoneyChecks(stack, { acknowledged });
  return [...new Set(findings.filter(({ violations }) => violations.length > 0).map(({ invariant }) => invariant))];
}

interface Bug {
  invariant: string;
  patches: Patch[];
  /** SQL that drops the database constraints that would otherwise block this bug. */
  unguarded?: string[];
  /** Performs the user actions that trigger the bug. Returns the events that the server acknowledged to the users. */
  story: (planted: Planted) => Promise<{ bookingId: string; event: string }[] | void>;
}

const booking =
  (status: 'pending' | 'accepted' | 'in_progress' | 'completed' | 'cancelled') =>
  async ({ stack, build }: Planted) => {
    await build.newBooking(stack.deps, { status });
  };

/** Creates a completed booking of a creator with an agency. */
async function newRepresentedBooking({ stack, build }: Planted, represented?: SessionUser) {
  const creator = represented ?? (await build.newPayableCreator(stack.deps));
  await represent(stack, await build.newPayableCreator(stack.deps), creator);
  return build.newBooking(stack.deps, { creator, status: 'completed' });
}

const BUGS: [string, Bug][] = [
  [
    'a status changes without a check of the previous one',
    {
      invariant: 'M8',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: 'await assertAllowed(tx.db, deps, actor, booking, action);\n\n    const now',
          to: 'const now',
        },
      ],
      async story({ stack, build }) {
        const { id, asCreator } = await build.newBooking(stack.deps, { status: 'accepted' });
        await asCreator.bookings.move({ id, status: 'completed' });
      },
    },
  ],
  [
    'a removed card can still be charged',
    {
      invariant: 'M19',
      patches: [
        {
          file: 'modules/money/payments/cards.service.ts',
          from: "tx.enqueue('payments.detach_card', { paymentMethodId: card.stripePaymentMethodId });",
          to: '',
        },
      ],
      async story({ stack, build }) {
        const brand = await build.newBrand(stack.deps);
        const { id } = await build.newSavedCard(stack.deps, brand);
        await stack.as(brand).payments.removeCard({ id });
      },
    },
  ],
  [
    'a webhook is acknowledged and forgotten',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/money/payments/stripe-events.service.ts',
          from: "tx.enqueue('payments.sync'",
          to: "if (bookingId === null) tx.enqueue('payments.sync'",
        },
      ],
      async story({ stack, build }) {
        const pack = await build.newPackage(stack.deps, await build.newCreator(stack.deps));
        const brand = await build.newBrand(stack.deps);
        const { clientSecret } = await stack
          .as(brand)
          .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
        await build.confirmCard(stack.deps, clientSecret);
      },
    },
  ],
  [
    'the fee is recognized when the card is charged',
    {
      invariant: 'M6',
      patches: [
        {
          file: 'modules/money/ledger/ledger.service.ts',
          from: "    { account: 'held', amountCents: -booking.totalCents },",
          to: "    { account: 'held', amountCents: -booking.priceCents },\n    { account: 'fee', amountCents: -booking.feeCents },",
        },
      ],
      story: booking('accepted'),
    },
  ],
  [
    'the creator is paid before the work is completed',
    {
      invariant: 'M5',
      patches: [
        {
          file: 'modules/money/settlements/release.service.ts',
          from: "await assertAllowed(tx.db, deps, actor, booking, 'approve');",
          to: '',
        },
        {
          file: 'modules/money/settlements/release.service.ts',
          from: "  booking.status === 'completed' &&\n  booking.paymentState === 'held' &&\n",
          to: '',
        },
        {
          file: 'modules/money/settlements/settlements.service.ts',
          from: "if (division.creatorCents > 0 && booking.status !== 'completed') return false;",
          to: '',
        },
      ],
      unguarded: ['alter table booking drop constraint booking_paid_for_work'],
      async story({ stack, build }) {
        const { id, asBrand } = await build.newBooking(stack.deps, { status: 'in_progress' });
        await asBrand.settlements.approve({ id });
      },
    },
  ],
  [
    'the creator receives the total that the brand paid',
    {
      invariant: 'M5',
      patches: [
        {
          file: 'gateways/stripe-transfers.ts',
          from: 'amount: request.amountCents',
          to: 'amount: Math.round(request.amountCents * 1.15)',
        },
      ],
      async story({ stack, build }) {
        const { id, asBrand } = await build.newBooking(stack.deps, { status: 'completed' });
        await asBrand.settlements.approve({ id });
      },
    },
  ],
  [
    'the earning is not in the ledger',
    {
      invariant: 'M12',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: 'await bookEarning(tx, booking, now);',
          to: 'void bookEarning;',
        },
      ],
      story: booking('completed'),
    },
  ],
  [
    'the charge is not in the ledger',
    {
      invariant: 'M3',
      patches: [
        {
          file: 'modules/money/payments/payments.service.ts',
          from: 'await bookCapture(tx, booking, { ...intent, chargeId: intent.chargeId }, now, getIssuer(deps));',
          to: 'void bookCapture;',
        },
      ],
      story: booking('accepted'),
    },
  ],
  [
    'a refund has no credit note',
    {
      invariant: 'M15',
      patches: [{ file: 'modules/money/ledger/documents.sql.ts', from: "refund: ['credit_note'],", to: '' }],
      async story({ stack, build }) {
        const { id, asBrand, asCreator } = await build.newBooking(stack.deps, { status: 'accepted' });
        await asBrand.cancellations.request({ id, reason: 'The launch was moved.' });
        await asCreator.cancellations.answer({ id, answer: 'agree' });
      },
    },
  ],
  [
    'document numbers have gaps',
    {
      invariant: 'M15',
      patches: [
        {
          file: 'modules/money/ledger/documents.sql.ts',
          from: 'set last = greatest(counter.last + 1',
          to: 'set last = greatest(counter.last + 2',
        },
      ],
      async story({ stack, build }) {
        for (let each = 0; each < 2; each += 1) await build.newBooking(stack.deps, { status: 'accepted' });
      },
    },
  ],
  [
    'the card authorization of a declined order is not released',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "tx.enqueue('payments.void', { bookingId: booking.id }, { afterMs: env.TIMING.ownMs });\n      return",
          to: 'return',
        },
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "if (input.status === 'cancelled') await finish(deps, 'payments.void', { bookingId: input.id });",
          to: '',
        },
      ],
      story: booking('cancelled'),
    },
  ],
  [
    'accepted work has no timer for its automatic cancellation',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/money/payments/payments.service.ts',
          from: 'scheduleStalledCancellation(tx, booking, now);',
          to: 'void scheduleStalledCancellation;',
        },
      ],
      story: booking('accepted'),
    },
  ],
  [
    'work in progress only has the timer for its start, which does nothing for it',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "scheduleStalledCancellation(tx, { ...booking, status: 'in_progress', dueAt: due }, now);",
          to: '',
        },
        {
          file: 'modules/booking/cancellations/cancellations.service.ts',
          from: "if (booking?.status !== 'accepted' && booking?.status !== 'in_progress') return;",
          to: "if (booking?.status !== 'accepted') return;",
        },
      ],
      async story({ stack, build }) {
        await build.newBooking(stack.deps, { status: 'in_progress' });
        await stack.advance(6 * 24 * 3_600_000);
      },
    },
  ],
  [
    'work that continued after a dispute is never cancelled automatically',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/booking/disputes/disputes.service.ts',
          from: 'await resumeWork(tx, booking, now);',
          to: 'void resumeWork;',
        },
      ],
      async story({ stack, build }) {
        const { id, asBrand, asCreator } = await build.newBooking(stack.deps, { status: 'accepted' });
        await asBrand.cancellations.request({ id, reason: 'Too late.' });
        await asCreator.cancellations.answer({ id, answer: 'dispute', statement: 'It is not.' });
        // The cancellation timer runs during the dispute and does nothing, because the end of the dispute should
        // schedule it again.
        await stack.pass(6 * 24 * 3_600_000);
        await asBrand.disputes.withdraw({ id });
      },
    },
  ],
  [
    'the card authorization of a withdrawn order is not released',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "tx.enqueue('payments.void', { bookingId: id }, { afterMs: deps.env.TIMING.ownMs });",
          to: '',
        },
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "await (isWithdrawn ? runJobInProcess : awaitJob)(deps, 'payments.void', { bookingId: id });",
          to: '',
        },
      ],
      async story({ stack, build }) {
        const { id, asBrand } = await build.newBooking(stack.deps);
        await asBrand.bookings.withdraw({ id });
      },
    },
  ],
  [
    'an accepted order is withdrawn',
    {
      invariant: 'M7',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "await assertAllowed(tx.db, deps, actor, booking, 'withdraw');",
          to: '',
        },
      ],
      unguarded: ['alter table booking drop constraint booking_cancelled_keeps_nothing'],
      async story({ stack, build }) {
        const { id, asBrand } = await build.newBooking(stack.deps, { status: 'in_progress' });
        await asBrand.bookings.withdraw({ id });
      },
    },
  ],
  [
    'the payout has no timer',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: "tx.enqueue('settlements.release_due', { bookingId: booking.id }, { runAt: releaseAt });",
          to: '',
        },
      ],
      async story({ stack, build }) {
        const { id } = await build.newBooking(stack.deps, { status: 'completed' });
        // Deletes the reminders, which would run for some more days, so that no job is left.
        await stack.deps.pool.query("delete from job where key like 'settlements.remind:' || $1 || '%'", [id]);
      },
    },
  ],
  [
    'a status change is acknowledged but not made',
    {
      invariant: 'M10',
      patches: [
        {
          file: 'modules/booking/bookings/moves.service.ts',
          from: 'if (booking.status === input.status) return false;',
          to: 'if (booking !== undefined) return false;',
        },
      ],
      async story({ stack, build }) {
        const { id } = await build.newBooking(stack.deps, { status: 'accepted' });
        return [{ bookingId: id, event: 'booking.moved' }];
      },
    },
  ],
  [
    'the budget of a withdrawn order is not released',
    {
      invariant: 'M18',
      patches: [
        {
          file: 'modules/booking/bookings/bookings.sql.ts',
          from: 'if (budgetPeriodId !== null) await moveBudget(db, id);',
          to: 'void budgetPeriodId;',
        },
      ],
      async story({ stack, build }) {
        const brand = await build.newBrand(stack.deps);
        const budget = { name: 'Spring', clientId: null, period: 'total', limit: '1000' } as const;
        const { id: budgetId } = await stack.as(brand).budgets.create(budget);
        const { id, asBrand } = await build.newBooking(stack.deps, { brand, budgetId });
        await asBrand.bookings.withdraw({ id });
      },
    },
  ],
  [
    'a chargeback is not noticed',
    {
      invariant: 'M13',
      patches: [
        {
          file: 'modules/money/payments/stripe-events.service.ts',
          from: "tx.enqueue('chargebacks.sync', { stripeDisputeId: object.id });",
          to: 'undefined;',
        },
      ],
      async story({ stack, build }) {
        const { id } = await build.newBooking(stack.deps, { status: 'in_progress' });
        const { stripeChargeId } = await stack.deps.db
          .selectFrom('booking')
          .select('stripeChargeId')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await stack.stripe.dispute(stripeChargeId ?? '');
      },
    },
  ],
  [
    'the agency’s share is paid to the creator',
    {
      invariant: 'M12',
      patches: [
        {
          file: 'modules/money/settlements/settlements.sql.ts',
          from: "'payee.stripeAccountId',",
          to: "'creator.stripeAccountId',",
        },
      ],
      async story({ stack, build }) {
        const { id, asBrand } = await newRepresentedBooking({ stack, build });
        await asBrand.settlements.approve({ id });
      },
    },
  ],
  [
    'the agency’s share is not in the ledger',
    {
      invariant: 'M12',
      patches: [
        {
          file: 'modules/money/ledger/ledger.service.ts',
          from: "  for (const { payeeWorkspaceId, cents } of splitBetweenPayees(booking, booking.priceCents))\n    await insertLedgerTransaction(\n      tx,\n      { bookingId: booking.id, kind: 'earn'",
          to: "  for (const { payeeWorkspaceId, cents } of splitBetweenPayees({ ...booking, agencyId: null }, booking.priceCents))\n    await insertLedgerTransaction(\n      tx,\n      { bookingId: booking.id, kind: 'earn'",
        },
      ],
      async story(here) {
        await newRepresentedBooking(here);
      },
    },
  ],
  [
    'a held creator holds back the agency',
    {
      invariant: 'M11',
      patches: [
        {
          file: 'modules/money/settlements/release.service.ts',
          from: '  for (const transfer of open) {',
          to: '  for (const transfer of open.slice(0, 1)) {',
        },
      ],
      async story({ stack, build }) {
        const { id, asBrand } = await newRepresentedBooking({ stack, build }, await build.newCreator(stack.deps));
        await asBrand.settlements.approve({ id });
      },
    },
  ],
  [
    'a refund is made but not in the ledger',
    {
      invariant: 'M10',
      patches: [
        {
          file: 'modules/money/settlements/settlements.service.ts',
          from: 'await bookRefund(tx, booking, open, refundId, now, getIssuer(deps));',
          to: 'void bookRefund;',
        },
      ],
      async story({ stack, build }) {
        const { id, asBrand } = await build.newBooking(stack.deps, { status: 'in_progress' });
        await stack.advance(60 * 24 * 3_600_000);
        await asBrand.cancellations.cancelOverdue({ id });
      },
    },
  ],
];

// Each bug needs a server of its own, so they are planted only in the deep run.
describe('a bug that this test plants in the source code', () => {
  it.each(BUGS)('is detected by the money checks: %s', async (_, { invariant, patches, unguarded = [], story }) => {
    const planted = await plant(patches);
    for (const statement of unguarded) await planted.stack.deps.pool.query(statement);
    const acknowledged = await story(planted);
    await planted.stack.settle();
    expect(await broken(planted, acknowledged ?? [])).toContain(invariant);
  });
});

/** These tests drop the database constraints and write the damage themselves, all on one running stack. */
describe('damage that database constraints would prevent', () => {
  let planted: Planted;
  const cleanups: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    planted = await plant([]);
    // Keeps this stack open until all tests of the block are done.
    cleanups.push(...ends.splice(0));
  });
  afterAll(async () => {
    for (const end of cleanups) await end();
  });

  /** Returns all current violations, including those that earlier tests caused. */
  const lines = ({ stack }: Planted) => listMoneyViolations(stack);
  const sdk = ({ stack }: Planted) => createStripeClient(stack);
  const released = async ({ stack, build }: Planted) => {
    const booking = await build.newBooking(stack.deps, { status: 'completed' });
    await booking.asBrand.settlements.approve({ id: booking.id });
    const row = await stack.deps.db
      .selectFrom('booking')
      .select('stripeChargeId')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow();
    const account = await stack.deps.db
      .selectFrom('workspace')
      .select('stripeAccountId')
      .where('id', '=', booking.creator.workspaceId)
      .executeTakeFirstOrThrow();
    return { ...booking, charge: row.stripeChargeId ?? '', account: account.stripeAccountId ?? '' };
  };

  it.each<[string, string[], (planted: Planted) => Promise<string>, string[]]>([
    [
      'two payouts for one booking',
      ['M9', 'M12'],
      async (here) => {
        const { id, charge, account } = await released(here);
        await sdk(here).transfers.create({
          amount: 1_000,
          currency: 'usd',
          destination: account,
          source_transaction: charge,
          transfer_group: id,
        });
        return id;
      },
      [],
    ],
    [
      'a payout and a refund for one booking',
      ['M5', 'M6'],
      async (here) => {
        const { id, charge } = await released(here);
        await sdk(here).refunds.create({ charge });
        return id;
      },
      [],
    ],
    [
      'a wrong fee',
      ['M4'],
      async ({ stack, build }) => {
        const { id } = await build.newBooking(stack.deps);
        await stack.deps.pool.query(
          'update booking set fee_cents = fee_cents + 1, total_cents = total_cents + 1 where id = $1',
          [id],
        );
        return id;
      },
      [
        'alter table booking drop constraint booking_fee_is_its_rate',
        'alter table booking drop constraint booking_check1',
        'alter table booking drop constraint booking_check',
      ],
    ],
    [
      'an order item that costs more than the brand paid for it',
      ['M4'],
      async ({ stack, build }) => {
        const creator = await build.newPayableCreator(stack.deps);
        const { id: packageId } = await build.newPackage(stack.deps, creator, {
          options: {
            revisions: null,
            tiers: [],
            addOns: [{ id: 'raw', title: 'Raw footage', price: '25', extraDays: 0, maxQuantity: 3 }],
            quantity: null,
            rights: [],
            express: null,
            answerPrices: [],
          },
        });
        const choice = { addOns: [{ id: 'raw', quantity: 2 }] };
        const { id } = await build.newBooking(stack.deps, { creator, packageId, choice });
        await stack.deps.pool.query(
          "update booking set chosen = jsonb_set(chosen, '{lines,1,unitCents}', '2600') where id = $1",
          [id],
        );
        return id;
      },
      ['alter table booking drop constraint booking_lines_are_its_price'],
    ],
    [
      'a charge that is in the ledger twice',
      ['M3', 'M9', 'M6'],
      async ({ stack, build }) => {
        const { id } = await build.newBooking(stack.deps, { status: 'accepted' });
        await stack.deps.pool.query(
          `with again as (insert into ledger_transaction (booking_id, kind, stripe_object_id, at) select booking_id,
            kind, stripe_object_id, now() from ledger_transaction where booking_id = $1 returning id)
         insert into ledger_entry (transaction_id, account, amount_cents) select id, account, cents from again,
           (values ('processor', 22885), ('held', -22885)) as given (account, cents)`,
          [id],
        );
        return id;
      },
      ['drop index ledger_transaction_once', 'drop index ledger_transaction_object'],
    ],
    [
      'a ledger entry that was changed later',
      ['M1', 'M2'],
      async ({ stack, build }) => {
        const { id } = await build.newBooking(stack.deps, { status: 'accepted' });
        await stack.deps.pool.query(
          `update ledger_entry set amount_cents = amount_cents + 1 where account = 'held'
            and transaction_id in (select id from ledger_transaction where booking_id = $1)`,
          [id],
        );
        return id;
      },
      ['alter table ledger_entry disable trigger ledger_entry_append_only'],
    ],
    [
      'a card authorization that was never released',
      ['M3'],
      async (here) => {
        const { id } = await here.build.newBooking(here.stack.deps, { status: 'accepted' });
        await sdk(here).paymentIntents.create({
          amount: 22_885,
          currency: 'usd',
          capture_method: 'manual',
          confirm: true,
          payment_method: 'pm_card_visa',
          transfer_group: id,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        });
        return id;
      },
      [],
    ],
    [
      'a charge for a cancelled booking',
      ['M7'],
      async ({ stack, build }) => {
        const { id } = await build.newBooking(stack.deps, { status: 'accepted' });
        await stack.deps.pool.query(
          `update booking set status = 'cancelled', cancel_reason = 'declined', payment_state = 'held' where id = $1`,
          [id],
        );
        return id;
      },
      ['alter table booking drop constraint booking_cancelled_keeps_nothing'],
    ],
    [
      'a creator with more bookings than the limit',
      ['M16'],
      async ({ stack, build }) => {
        const creator = await build.newPayableCreator(stack.deps);
        await stack.as(creator).availability.save({ maxBookings: 2, leadDays: 0, timeOff: [] });
        const { id, packageId } = await build.newBooking(stack.deps, { creator });
        await build.newBooking(stack.deps, { creator, packageId });
        await stack.deps.pool.query('update creator_availability set max_bookings = 1 where creator_id = $1', [
          creator.id,
        ]);
        return id;
      },
      [],
    ],
    [
      'a payout within the hold after a change of the payout account',
      ['M17'],
      async ({ stack, build }) => {
        const creator = await build.newPayableCreator(stack.deps);
        const { id, asBrand } = await build.newBooking(stack.deps, { creator, status: 'completed' });
        await asBrand.settlements.approve({ id });
        await stack.deps.pool.query(
          `insert into payout_change (creator_id, kind, detail, at) values ($1, 'bank_account', '4321', $2)`,
          [creator.id, new Date(stack.deps.now().getTime() - 3_600_000)],
        );
        return id;
      },
      [],
    ],
    [
      'a payout while the payment from a new device was checked',
      ['M17'],
      async ({ stack, build }) => {
        const creator = await build.newPayableCreator(stack.deps);
        const { id, asBrand, brand } = await build.newBooking(stack.deps, { creator, status: 'completed' });
        await asBrand.settlements.approve({ id });
        const { id: cardId } = await build.newSavedCard(stack.deps, brand);
        await stack.deps.pool.query(
          `insert into card_payment (booking_id, card_id, stripe_payment_method_id, off_session, started_at,
              payout_held_until, outcome, finished_at)
            values ($1, $2, 'pm_1', false, $3, $3::timestamptz + interval '72 hours', 'authorized', $3)`,
          [id, cardId, stack.deps.now()],
        );
        return id;
      },
      [],
    ],
    [
      'a budget that has spent more than its bookings cost',
      ['M18'],
      async ({ stack, build }) => {
        const brand = await build.newBrand(stack.deps);
        const budget = { name: 'Spring', clientId: null, period: 'total', limit: '1000' } as const;
        const { id: budgetId } = await stack.as(brand).budgets.create(budget);
        const { id } = await build.newBooking(stack.deps, { brand, budgetId, status: 'accepted' });
        await stack.deps.pool.query('update budget_period set spent_cents = spent_cents + 1 where budget_id = $1', [
          budgetId,
        ]);
        return id;
      },
      [],
    ],
    [
      'a refund that the budget does not know of',
      ['M18'],
      async ({ stack, build }) => {
        const brand = await build.newBrand(stack.deps);
        const budget = { name: 'Spring', clientId: null, period: 'month', limit: '1000' } as const;
        const { id: budgetId } = await stack.as(brand).budgets.create(budget);
        const { id } = await build.newBooking(stack.deps, { brand, budgetId, status: 'accepted' });
        await stack.deps.pool.query(`update budget_entry set state = 'released', cents = 0 where booking_id = $1`, [
          id,
        ]);
        return id;
      },
      [],
    ],
    [
      'a payment with the customer of another workspace',
      ['M19'],
      async ({ stack, build }) => {
        const { id } = await build.newBooking(stack.deps);
        const stranger = await build.newBrand(stack.deps);
        await build.newSavedCard(stack.deps, stranger);
        const { stripeCustomerId: customer } = await stack.deps.db
          .selectFrom('workspace')
          .select('stripeCustomerId')
          .where('id', '=', stranger.workspaceId)
          .executeTakeFirstOrThrow();
        await createStripeClient(stack).paymentIntents.create({
          amount: 100,
          currency: 'usd',
          customer: customer ?? '',
          metadata: { bookingId: id },
        });
        return id;
      },
      [],
    ],
    [
      'an agency that gets more than its share',
      ['M20'],
      async (here) => {
        const { id, asBrand } = await newRepresentedBooking(here);
        await asBrand.settlements.approve({ id });
        await here.stack.deps.pool.query('update booking set agency_cents = agency_cents + 1 where id = $1', [id]);
        return id;
      },
      ['alter table booking drop constraint booking_agency_share_is_its_rate'],
    ],
    [
      'a transfer of the agency’s share to somebody else',
      ['M12'],
      async (here) => {
        const { id, charge, account, creator } = await released(here);
        const agency = await here.build.newPayableCreator(here.stack.deps);
        await here.stack.deps.pool.query(
          'update booking set agency_id = $2, agency_bps = 0, agency_cents = 0 where id = $1',
          [id, agency.workspaceId],
        );
        await sdk(here).transfers.create({
          amount: 1_000,
          currency: 'usd',
          destination: account,
          source_transaction: charge,
          transfer_group: id,
          metadata: { bookingId: id, payeeWorkspaceId: agency.workspaceId, effect: 'release' },
        });
        return creator.id;
      },
      [],
    ],
    [
      'a brand that waits for a free slot',
      ['M16'],
      async ({ stack, build }) => {
        const creator = await build.newPayableCreator(stack.deps);
        await stack.as(creator).availability.save({ maxBookings: 2, leadDays: 0, timeOff: [] });
        const { id, brand } = await build.newBooking(stack.deps, { creator });
        await stack.deps.pool.query(
          `insert into waiting_list_entry (creator_id, brand_id, package_name, price_cents, joined_at) values ($1, $2, 'Reel', 100, now())`,
          [creator.id, brand.id],
        );
        return id;
      },
      [],
    ],
  ])('is detected by the money checks: %s', async (_, invariants, story, unguarded) => {
    for (const statement of unguarded)
      await planted.stack.deps.pool.query(statement.replace('drop constraint', 'drop constraint if exists'));
    const before = new Set(await lines(planted));
    await story(planted);
    await planted.stack.settle();
    const seen = (await lines(planted)).filter((line) => !before.has(line));
    expect([...new Set(seen.map((line) => line.split(' ')[0]))]).toEqual(expect.arrayContaining(invariants));
  });
});

it('reports nothing from the money checks for bookings without errors', async () => {
  const planted = await plant([]);
  for (const status of ['pending', 'accepted', 'in_progress', 'completed', 'cancelled'] as const)
    await planted.build.newBooking(planted.stack.deps, { status });
  const { id, asBrand } = await planted.build.newBooking(planted.stack.deps, { status: 'completed' });
  await asBrand.settlements.approve({ id });
  await planted.stack.settle();
  expect(await broken(planted)).toEqual([]);
});
