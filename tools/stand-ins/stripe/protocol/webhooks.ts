import { createHmac } from 'node:crypto';
import { DAY_SECONDS } from '../store/clock.ts';
import { API_VERSION, toEventObject } from '../store/event.ts';
import { createRandom } from '../store/random.ts';
import type { Store } from '../store/store.ts';

interface WebhookOptions {
  secret: string;
  /** Real milliseconds before the first retry. The delay doubles with each failure, up to `maxDelayMs`. */
  baseDelayMs: number;
  maxDelayMs: number;
  /** Real milliseconds within which the receiver must respond. */
  timeoutMs: number;
}

/** Faults to inject into webhook deliveries. */
export interface WebhookFaults {
  /** Delay of every delivery in real milliseconds. */
  delayMs: number;
  /** Number of extra copies of every event. */
  duplicates: number;
  /**
   * Upper bound of a random delay that is added to each delivery, in real milliseconds. It changes the order of
   * events.
   */
  shuffleMs: number;
  /** Probability (0 to 1) that an event is dropped permanently. */
  dropRate: number;
  /** Number of events to drop permanently, starting with the next one. */
  dropNext: number;
  /** Time until which all events are dropped permanently, in real milliseconds since the epoch. */
  dropUntil: number;
  seed: number;
}

export const NO_WEBHOOK_FAULTS: WebhookFaults = {
  delayMs: 0,
  duplicates: 0,
  shuffleMs: 0,
  dropRate: 0,
  dropNext: 0,
  dropUntil: 0,
  seed: 1,
};

export interface WebhookCounts {
  attempts: number;
  delivered: number;
  failed: number;
  dropped: number;
  duplicated: number;
  gaveUp: number;
  redelivered: number;
}

/** The stand-in gives up on an event after three days, as Stripe does. */
const GIVE_UP_SECONDS = 3 * DAY_SECONDS;
/**
 * Minimum number of attempts before the stand-in gives up on an event. It is needed because a test may move the
 * clock by a week in one step.
 */
const GIVE_UP_ATTEMPTS = 20;
/**
 * Maximum number of deliveries at once. It is high, because a slow delivery must not hold up others, as with Stripe.
 */
const MAX_CONCURRENT_DELIVERIES = 96;

/**
 * Returns the `Stripe-Signature` header for a body. `timestamp` is in real seconds, because receivers check its age.
 */
export function createSignatureHeader(secret: string, body: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

interface DeliveryJob {
  event: string;
  attempts: number;
  /** False for an extra copy, which is sent once and does not mark the event as delivered. */
  counts: boolean;
}

/** Sends each event to the webhook, with retries, until the receiver accepts it. */
export class Webhooks {
  readonly counts: WebhookCounts = {
    attempts: 0,
    delivered: 0,
    failed: 0,
    dropped: 0,
    duplicated: 0,
    gaveUp: 0,
    redelivered: 0,
  };
  faults: WebhookFaults = { ...NO_WEBHOOK_FAULTS };
  paused = false;
  readonly #store: Store;
  readonly #options: WebhookOptions;
  #random = createRandom(1);
  /**
   * Queue of deliveries that can start now. `#next` is the index of its first element, because removing elements
   * from the front of a long array is slow.
   */
  #ready: DeliveryJob[] = [];
  #next = 0;
  #waiting = new Map<NodeJS.Timeout, DeliveryJob>();
  #running = 0;
  #stopped = false;
  #abort = new AbortController();
  #idle: (() => void)[] = [];

  constructor(store: Store, options: WebhookOptions) {
    this.#store = store;
    this.#options = options;
  }

  enqueue(ids: string[]): void {
    const { delayMs, duplicates, shuffleMs } = this.faults;
    for (const event of ids) {
      if (this.#drops()) {
        this.counts.dropped++;
        this.#store.settleDelivery('dropped', [event]);
        continue;
      }
      for (let copy = 0; copy <= duplicates; copy++) {
        if (copy > 0) this.counts.duplicated++;
        this.#later({ event, attempts: 0, counts: copy === 0 }, delayMs + Math.floor(this.#random() * shuffleMs));
      }
    }
    this.#pump();
  }

  /** Queues the events that an earlier run could not deliver. */
  resumeUndelivered(): void {
    for (const event of this.#store.undelivered) this.#ready.push({ event, attempts: 0, counts: true });
    this.#pump();
  }

  /** Sends events again, even if they have been delivered. */
  redeliver(ids: string[], times: number): void {
    for (const event of ids) {
      for (let i = 0; i < times; i++) {
        this.counts.redelivered++;
        this.#ready.push({ event, attempts: 0, counts: this.#store.undelivered.has(event) });
      }
    }
    this.#pump();
  }

  setFaults(faults: Partial<WebhookFaults>): void {
    this.faults = { ...this.faults, ...faults };
    this.#random = createRandom(this.faults.seed);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.hurry();
  }

  /**
   * Starts every delayed delivery and retry now, for example after the clock has moved or the receiver has changed.
   */
  hurry(): void {
    for (const [timer, job] of this.#waiting) {
      clearTimeout(timer);
      this.#ready.push(job);
    }
    this.#waiting.clear();
    this.#pump();
  }

  /** Removes all queued and delayed deliveries. Running deliveries continue. */
  clear(): void {
    for (const timer of this.#waiting.keys()) clearTimeout(timer);
    this.#waiting.clear();
    this.#ready = [];
    this.#next = 0;
    this.#settle();
  }

  /** Number of queued, delayed and running deliveries. */
  get pending(): number {
    return this.#ready.length - this.#next + this.#waiting.size + this.#running;
  }

  async whenIdle(): Promise<void> {
    if (this.pending === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  stop(): void {
    this.#stopped = true;
    this.clear();
    this.#abort.abort();
  }

  #drops(): boolean {
    const { faults } = this;
    if (faults.dropNext > 0) {
      faults.dropNext--;
      return true;
    }
    return Date.now() < faults.dropUntil || (faults.dropRate > 0 && this.#random() < faults.dropRate);
  }

  #later(job: DeliveryJob, ms: number): void {
    if (this.#stopped) return;
    if (ms <= 0) {
      this.#ready.push(job);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#ready.push(job);
      this.#pump();
    }, ms);
    timer.unref();
    this.#waiting.set(timer, job);
  }

  #pump(): void {
    while (
      !this.paused &&
      !this.#stopped &&
      this.#running < MAX_CONCURRENT_DELIVERIES &&
      this.#store.webhookUrl !== null
    ) {
      const job = this.#ready[this.#next];
      if (job === undefined) break;
      this.#next++;
      if (this.#next > 1000 && this.#next * 2 > this.#ready.length) {
        this.#ready.splice(0, this.#next);
        this.#next = 0;
      }
      this.#running++;
      void this.#attempt(job, this.#store.webhookUrl).finally(() => {
        this.#running--;
        this.#pump();
        this.#settle();
      });
    }
  }

  #settle(): void {
    if (this.pending > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #attempt(job: DeliveryJob, url: string): Promise<void> {
    const event = this.#store.events.get(job.event);
    if (event === undefined) return;
    const body = JSON.stringify(toEventObject(this.#store, event), null, 2);
    this.counts.attempts++;
    const isAccepted = await this.#post(url, body);
    if (this.#stopped) return;
    if (isAccepted) {
      this.counts.delivered++;
      if (job.counts) this.#store.settleDelivery('delivered', [job.event]);
      return;
    }
    this.counts.failed++;
    if (!job.counts) return;
    const attempts = job.attempts + 1;
    const age = this.#store.clock.now() - event.created;
    if (age > GIVE_UP_SECONDS && attempts >= GIVE_UP_ATTEMPTS) {
      this.counts.gaveUp++;
      this.#store.settleDelivery('dropped', [job.event]);
      return;
    }
    const delay = Math.min(this.#options.baseDelayMs * 2 ** (attempts - 1), this.#options.maxDelayMs);
    this.#later({ ...job, attempts }, delay);
  }

  async #post(url: string, body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': createSignatureHeader(this.#options.secret, body, Math.floor(Date.now() / 1000)),
          'stripe-version': API_VERSION,
        },
        body,
        // Do not follow redirects. Stripe treats them as failures.
        redirect: 'manual',
        signal: AbortSignal.any([this.#abort.signal, AbortSignal.timeout(this.#options.timeoutMs)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
