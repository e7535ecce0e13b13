/**
 * Measures whole checkouts, several at once. Each one places an order, confirms the payment at the local Stripe
 * stand-in, returns and is accepted. Alternating rounds send the same Stripe calls to a second stand-in that has no
 * webhooks, so that their time can be subtracted. The benchmark starts all services in its own folder. `--profile`
 * prints the API's CPU time by package. API_MAIN selects another build of the API.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findFreePort } from '../local/postgres.ts';
import { LOCAL_KEYS, startServices } from '../local/services.ts';
import { startStripe, type RunningStripe } from '@marquee/stripe-stand-in';
import { registerActor, type CallOutcome, type Actor } from '../soak/client.ts';
import { findPostmaster, startApi, type RunningApi } from './calls.ts';
import { readCpuMs, readChildrenCpuMs, median, readMemoryMb, quantile } from './load.ts';
import { printProfileShares } from './profile.ts';

const CHECKOUT_STEPS = ['order', 'confirm', 'return', 'accept'] as const;
type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export interface CheckoutFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  steps: Record<CheckoutStep, number>;
  /**
   * Median time of the same Stripe calls when the benchmark sends them directly to the Stripe stand-in, without our
   * API.
   */
  providerMs: number;
  /** Median time of a checkout minus `providerMs`. */
  beyondMs: number;
  /** CPU time per checkout of the API process, which includes the worker. `postgresMs` is the same for PostgreSQL. */
  cpuMs: number;
  postgresMs: number;
  loadedMb: number;
}

/**
 * Measures `rounds` rounds of `seconds` each, with `atOnce` concurrent checkouts. Throws if any request is refused.
 */
export async function measureCheckout({
  atOnce,
  seconds,
  rounds,
  profileTo = '',
}: {
  atOnce: number;
  seconds: number;
  rounds: number;
  profileTo?: string;
}): Promise<CheckoutFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-checkout-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dataDir, 0o711);
  const port = await findFreePort();
  const services = await startServices({ port, dataDir, given: { RATE_LIMIT: 'off' } });
  const alone = await startStripe({ dir: null });
  let api: RunningApi | undefined;
  try {
    const { env } = services;
    api = await startApi({ ...env, ROLE: 'all' }, { port, profileTo });
    const url = `http://127.0.0.1:${port}`;
    const stripe = env['STRIPE_API_BASE'] ?? '';
    const pairs = await Promise.all(Array.from({ length: atOnce }, (_, at) => openCheckoutPair(url, at)));
    const postmaster = await findPostmaster(env['DATABASE_URL'] ?? '');

    const times: number[] = [];
    const provider: number[] = [];
    const steps: Record<CheckoutStep, number[]> = { order: [], confirm: [], return: [], accept: [] };
    const rates: number[] = [];
    const cpu: number[] = [];
    const postgres: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      await runForSeconds(Math.min(seconds, 2), pairs, async () => {
        const startedAt = performance.now();
        await payWithoutProduct(alone);
        if (round > 0) provider.push(performance.now() - startedAt);
      });
      const before = { cpu: readCpuMs(api.pid), postgres: readChildrenCpuMs(postmaster), at: performance.now() };
      let doneCount = 0;
      await runForSeconds(seconds, pairs, async (pair) => {
        const startedAt = performance.now();
        const took = await checkOut(pair, stripe);
        doneCount += 1;
        if (round === 0) return;
        times.push(performance.now() - startedAt);
        for (const step of CHECKOUT_STEPS) steps[step].push(took[step]);
      });
      if (round === 0) continue;
      rates.push(doneCount / ((performance.now() - before.at) / 1000));
      cpu.push((readCpuMs(api.pid) - before.cpu) / doneCount);
      postgres.push((readChildrenCpuMs(postmaster) - before.postgres) / doneCount);
    }
    return {
      perSecond: median(rates),
      p50Ms: median(times),
      p99Ms: quantile(times, 0.99),
      steps: Object.fromEntries(CHECKOUT_STEPS.map((step) => [step, median(steps[step])])) as Record<
        CheckoutStep,
        number
      >,
      providerMs: median(provider),
      beyondMs: median(times) - median(provider),
      cpuMs: median(cpu),
      postgresMs: median(postgres),
      loadedMb: readMemoryMb(api.pid),
    };
  } finally {
    await api?.stop();
    await services.stop();
    await alone.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface CheckoutPair {
  brand: Actor;
  creator: Actor;
  packageId: string;
}

async function openCheckoutPair(url: string, at: number): Promise<CheckoutPair> {
  const creator = await registerActor(url, 'influencer', `Creator ${at}`, `creator${at}@bench.test`);
  const brand = await registerActor(url, 'brand', `Brand ${at}`, `brand${at}@bench.test`);
  const offer = {
    name: 'A video',
    description: 'One video of a minute.',
    price: '199.00',
    deliveryDays: 5,
    features: ['One video'],
    isPopular: false,
  };
  const { id } = unwrapOutcome(await creator.act<{ id: string }>('packages.create', offer));
  return { brand, creator, packageId: id };
}

function unwrapOutcome<T>(outcome: CallOutcome<T>): T {
  if (outcome.is === 'done') return outcome.data;
  throw new Error(outcome.is === 'refused' ? outcome.message : outcome.why);
}

async function runForSeconds(
  seconds: number,
  pairs: readonly CheckoutPair[],
  work: (pair: CheckoutPair) => Promise<void>,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    pairs.map(async (pair) => {
      while (performance.now() < until) await work(pair);
    }),
  );
}

/** Runs one checkout and returns the milliseconds per step. */
async function checkOut(
  { brand, creator, packageId }: CheckoutPair,
  stripe: string,
): Promise<Record<CheckoutStep, number>> {
  const took: Partial<Record<CheckoutStep, number>> = {};
  const timed = async <T>(step: CheckoutStep, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const answer = await work;
    took[step] = performance.now() - startedAt;
    return answer;
  };
  const { bookingId: id, clientSecret } = unwrapOutcome(
    await timed(
      'order',
      brand.act<{ bookingId: string; clientSecret: string }>('payments.openCheckout', {
        packageId,
        brandUserId: brand.id,
        customer: { name: 'Nora Field', email: 'nora@bench.test', projectDescription: 'A rain jacket.' },
      }),
    ),
  );
  await timed('confirm', confirmPayment(stripe, clientSecret));
  const paid = unwrapOutcome(await timed('return', brand.act<Booking>('payments.confirmReturn', { id })));
  expectState(paid, 'pending', 'authorized');
  const accepted = unwrapOutcome(
    await timed('accept', creator.act<Booking>('bookings.move', { id, status: 'accepted' })),
  );
  expectState(accepted, 'accepted', 'held');
  return took as Record<CheckoutStep, number>;
}

interface Booking {
  status: string;
  paymentState: string;
}

function expectState(booking: Booking, status: string, paymentState: string): void {
  if (booking.status === status && booking.paymentState === paymentState) return;
  throw new Error(`A booking is ${booking.status}, ${booking.paymentState} instead of ${status}, ${paymentState}`);
}

const confirmPayment = (stripe: string, clientSecret: string, key: string = LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY) =>
  postToStripe(stripe, `payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, key, {
    client_secret: clientSecret,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost/dashboard',
  });

/** Makes the Stripe calls of one checkout directly: create, confirm, read, capture. */
async function payWithoutProduct({ url: stripe, secretKey: key, publishableKey }: RunningStripe): Promise<void> {
  const intent = await postToStripe<{ id: string; client_secret: string }>(stripe, 'payment_intents', key, {
    amount: '22885',
    currency: 'usd',
    capture_method: 'manual',
    'automatic_payment_methods[enabled]': 'true',
  });
  await confirmPayment(stripe, intent.client_secret, publishableKey);
  await requestStripe(stripe, `payment_intents/${intent.id}`, key);
  await postToStripe(stripe, `payment_intents/${intent.id}/capture`, key, {});
}

const postToStripe = <T = unknown>(
  stripe: string,
  path: string,
  key: string,
  fields: Record<string, string>,
): Promise<T> => requestStripe(stripe, path, key, new URLSearchParams(fields));

async function requestStripe<T>(stripe: string, path: string, key: string, body?: URLSearchParams): Promise<T> {
  const answer = await fetch(`${stripe}/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body }),
  });
  if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'at-once': { type: 'string', default: '8' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      profile: { type: 'boolean', default: false },
    },
  });
  const folder = values.profile ? mkdtempSync(join(tmpdir(), 'marquee-profile-')) : '';
  const figures = await measureCheckout({
    atOnce: Number(values['at-once']),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    profileTo: folder,
  });
  const { steps, ...rest } = figures;
  console.table({ ...rest, ...steps });
  if (folder === '') return;
  printProfileShares('checkout', folder);
  rmSync(folder, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
