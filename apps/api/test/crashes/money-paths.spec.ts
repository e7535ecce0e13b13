/**
 * Kills the app with SIGKILL at the named points of the money paths, and checks that no acknowledged change is lost
 * and that every payment happens exactly once. The app that dies is a separate process. The stack's server and
 * worker run before and after it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '@marquee/tools/local/postgres';
import { CARD_CONSENT_VERSION } from '@marquee/validation';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newSavedCard,
  BUILDER_PASSWORD,
} from '../../src/demo/builders.ts';
import type { FaultPoint } from '../../src/core/faults.ts';
import { newRepresentedCreator } from '../support/agencies.ts';
import { listEventKinds } from '../support/booking-money.ts';
import { newMember } from '../support/members.ts';
import { listMoneyViolations } from '../support/money-checks.ts';
import { useStack, toEnvVariables } from '../support/stack.ts';

const stack = useStack();
const MAIN = new URL('../../src/process/main.ts', import.meta.url).pathname;

let running: ChildProcess | null = null;

const tellWebhooks = (url: string) => stack.stripe.setWebhook(`${url}/api/webhooks/stripe`);

/** Starts the stack's worker, directs webhooks to the stack's server, and returns its URL. */
async function start(): Promise<string> {
  const url = `http://127.0.0.1:${stack.deps.env.PORT}`;
  await tellWebhooks(url);
  await stack.startWorker();
  return url;
}

/**
 * Starts the server and worker in a child process that kills itself at `point`. Stops the stack's own worker first,
 * so that only the child runs jobs.
 */
async function startArmed(point: FaultPoint): Promise<{ child: ChildProcess; url: string }> {
  await stack.settle();
  await stack.stopWorker();
  const port = await findFreePort();
  const child = fork(MAIN, {
    env: {
      ...process.env,
      ...toEnvVariables(stack.deps.env),
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CRASH_AT: point,
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running = child;
  // A child that exits during startup never reports that it is ready.
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The server ended while it was starting');
    }),
  ]);
  const url = `http://127.0.0.1:${port}`;
  await tellWebhooks(url);
  return { child, url };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Waits for the armed process to kill itself. */
async function crashed(child: ChildProcess): Promise<void> {
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

afterEach(async () => {
  if (running) await kill(running);
  running = null;
});

async function moneyOf(bookingId: string) {
  const intents = (await stack.stripe.objects('payment_intent')).filter(
    (intent) => intent.metadata['bookingId'] === bookingId,
  );
  const transfers = (await stack.stripe.objects('transfer')).filter(
    (transfer) => transfer.transfer_group === bookingId,
  );
  const charges = (await stack.stripe.objects('charge')).filter((charge) =>
    intents.some((intent) => intent.id === charge.payment_intent),
  );
  const refunds = (await stack.stripe.objects('refund')).filter((refund) =>
    charges.some((charge) => charge.id === refund.charge),
  );
  const entries = await stack.deps.db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select(['account', 'amountCents'])
    .where('bookingId', '=', bookingId)
    .execute();
  return {
    intents: intents.map((intent) => [intent.status, intent.amount_received]),
    transfers: transfers.map((transfer) => transfer.amount),
    reversed: transfers.reduce((sum, transfer) => sum + transfer.amount_reversed, 0),
    refunds: refunds.map((refund) => refund.amount),
    processor: entries
      .filter((entry) => entry.account === 'processor')
      .reduce((sum, entry) => sum + entry.amountCents, 0),
    sum: entries.reduce((sum, entry) => sum + entry.amountCents, 0),
  };
}

describe.each<[FaultPoint, 'accept' | 'decline' | 'withdraw' | 'approve', object]>([
  ['capture.before_stripe', 'accept', { paymentState: 'held' }],
  ['capture.after_stripe', 'accept', { paymentState: 'held' }],
  ['void.after_stripe', 'decline', { paymentState: 'voided' }],
  ['void.after_stripe', 'withdraw', { cancelReason: 'withdrawn', paymentState: 'voided' }],
  ['release.after_claim', 'approve', { paymentState: 'released' }],
  ['release.after_stripe', 'approve', { paymentState: 'released' }],
])('an app that is killed at %s during the action "%s"', (point, action, outcome) => {
  it('performs the action exactly once after a restart', async () => {
    await start();
    const { id, creator, brand, asBrand } = await newBooking(stack.deps, {
      status: action === 'approve' ? 'completed' : 'pending',
    });
    const armed = await startArmed(point);
    // A worker makes the payout. The other actions change the card payment in the process that handles the request.
    let approving: Promise<unknown> | undefined;
    if (action === 'approve') approving = asBrand.settlements.approve({ id });
    else {
      const cookie = await signIn(armed.url, action === 'withdraw' ? brand : creator);
      const moved = { accept: 'accepted', decline: 'cancelled', withdraw: '' }[action];
      const path = action === 'withdraw' ? 'bookings.withdraw' : 'bookings.move';
      await expect(
        post(`${armed.url}/trpc/${path}`, cookie, { id, ...(moved && { status: moved }) }),
      ).rejects.toThrow();
    }
    await crashed(armed.child);
    await start();
    await approving; // The approval was acknowledged, so it must not be lost.

    await expect.poll(() => asBrand.bookings.byId({ id }), { interval: 200 }).toMatchObject(outcome);
    await stack.idle();
    // No job may be left over, not even one that was enqueued again while the killed worker ran it.
    expect((await sql`select key from job where attempts > 0`.execute(stack.deps.db)).rows).toEqual([]);
    expect(await moneyOf(id)).toMatchObject(
      {
        accept: { intents: [['succeeded', 22_885]], transfers: [], processor: 22_885, sum: 0 },
        decline: { intents: [['canceled', 0]], transfers: [], processor: 0, sum: 0 },
        withdraw: { intents: [['canceled', 0]], transfers: [], processor: 0, sum: 0 },
        approve: { intents: [['succeeded', 22_885]], transfers: [19_900], processor: 2_985, sum: 0 },
      }[action],
    );
  });
});

type Money = Awaited<ReturnType<typeof moneyOf>>;
const NOTHING_LEFT = { intents: [['succeeded', 22_885]], sum: 0 };

/**
 * Each row contains the point at which the process is killed, the action, and the expected booking and money
 * afterwards.
 */
describe.each<
  [
    FaultPoint,
    'cancel' | 'not_started' | 'stalled' | 'split' | 'chargeback' | 'restore' | 'surplus',
    object,
    Partial<Money>,
  ]
>([
  [
    'refund.after_claim',
    'cancel',
    { status: 'cancelled', paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: [], refunds: [22_885], processor: 0 },
  ],
  [
    'refund.after_stripe',
    'cancel',
    { status: 'cancelled', paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: [], refunds: [22_885], processor: 0 },
  ],
  [
    'refund.after_stripe',
    'not_started',
    { status: 'cancelled', cancelReason: 'not_started', paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: [], refunds: [22_885], processor: 0 },
  ],
  [
    'refund.after_stripe',
    'stalled',
    { status: 'cancelled', cancelReason: 'not_started', paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: [], refunds: [22_885], processor: 0 },
  ],
  [
    'refund.after_stripe',
    'split',
    { paymentState: 'split' },
    { ...NOTHING_LEFT, transfers: [10_000], refunds: [11_385], processor: 1_500 },
  ],
  [
    'release.after_stripe',
    'split',
    { paymentState: 'split' },
    { ...NOTHING_LEFT, transfers: [10_000], refunds: [11_385], processor: 1_500 },
  ],
  [
    'chargeback.after_freeze',
    'chargeback',
    { paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: [19_900], reversed: 19_900, refunds: [], processor: 0 },
  ],
  [
    'reversal.after_stripe',
    'chargeback',
    { paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: [19_900], reversed: 19_900, refunds: [], processor: 0 },
  ],
  [
    'restore.after_stripe',
    'restore',
    { paymentState: 'released' },
    { ...NOTHING_LEFT, transfers: [19_900, 19_900], reversed: 19_900, refunds: [], processor: 2_985 },
  ],
  [
    'surplus.after_stripe',
    'surplus',
    { status: 'cancelled', paymentState: 'voided' },
    { transfers: [], refunds: [22_885], processor: 0, sum: 0 },
  ],
])('an app that is killed at %s while it handles "%s"', (point, action, outcome, money) => {
  it('performs the action exactly once after a restart', async () => {
    const before = {
      cancel: 'accepted',
      not_started: 'accepted',
      stalled: 'accepted',
      split: 'completed',
      chargeback: 'completed',
      restore: 'completed',
      surplus: 'pending',
    } as const;
    await start();
    const booking = await newBooking(stack.deps, { status: before[action] });
    const { id, asBrand, asCreator } = booking;
    if (action === 'cancel') await asBrand.cancellations.request({ id, reason: 'Rain' });
    if (action === 'not_started') await stack.advance(8 * 24 * 3_600_000);
    if (action === 'split') {
      await asBrand.disputes.reportProblem({ id, problem: 'Short', desiredOutcome: null });
      await asCreator.disputes.proposeSplit({ id, creatorAmount: '100' });
    }
    if (action === 'chargeback' || action === 'restore') await asBrand.settlements.approve({ id });
    if (action === 'restore') await stack.advance(3 * 24 * 3_600_000);
    const { stripeChargeId, stripePaymentIntentId } = await stack.deps.db
      .selectFrom('booking')
      .select(['stripeChargeId', 'stripePaymentIntentId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // The payment is captured manually in Stripe's dashboard before the booking ends.
    if (action === 'surplus') await stack.deps.stripe.captureIntent(stripePaymentIntentId ?? '');
    const armed = await startArmed(point);
    let act: Promise<unknown> = Promise.resolve();
    if (action === 'cancel') act = asCreator.cancellations.answer({ id, answer: 'agree' });
    if (action === 'stalled') {
      // The armed process uses the system clock, so the waiting period must lie in the past.
      await sql`update booking set accepted_at = now() - interval '30 days' where id = ${id}`.execute(stack.deps.db);
      await sql`update job set run_at = now() where key = ${`cancellations.end_stalled:${id}`}`.execute(stack.deps.db);
    }
    if (action === 'not_started') act = asBrand.cancellations.cancelNotStarted({ id });
    if (action === 'split') act = asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 });
    if (action === 'surplus') act = asCreator.bookings.move({ id, status: 'cancelled' });
    if (action === 'chargeback' || action === 'restore') {
      const dispute = await stack.stripe.dispute(stripeChargeId ?? '');
      // A payout must be reversed before it can be restored.
      if (action === 'restore') await expect.poll(() => listEventKinds(stack, id)).toContain('payment.reversed');
      await stack.stripe.closeDispute(dispute.id, action === 'restore' ? 'won' : 'lost');
    }
    await crashed(armed.child);
    await start();
    await act;

    await expect.poll(() => asBrand.bookings.byId({ id }), { interval: 200 }).toMatchObject(outcome);
    await stack.stripe.hurryWebhooks();
    await stack.idle();
    await expect.poll(() => moneyOf(id), { interval: 200 }).toMatchObject(money);
  });
});

/** The amounts of $199.00 for a creator whose agency has 15%, and for the agency. */
const SHARES = [16_915, 2_985];

describe.each<[FaultPoint, 'approve' | 'chargeback' | 'restore', object, Partial<Money>]>([
  [
    'release.after_stripe',
    'approve',
    { paymentState: 'released' },
    { ...NOTHING_LEFT, transfers: SHARES, reversed: 0, processor: 2_985 },
  ],
  [
    'release.after_payee',
    'approve',
    { paymentState: 'released' },
    { ...NOTHING_LEFT, transfers: SHARES, reversed: 0, processor: 2_985 },
  ],
  [
    'reversal.after_stripe',
    'chargeback',
    { paymentState: 'refunded' },
    { ...NOTHING_LEFT, transfers: SHARES, reversed: 19_900, processor: 0 },
  ],
  [
    'restore.after_stripe',
    'restore',
    { paymentState: 'released' },
    { ...NOTHING_LEFT, transfers: [...SHARES, ...SHARES], reversed: 19_900, processor: 2_985 },
  ],
])('an app that is killed at %s between the two payees of a booking ("%s")', (point, action, outcome, money) => {
  it('pays or reverses each payee exactly once after a restart', async () => {
    await start();
    const { creator, agency } = await newRepresentedCreator(stack);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    if (action !== 'approve') await asBrand.settlements.approve({ id });
    if (action === 'restore') await stack.advance(3 * 24 * 3_600_000);
    const { stripeChargeId } = await stack.deps.db
      .selectFrom('booking')
      .select('stripeChargeId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const armed = await startArmed(point);
    let act: Promise<unknown> = Promise.resolve();
    if (action === 'approve') act = asBrand.settlements.approve({ id });
    else {
      const dispute = await stack.stripe.dispute(stripeChargeId ?? '');
      if (action === 'restore')
        await expect
          .poll(async () => (await moneyOf(id)).reversed, { interval: 200 })
          .toBe(SHARES.reduce((sum, cents) => sum + cents));
      await stack.stripe.closeDispute(dispute.id, action === 'restore' ? 'won' : 'lost');
    }
    await crashed(armed.child);
    await start();
    await act;
    await expect.poll(() => asBrand.bookings.byId({ id }), { interval: 200 }).toMatchObject(outcome);
    await stack.stripe.hurryWebhooks();
    await stack.idle();
    await expect.poll(() => moneyOf(id), { interval: 200 }).toMatchObject(money);
    const isPaid = action !== 'chargeback';
    for (const [payee, cents] of [
      [creator, SHARES[0]],
      [agency, SHARES[1]],
    ] as const)
      expect((await stack.as(payee).payouts.summary()).paidOutCents).toBe(isPaid ? cents : 0);
  });
});

describe.each<[FaultPoint]>([['intent.after_row'], ['intent.after_stripe']])(
  'an app that is killed at %s while a brand checks out',
  (point) => {
    it('keeps the order, and creates only one payment intent, when the brand tries again', async () => {
      const pack = await newPackage(stack.deps, await newCreator(stack.deps));
      const brand = await newBrand(stack.deps);
      await start();
      const armed = await startArmed(point);
      await expect(checkOut(armed.url, brand, pack.id)).rejects.toThrow();
      await crashed(armed.child);

      const url = await start();
      const { bookingId } = await checkOut(url, brand, pack.id);
      expect((await stack.as(brand).bookings.list({})).items.map((booking) => booking.id)).toEqual([bookingId]);
      expect(await moneyOf(bookingId)).toMatchObject({ intents: [['requires_payment_method', 0]] });
    });
  },
);

describe.each<[FaultPoint, 'pay' | 'add' | 'remove']>([
  ['card.after_row', 'pay'],
  ['card.after_stripe', 'pay'],
  ['customer.after_stripe', 'add'],
  ['detach.after_stripe', 'remove'],
])('an app that is killed at %s while a brand uses a saved card to "%s"', (point, action) => {
  it('finishes after a restart, and does everything at Stripe once', async () => {
    await start();
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    const card = action === 'add' ? undefined : await newSavedCard(stack.deps, brand);
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const { bookingId } = await asBrand.payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    const armed = await startArmed(point);
    const cookie = await signIn(armed.url, brand);
    // A worker detaches a removed card.
    const acting = {
      pay: () => post(`${armed.url}/trpc/payments.payWithCard`, cookie, { id: bookingId, cardId: card?.id }),
      add: () => post(`${armed.url}/trpc/payments.startCardSetup`, cookie, { consentVersion: CARD_CONSENT_VERSION }),
      remove: () => post(`${armed.url}/trpc/payments.removeCard`, cookie, { id: card?.id }),
    }[action]();
    if (action === 'remove') expect((await acting).status).toBe(200);
    else await expect(acting).rejects.toThrow();
    await crashed(armed.child);
    await start();

    if (action === 'pay') {
      const booking = () => asBrand.bookings.byId({ id: bookingId });
      await expect.poll(booking, { interval: 200 }).toMatchObject({ paymentState: 'authorized' });
      const charges = (await stack.stripe.objects('charge')).filter((charge) => charge.transfer_group === bookingId);
      expect(charges).toHaveLength(1);
    }
    if (action === 'add') await newSavedCard(stack.deps, brand);
    await stack.settle();
    await expect.poll(() => listMoneyViolations(stack), { interval: 200 }).toEqual([]);
    expect(
      (await stack.stripe.objects('customer')).filter(
        (customer) => customer.deleted !== true && customer.metadata['workspaceId'] === brand.workspaceId,
      ),
    ).toHaveLength(1);
  });
});

it('pays for an approved order after the app was killed between the approval and the payment', async () => {
  await start();
  const owner = await newBrand(stack.deps);
  const booker = await newMember(stack, owner, 'booker');
  const settings = { rule: 'always', above: '', approvers: 1, allowsOwn: false } as const;
  await stack.as(owner).approvals.saveSettings(settings);
  const card = await newSavedCard(stack.deps, owner);
  const pack = await newPackage(stack.deps, await newCreator(stack.deps));
  const order = { packageId: pack.id, brandUserId: booker.id };
  const { id } = await stack.as(booker).orderRequests.create({ order, cardId: card.id });
  const armed = await startArmed('approval.after_commit');
  const cookie = await signIn(armed.url, owner);
  await expect(post(`${armed.url}/trpc/orderRequests.approve`, cookie, { id })).rejects.toThrow();
  await crashed(armed.child);
  await start();
  const { bookingId } = await stack.as(owner).orderRequests.byId({ id });
  const booking = () => stack.as(owner).bookings.byId({ id: bookingId ?? '' });
  await expect.poll(booking, { interval: 200 }).toMatchObject({ paymentState: 'authorized' });
  const charges = (await stack.stripe.objects('charge')).filter((charge) => charge.transfer_group === bookingId);
  expect(charges).toHaveLength(1);
});

const json = { 'content-type': 'application/json' };

async function signIn(url: string, { email }: { email: string }): Promise<string> {
  const signedIn = await post(`${url}/api/auth/login`, '', { email, password: BUILDER_PASSWORD });
  return signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const post = (address: string, cookie: string, body: object): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(body) });

async function checkOut(
  url: string,
  brand: { id: string; email: string },
  packageId: string,
): Promise<{ bookingId: string }> {
  const cookie = await signIn(url, brand);
  const answer = await post(`${url}/api/create-payment-intent`, cookie, { packageId, brandUserId: brand.id });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { bookingId: string };
}
