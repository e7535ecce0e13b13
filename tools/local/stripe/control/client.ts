import type Stripe from 'stripe';
import type { AccountState } from '../resources/accounts.ts';
import type { ArmedFault, Fault } from './faults.ts';
import type { Kind, Tables } from '../store/store.ts';
import type { WebhookCounts, WebhookFaults } from '../protocol/webhooks.ts';

export type { AccountState, ArmedFault, Fault, WebhookCounts, WebhookFaults };

/** How deliveries stand. `undelivered` events were not taken yet; `pending` counts queued attempts, copies included. */
interface WebhookState {
  url: string | null;
  paused: boolean;
  pending: number;
  undelivered: number;
  counts: WebhookCounts;
  faults: WebhookFaults;
}

/** The stand-in's time: `now` in seconds since the epoch. */
interface ClockState {
  now: number;
  offsetSeconds: number;
}

/** Everything countable. `requests` counts API requests by `METHOD /v1/path/:id`. */
interface StandInState {
  clock: ClockState;
  objects: Record<Kind, number>;
  events: number;
  idempotencyKeys: number;
  requests: Record<string, number>;
  faults: Record<Fault['kind'], number>;
  webhooks: WebhookState;
}

/** Steers a running stand-in; `url` is its address, such as `http://127.0.0.1:4242`. */
export function openControl(url: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(new URL(`/_control/${path}`, url), {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T & { error?: string };
    if (!response.ok) throw new Error(`Stripe stand-in: ${answer.error ?? response.statusText}`);
    return answer;
  }
  return {
    state: () => call<StandInState>('GET', 'state'),
    /** Forgets all objects, events, keys and faults; keeps the webhook address. */
    reset: () => call<object>('POST', 'reset', {}),

    clock: () => call<ClockState>('GET', 'clock'),
    /** Moves time forward: authorisations lapse, pending money becomes available, keys are forgotten. */
    advance: (seconds: number) => call<ClockState>('POST', 'clock', { advance: seconds }),
    /** Sets the time, in seconds since the epoch. */
    setClock: (seconds: number) => call<ClockState>('POST', 'clock', { set: seconds }),

    /** Arms faults; the first armed one that matches a request hits it. */
    arm: async (...faults: Fault[]) => (await call<{ armed: ArmedFault[] }>('POST', 'faults', { faults })).armed,
    faults: () => call<{ armed: ArmedFault[]; counts: Record<Fault['kind'], number> }>('GET', 'faults'),
    /** Disarms one fault, or all. */
    disarm: (id?: number) => call<object>('DELETE', id === undefined ? 'faults' : `faults/${id}`),

    webhooks: () => call<WebhookState>('GET', 'webhooks'),
    setWebhook: (to: string | null) => call<WebhookState>('POST', 'webhooks', { url: to }),
    /** Changes how deliveries fail. `dropForMs` drops everything for that long (real milliseconds). */
    webhookFaults: (faults: Partial<WebhookFaults> & { dropForMs?: number }) =>
      call<WebhookState>('POST', 'webhooks/faults', faults),
    /** Holds deliveries back until `resumeWebhooks`; nothing is lost. */
    pauseWebhooks: () => call<WebhookState>('POST', 'webhooks/pause', {}),
    /** Delivers what was held back and ends dropping. */
    resumeWebhooks: () => call<WebhookState>('POST', 'webhooks/resume', {}),
    /** Sends events again (all events when no ids are given). */
    redeliver: (ids?: string[], times = 1) => call<WebhookState>('POST', 'webhooks/redeliver', { ids, times }),
    /** Makes waiting retries due now. */
    hurryWebhooks: () => call<WebhookState>('POST', 'webhooks/hurry', {}),
    /** Waits until nothing is left to deliver, or for `timeoutMs`. */
    webhooksIdle: (timeoutMs = 10_000) => call<WebhookState>('POST', 'webhooks/idle', { timeoutMs }),

    /** The cardholder's bank takes a captured charge back. */
    dispute: (charge: string, reason?: string) => call<Stripe.Dispute>('POST', 'disputes', { charge, reason }),
    closeDispute: (id: string, outcome: 'won' | 'lost') => call<Stripe.Dispute>('POST', `disputes/${id}`, { outcome }),
    /** The card's bank sends a refund back; `reason` is Stripe's word, such as 'expired_or_canceled_card'. */
    failRefund: (id: string, reason?: string) => call<Stripe.Refund>('POST', `refunds/${id}`, { reason }),
    /** Onboards an account, or stops it: `restricted` and `pending` cannot receive transfers. */
    setAccount: (id: string, state: AccountState, requirements?: string[]) =>
      call<Stripe.Account>('POST', `accounts/${id}`, { state, requirements }),

    /** Stripe pays what a connected account holds out to its bank. */
    payOut: (account: string) => call<Stripe.Payout>('POST', `accounts/${account}/payout`, {}),
    /** The bank sends a payout back, also one that was paid; `code` is Stripe's word, such as 'no_account'. */
    failPayout: (id: string, code?: string) => call<Stripe.Payout>('POST', `payouts/${id}`, { code }),
    /** The account's owner gives another bank account. */
    replaceBank: (account: string) => call<Stripe.Account>('POST', `accounts/${account}/bank`, {}),

    /** All objects of a kind, oldest first: what happened to the money, as the journal has it. */
    objects: async <K extends Kind>(kind: K) => (await call<{ data: Tables[K][] }>('GET', `objects/${kind}`)).data,
    events: async () => (await call<{ data: Stripe.Event[] }>('GET', 'objects/event')).data,
  };
}

/** The typed client that `control(url)` returns. */
export type Control = ReturnType<typeof openControl>;
