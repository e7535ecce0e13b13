import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '@marquee/stripe-stand-in/control';
import type { RandomChoices, Tally } from './random.ts';
import { SOAK_PROCESSES, type World } from './world.ts';

interface PlannedFault {
  name: string;
  weight: number;
  /** Injects the fault and, if it does not end on its own, ends it. */
  make: (world: World, choices: RandomChoices) => Promise<void>;
}

const PATHS = [
  { method: 'POST', path: '/v1/payment_intents' },
  { method: 'GET', path: '/v1/payment_intents/*' },
  { method: 'POST', path: '/v1/payment_intents/*/capture' },
  { method: 'POST', path: '/v1/payment_intents/*/cancel' },
  { method: 'POST', path: '/v1/transfers' },
  { method: 'POST', path: '/v1/transfers/*/reversals' },
  { method: 'POST', path: '/v1/refunds' },
  { method: 'GET', path: '/v1/accounts/*' },
  { method: 'GET', path: '/v1/events' },
  { method: 'GET', path: '/v1/**' },
  { method: 'POST', path: '/v1/**' },
];

const createStripeFault = (name: string, fault: Omit<Fault, 'match' | 'times'>, most = 4): PlannedFault => ({
  name: `stripe: ${name}`,
  weight: 3,
  make: async (world, choices) => {
    const [armed] = await world.stripe.arm({ ...fault, match: choices.pick(PATHS), times: choices.whole(1, most) });
    await sleep(choices.whole(500, 4_000));
    if (armed !== undefined) await world.stripe.disarm(armed.id);
  },
});

const createWebhookFault = (
  name: string,
  faults: Parameters<World['stripe']['webhookFaults']>[0],
  ms: number,
): PlannedFault => ({
  name: `webhooks: ${name}`,
  weight: 2,
  make: async (world) => {
    await world.stripe.webhookFaults(faults);
    await sleep(ms);
    await world.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0, delayMs: 0, dropRate: 0, dropNext: 0 });
  },
});

const CRASH_POINTS = [
  'order.before_commit',
  'intent.after_row',
  'intent.after_stripe',
  'webhook.before_commit',
  'capture.before_stripe',
  'capture.after_stripe',
  'void.after_stripe',
  'release.after_claim',
  'release.after_stripe',
  'refund.after_claim',
  'refund.after_stripe',
  'surplus.after_stripe',
  'chargeback.after_freeze',
  'reversal.after_stripe',
  'restore.after_stripe',
  'reconcile.after_read',
];
const PAUSE_POINTS = [
  'order.before_commit',
  'webhook.before_commit',
  'sync.after_read',
  'apply.before_commit',
  'move.before_commit',
  'reconcile.after_read',
];

const HOUR = 3_600_000;

const PLANNED_FAULTS: readonly PlannedFault[] = [
  createStripeFault('answer lost after commit', { kind: 'lose_response' }),
  createStripeFault('answer lost late', { kind: 'lose_response', ms: 800 }),
  createStripeFault('connection reset', { kind: 'reset' }),
  createStripeFault('hangs', { kind: 'hang', ms: 13_000 }, 1),
  createStripeFault('slow', { kind: 'slow', ms: 1_500 }),
  createStripeFault('429', { kind: 'error', status: 429 }),
  createStripeFault('409', { kind: 'error', status: 409 }),
  createStripeFault('500', { kind: 'error', status: 500 }),
  createStripeFault('503', { kind: 'error', status: 503 }),
  createStripeFault('500 remembered under the key', { kind: 'error', status: 500, stored: true }),
  createStripeFault('500 after the money moved', { kind: 'error', status: 500, stored: true, executed: true }),
  createStripeFault('502 after the money moved, not remembered', { kind: 'error', status: 502, executed: true }),
  createWebhookFault('twenty times each', { duplicates: 19 }, 2_000),
  createWebhookFault('shuffled', { shuffleMs: 3_000 }, 5_000),
  createWebhookFault('late', { delayMs: 4_000 }, 4_000),
  createWebhookFault('a third dropped', { dropRate: 0.3 }, 10_000),
  createWebhookFault('dropped altogether', { dropRate: 1 }, 8_000),
  {
    name: 'webhooks: held back, then all at once',
    weight: 1,
    make: async (world) => {
      await world.stripe.pauseWebhooks();
      await sleep(5_000);
      await world.stripe.resumeWebhooks();
    },
  },
  { name: 'webhooks: everything again', weight: 1, make: async (world) => void (await world.stripe.redeliver()) },
  ...SOAK_PROCESSES.flatMap((name): PlannedFault[] => [
    {
      name: `kill -9 ${name}`,
      weight: name === 'stripe' || name === 'api' ? 1 : 3,
      make: async (world) => void (await world.hit(name, 'KILL')),
    },
    ...(name === 'stripe'
      ? []
      : [
          { name: `SIGTERM ${name}`, weight: 1, make: async (world: World) => void (await world.hit(name, 'TERM')) },
          {
            name: `stop ${name} for a while`,
            weight: 1,
            make: async (world: World) => void (await world.hit(name, 'STOP')),
          },
        ]),
  ]),
  { name: 'kill -9 PostgreSQL', weight: 2, make: (world) => world.killPostgres() },
  {
    name: 'cut every database connection',
    weight: 2,
    make: async (world) =>
      void (await world.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )),
  },
  {
    name: 'lock the bookings for a while',
    weight: 1,
    make: async (world) =>
      void (await world.query(`do $$ begin perform 1 from booking for update; perform pg_sleep(2); end $$`)),
  },
  {
    name: 'crash points',
    weight: 4,
    make: async (world, choices) => {
      world.order({
        crash: {
          [choices.pick(CRASH_POINTS)]: 0.5,
          [choices.pick(CRASH_POINTS)]: 0.5,
          [choices.pick(CRASH_POINTS)]: 0.5,
        },
      });
      await sleep(5_000);
      world.order({ crash: {} });
    },
  },
  {
    name: 'pause points',
    weight: 3,
    make: async (world, choices) => {
      world.order({
        pause: Object.fromEntries(PAUSE_POINTS.map((point) => [point, { chance: 0.3, ms: choices.whole(20, 1_500) }])),
      });
      await sleep(5_000);
      world.order({ pause: {} });
    },
  },
  { name: 'clock: hours', weight: 4, make: (world, choices) => world.advance(choices.whole(1, 20) * HOUR) },
  { name: 'clock: days', weight: 5, make: (world, choices) => world.advance(choices.whole(1, 6) * 24 * HOUR) },
];

/**
 * Injects one fault after another until `stopping` is aborted. A fault that cannot be injected, for example because
 * the Stripe stand-in is down, is counted separately.
 */
export async function injectFaults(
  world: World,
  choices: RandomChoices,
  tally: Tally,
  stopping: AbortSignal,
): Promise<void> {
  const total = PLANNED_FAULTS.reduce((sum, { weight }) => sum + weight, 0);
  while (!stopping.aborted) {
    let at = choices.number() * total;
    const trouble = PLANNED_FAULTS.find(({ weight }) => (at -= weight) < 0) ?? PLANNED_FAULTS[0];
    if (trouble === undefined) return;
    try {
      await trouble.make(world, choices);
      tally.add(trouble.name);
    } catch {
      tally.add(`(could not be done: ${trouble.name})`);
    }
    await sleep(choices.whole(500, 4_000));
  }
}

/** Ends all faults. Waits until all processes respond and the queued webhooks are sent. */
export async function endFaults(world: World): Promise<void> {
  world.order({ crash: {}, pause: {} });
  await world.healthy();
  await world.stripe.disarm();
  await world.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0, delayMs: 0, dropRate: 0, dropNext: 0, dropUntil: 0 });
  await world.stripe.resumeWebhooks();
  await world.healthy();
}
