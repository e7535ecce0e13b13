import type Stripe from 'stripe';
import type { AccountState } from '../resources/accounts.ts';
import type { ArmedFault, Fault } from './faults.ts';
import type { Kind, Tables } from '../store/store.ts';
import type { WebhookCounts, WebhookFaults } from '../protocol/webhooks.ts';

export type { AccountState, ArmedFault, Fault, WebhookCounts, WebhookFaults };

/**
 * State of webhook deliveries. `undelivered` counts events that the receiver has not accepted, and `pending` counts
 * queued attempts, including copies.
 */
interface WebhookState {
  url: string | null;
  paused: boolean;
  pending: number;
  undelivered: number;
  counts: WebhookCounts;
  faults: WebhookFaults;
}

/** The stand-in's time. `now` is in seconds since the epoch. */
interface ClockState {
  now: number;
  offsetSeconds: number;
}

/** Counters of the stand-in. `requests` counts API requests by `METHOD /v1/path/:id`. */
interface StandInState {
  clock: ClockState;
  objects: Record<Kind, number>;
  events: number;
  idempotencyKeys: number;
  requests: Record<string, number>;
  faults: Record<Fault['kind'], number>;
  webhooks: WebhookState;
}

/** Returns a client that controls a running stand-in. `url` is its address, such as `http://127.0.0.1:4242`. */
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
    /** Deletes all objects, events, idempotency keys and faults, but keeps the webhook address. */
    reset: () => call<object>('POST', 'reset', {}),

    clock: () => call<ClockState>('GET', 'clock'),
    /**
     * Moves the clock forward, so that authorizations expire, pending money becomes available and idempotency keys
     * are forgotten.
     */
    advance: (seconds: number) => call<ClockState>('POST', 'clock', { advance: seconds }),
    /** Sets the clock, in seconds since the epoch. */
    setClock: (seconds: number) => call<ClockState>('POST', 'clock', { set: seconds }),

    /** Arms faults. If several match a request, the first armed one applies. */
    arm: async (...faults: Fault[]) => (await call<{ armed: ArmedFault[] }>('POST', 'faults', { faults })).armed,
    faults: () => call<{ armed: ArmedFault[]; counts: Record<Fault['kind'], number> }>('GET', 'faults'),
    /** Disarms one fault, or all of them. */
    disarm: (id?: number) => call<object>('DELETE', id === undefined ? 'faults' : `faults/${id}`),

    webhooks: () => call<WebhookState>('GET', 'webhooks'),
    setWebhook: (to: string | null) => call<WebhookState>('POST', 'webhooks', { url: to }),
    /** Changes the faults of deliveries. `dropForMs` drops every event for that many real milliseconds. */
    webhookFaults: (faults: Partial<WebhookFaults> & { dropForMs?: number }) =>
      call<WebhookState>('POST', 'webhooks/faults', faults),
    /** Holds deliveries until `resumeWebhooks`, without losing any. */
    pauseWebhooks: () => call<WebhookState>('POST', 'webhooks/pause', {}),
    /** Sends held deliveries and stops dropping events. */
    resumeWebhooks: () => call<WebhookState>('POST', 'webhooks/resume', {}),
    /** Sends events again, or all events without `ids`. */
    redeliver: (ids?: string[], times = 1) => call<WebhookState>('POST', 'webhooks/redeliver', { ids, times }),
    /** Sends delayed deliveries and retries now. */
    hurryWebhooks: () => call<WebhookState>('POST', 'webhooks/hurry', {}),
    /** Waits until all deliveries are done, for at most `timeoutMs`. */
    webhooksIdle: (timeoutMs = 10_000) => call<WebhookState>('POST', 'webhooks/idle', { timeoutMs }),

    /** Opens a dispute of a captured charge, as the cardholder's bank would. */
    dispute: (charge: string, reason?: string) => call<Stripe.Dispute>('POST', 'disputes', { charge, reason }),
    closeDispute: (id: string, outcome: 'won' | 'lost') => call<Stripe.Dispute>('POST', `disputes/${id}`, { outcome }),
    /**
     * Fails a refund, as if the card's bank had returned it. `reason` is Stripe's code, such as
     * 'expired_or_canceled_card'.
     */
    failRefund: (id: string, reason?: string) => call<Stripe.Refund>('POST', `refunds/${id}`, { reason }),
    /** Changes the state of an account. `restricted` and `pending` accounts cannot receive transfers. */
    setAccount: (id: string, state: AccountState, requirements?: string[]) =>
      call<Stripe.Account>('POST', `accounts/${id}`, { state, requirements }),

    /** Pays the available balance of a connected account out to its bank. */
    payOut: (account: string) => call<Stripe.Payout>('POST', `accounts/${account}/payout`, {}),
    /**
     * Fails a payout, even a paid one, as if the bank had returned it. `code` is Stripe's code, such as
     * 'no_account'.
     */
    failPayout: (id: string, code?: string) => call<Stripe.Payout>('POST', `payouts/${id}`, { code }),
    replaceBank: (account: string) => call<Stripe.Account>('POST', `accounts/${account}/bank`, {}),

    /** Returns all objects of one kind from the store, oldest first. */
    objects: async <K extends Kind>(kind: K) => (await call<{ data: Tables[K][] }>('GET', `objects/${kind}`)).data,
    events: async () => (await call<{ data: Stripe.Event[] }>('GET', 'objects/event')).data,
  };
}

export type Control = ReturnType<typeof openControl>;
