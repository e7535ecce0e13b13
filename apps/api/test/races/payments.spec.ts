/** Tests money paths under unlucky timing. Each test reproduces a suspected bug from a code review. */
import { sql } from 'kysely';
import pg from 'pg';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  createUserCaller,
  confirmCard,
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newQuestions,
} from '../../src/demo/builders.ts';
import type { Deps } from '../../src/core/deps.ts';
import { StripeRefusedError } from '../../src/gateways/stripe-errors.ts';
import { receiveWebhook } from '../../src/modules/money/payments/stripe-events.service.ts';
import { startWorker } from '../../src/process/worker.ts';
import { DEFAULT_TIMING } from '../../src/config/timing.ts';
import { SHORT_TIMING, useStack } from '../support/stack.ts';

// These tests depend on the delay before a failed job is retried, so they use the default delay.
const stack = useStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, retryMs: DEFAULT_TIMING.retryMs }) });
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

const intentsOf = async (bookingId: string) =>
  (await stack.stripe.objects('payment_intent'))
    .filter((intent) => intent.metadata['bookingId'] === bookingId)
    .map((intent) => intent.status);

describe('a card authorization', () => {
  it('does not remain on an order that was replaced while its payment was being created', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    const brand = await newBrand(stack.deps);
    const order = () => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.stripe.arm({
      kind: 'slow',
      ms: 1_500,
      match: { method: 'POST', path: '/v1/payment_intents' },
      times: 1,
    });
    const slow = order();
    await expect.poll(async () => (await stack.as(brand).bookings.list({})).items.length).toBe(1);
    const old = (await stack.as(brand).bookings.list({})).items[0]?.id ?? '';
    await stack.as(creator).packages.save({ id: pack.id, name: 'Dearer', description: 'Dearer', price: '200.00' });
    const dearer = await order();
    await stack.idle();

    expect(await slow).toEqual(dearer); // The caller does not get the payment of the replaced order.
    await stack.settle();
    expect(await stack.as(brand).bookings.byId({ id: old })).toMatchObject({
      status: 'cancelled',
      paymentState: 'voided',
    });
    expect(await intentsOf(old)).toEqual(['canceled']);
  });

  it('is released if the booking was already voided', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await stack
      .as(brand)
      .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.deps.db
      .updateTable('booking')
      .set({ status: 'cancelled', cancelReason: 'superseded', paymentState: 'voided', cancelledAt: stack.deps.now() })
      .where('id', '=', bookingId)
      .execute();
    await confirmCard(stack.deps, clientSecret);
    await stack.settle();
    expect(await intentsOf(bookingId)).toEqual(['canceled']);
  });
});

describe('a database lock', () => {
  it('does not keep a brand from ordering again while its payment is being processed', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const order = () => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    const { bookingId } = await order();

    // Acts like the sync job, which locks the booking first and then inserts an event that names the brand.
    const sync = new pg.Client({ connectionString: stack.deps.env.DATABASE_URL });
    await sync.connect();
    await sync.query('begin');
    await sync.query('select 1 from booking where id = $1 for update', [bookingId]);
    const again = order();
    again.catch(() => {});
    await expect.poll(waiting).toBeGreaterThan(0);
    await sync.query(
      "insert into event (kind, booking_id, actor_workspace_id, data, at) values ('payment.authorized', $1, $2, '{}', now())",
      [bookingId, brand.id],
    );
    await sync.query('commit');
    await sync.end();
    expect((await again).bookingId).toBe(bookingId);
  });
});

/** Returns the number of queries that are waiting for a lock. */
async function waiting(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    stack.deps.db,
  );
  return rows[0]?.n;
}

describe('the payout setup of a creator', () => {
  it('stays complete even if an older response from Stripe arrives last', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.as(creator).payouts.setCountry({ country: 'US' });
    await stack.as(creator).payouts.startSetup();
    const { stripeAccountId } = await stack.deps.db
      .selectFrom('workspace')
      .select('stripeAccountId')
      .where('id', '=', creator.workspaceId)
      .executeTakeFirstOrThrow();

    let looks = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slowDeps: Deps = {
      ...stack.deps,
      stripe: {
        ...stack.deps.stripe,
        canReceiveTransfers: async (accountId: string) => {
          const enabled = await stack.deps.stripe.canReceiveTransfers(accountId);
          if (looks++ === 0) await held;
          return enabled;
        },
      },
    };
    const slow = createUserCaller(slowDeps, creator).payouts.refreshSetup();
    await expect.poll(() => looks).toBe(1);
    await stack.stripe.setAccount(stripeAccountId ?? '', 'active');
    await stack.as(creator).payouts.refreshSetup();
    await stack.settle();
    letGo();
    await slow;
    expect(await stack.as(creator).payouts.setup()).toMatchObject({ payoutsEnabled: true, blockedCents: 0 });
  });
});

describe('a transfer', () => {
  it('is retried after a delay if Stripe refuses it although the creator’s account is enabled', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    const attempts: number[] = [];
    const refusing: Deps = {
      ...stack.deps,
      stripe: {
        ...stack.deps.stripe,
        createTransfer: (request) => {
          attempts.push(request.attempt);
          const cause = new Stripe.errors.StripeInvalidRequestError({
            type: 'invalid_request_error',
            code: 'insufficient_capabilities_for_transfer',
            message: 'not yet',
          });
          return Promise.reject(new StripeRefusedError(cause));
        },
      },
    };
    await stack.stopWorker();
    const worker = await startWorker(refusing);
    const approving = asBrand.settlements.approve({ id });
    const pause = async () =>
      (
        await sql<{ seconds: number }>`
        select extract(epoch from run_at - now())::float8 as seconds from job
        where key = ${`settlements.release:${id}`} and last_error is not null and leased_until is null`.execute(
          stack.deps.db,
        )
      ).rows[0]?.seconds;
    await expect.poll(pause).toBeGreaterThan(1);
    await worker.stop();
    expect(attempts).toEqual([1]);

    await stack.startWorker();
    await approving;
    await expect.poll(async () => (await asBrand.bookings.byId({ id })).paymentState).toBe('released');
  });
});

describe('a required answer', () => {
  const QUESTION = { id: 'q_1', type: 'text' as const, question: 'Which product?', required: true };

  it('is requested if its question was added while the order was unpaid', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const brand = await newBrand(stack.deps);
    const order = (sent: object = {}) =>
      stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id, ...sent });
    const first = await order();
    await newQuestions(stack.deps, creator, pack.id, [QUESTION]);
    await expect(order()).rejects.toMatchObject({
      failure: 'ANSWERS_INVALID',
      message: 'Please answer: Which product?',
    });
    expect(await order({ answers: { q_1: 'The jacket' } })).toEqual(first);
    expect(await order()).toEqual(first);
    expect((await stack.as(brand).bookings.byId({ id: first.bookingId })).answers).toEqual([
      { questionId: 'q_1', value: 'The jacket' },
    ]);
  });

  it('is kept, with the customer’s details, when a price change replaces the order', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    await newQuestions(stack.deps, creator, pack.id, [QUESTION]);
    const brand = await newBrand(stack.deps);
    const order = (sent: object = {}) =>
      stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id, ...sent });
    const old = await order({ customer: SAMPLE_CUSTOMER, answers: { q_1: 'The jacket' } });
    await stack.as(creator).packages.save({ id: pack.id, name: 'Dearer', description: 'Dearer', price: '200.00' });
    const dearer = await order();
    expect(dearer.bookingId).not.toBe(old.bookingId);
    expect(await stack.as(brand).bookings.byId({ id: dearer.bookingId })).toMatchObject({
      customer: SAMPLE_CUSTOMER,
      answers: [{ questionId: 'q_1', value: 'The jacket' }],
    });
  });
});

describe('losing every database connection', () => {
  /** Closes all connections, like a restart of PostgreSQL. */
  async function cutConnections(): Promise<void> {
    const other = new pg.Client({ connectionString: stack.deps.env.DATABASE_URL });
    await other.connect();
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await other.end();
  }

  /** Refuses all connections for some time, like PostgreSQL during its startup. */
  async function refuseConnections(ms: number): Promise<void> {
    const name = new URL(stack.deps.env.DATABASE_URL).pathname.slice(1);
    const url = new URL(stack.deps.env.DATABASE_URL);
    url.pathname = '/postgres';
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await wait(ms);
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
  const lockedJobs = async () =>
    (await sql`select 1 from job where leased_until is not null`.execute(stack.deps.db)).rows.length;

  it.each([
    ['closed', cutConnections],
    ['refused for a while', () => refuseConnections(500)],
  ])('does not keep the worker from finishing a running job if connections are %s', async (_, cut) => {
    const { id, asCreator } = await newBooking(stack.deps);
    await stack.stripe.arm({
      kind: 'slow',
      ms: 800,
      match: { method: 'POST', path: '/v1/payment_intents/*/capture' },
      times: 1,
    });
    const accepting = asCreator.bookings.move({ id, status: 'accepted' }).catch(() => null);
    await expect.poll(async () => (await stack.stripe.faults()).armed.at(-1)?.fired).toBe(1);
    await cut();
    await accepting;
    await expect.poll(async () => (await asCreator.bookings.byId({ id })).paymentState).toBe('held');
    await expect.poll(lockedJobs).toBe(0);
  });
});

describe('a failed job', () => {
  it('is retried within 30 seconds, even after 25 failures', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    await stack.stripe.arm({
      kind: 'error',
      status: 503,
      match: { method: 'POST', path: '/v1/payment_intents/*/capture' },
      times: 1_000,
    });
    const accepting = asCreator.bookings.move({ id, status: 'accepted' });
    const pretendManyFailures = async () =>
      (
        await sql`update job set attempts = 24 where last_error is not null and leased_until is null and attempts < 24
          returning id`.execute(stack.deps.db)
      ).rows.length;
    await expect.poll(pretendManyFailures, { interval: 20 }).toBe(1);
    const pause = async () =>
      (
        await sql<{ seconds: number }>`select extract(epoch from run_at - now())::float8 as seconds from job
          where attempts >= 25 and leased_until is null`.execute(stack.deps.db)
      ).rows[0]?.seconds;
    await expect.poll(pause, { interval: 20 }).toBeLessThanOrEqual(30);
    await stack.stripe.disarm();
    await sql`update job set run_at = now() where attempts >= 25 and leased_until is null`.execute(stack.deps.db);
    await expect.poll(async () => (await asCreator.bookings.byId({ id })).paymentState).toBe('held');
    await accepting;
  });

  it('does not result from a webhook for another program on the same Stripe account', async () => {
    await receiveWebhook(stack.deps, {
      id: 'evt_other',
      type: 'payment_intent.created',
      object: { id: 'pi_other', metadata: { bookingId: '4711' } },
    });
    await stack.idle();
    expect((await sql`select 1 from job where last_error is not null`.execute(stack.deps.db)).rows).toEqual([]);
  });
});

describe('the database', () => {
  it.each([
    ['a payout before the work is completed', 'in_progress' as const, "payment_state = 'releasing'"],
    [
      'a cancelled booking that keeps its payment',
      'accepted' as const,
      "status = 'cancelled', cancel_reason = 'declined'",
    ],
  ])('refuses %s', async (_, status, change) => {
    const { id } = await newBooking(stack.deps, { status });
    await expect(stack.deps.pool.query(`update booking set ${change} where id = $1`, [id])).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('refuses a payout that is settled without a transfer', async () => {
    const { id } = await newBooking(stack.deps, { status: 'completed' });
    const settle = `insert into settlement (booking_id, kind, creator_cents, fee_cents, refund_cents, claimed_at,
      settled_at) values ($1, 'release', 1, 1, 0, now(), now())`;
    await expect(stack.deps.pool.query(settle, [id])).rejects.toMatchObject({ code: '23514' });
  });
});
