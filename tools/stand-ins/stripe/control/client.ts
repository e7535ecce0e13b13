import type Stripe from 'stripe';
import type { AccountState } from '../resources/accounts.ts';
import type { ArmedFault, Fault } from './faults.ts';
import type { Kind, Tables } from '../store/store.ts';
import type { WebhookCounts, WebhookFaults } from '../protocol/webhooks.ts';

export type { AccountState, ArmedFault, Fault, WebhookCounts, WebhookFaults };

/**
 * State of webhook deliveries. `undelivered` is the number of events that the receiver has not accepted. `pending`
 * is the number of queued delivery attempts, including those of duplicates.
 */
interface WebhookState {
  url: string | null;
  paused: boolean;
  pending: number;
  undelivered: number;
  counts: WebhookCounts;
  faults: WebhookFaults;
}

/** Time of the stand-in's clock. `now` is in seconds since the epoch. */
interface ClockState {
  now: number;
  offsetSeconds: number;
}

/** Counters of the stand-in. `requests` contains the number of API requests by endpoint (`METHOD /v1/path/:id`). */
interface StandInState {
  clock: ClockState;
  objects: Record<Kind, number>;
  events: number;
  idempotencyKeys: number;
  requests: Record<string, number>;
  faults: Record<Fault['kind'], number>;
  webhooks: WebhookState;
}

/** Returns a client that controls the stand-in at `url`, for example `http://127.0.0.1:4242`. */
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
     * Moves the clock forward by `seconds`, so that authorizations expire, pending money becomes available and
     * idempotency keys are deleted.
     */
    advance: (seconds: number) => call<ClockState>('POST', 'clock', { advance: seconds }),
    /** Sets the clock to a time in seconds since the epoch. */
    setClock: (seconds: number) => call<ClockState>('POST', 'clock', { set: seconds }),

    /** Activates faults. If several faults match a request, the one that was activated earliest applies. */
    arm: async (...faults: Fault[]) => (await call<{ armed: ArmedFault[] }>('POST', 'faults', { faults })).armed,
    faults: () => call<{ armed: ArmedFault[]; counts: Record<Fault['kind'], number> }>('GET', 'faults'),
    /** Deactivates the fault with this ID, or all faults. */
    disarm: (id?: number) => call<object>('DELETE', id === undefined ? 'faults' : `faults/${id}`),

    webhooks: () => call<WebhookState>('GET', 'webhooks'),
    setWebhook: (to: string | null) => call<WebhookState>('POST', 'webhooks', { url: to }),
    /** Changes the faults of webhook deliveries. `dropForMs` drops every event for that many real milliseconds. */
    webhookFaults: (faults: Partial<WebhookFaults> & { dropForMs?: number }) =>
      call<WebhookState>('POST', 'webhooks/faults', faults),
    /** Holds webhook deliveries until `resumeWebhooks`, without losing any. */
    pauseWebhooks: () => call<WebhookState>('POST', 'webhooks/pause', {}),
    /** Sends the deliveries that were held and stops dropping events. */
    resumeWebhooks: () => call<WebhookState>('POST', 'webhooks/resume', {}),
    /** Sends the events with these IDs again, or all events if `ids` is undefined. */
    redeliver: (ids?: string[], times = 1) => call<WebhookState>('POST', 'webhooks/redeliver', { ids, times }),
    /** Makes all delayed deliveries and retries now instead of at their scheduled time. */
    hurryWebhooks: () => call<WebhookState>('POST', 'webhooks/hurry', {}),
    /** Waits until all deliveries have ended, for at most `timeoutMs`. */
    webhooksIdle: (timeoutMs = 10_000) => call<WebhookState>('POST', 'webhooks/idle', { timeoutMs }),

    /** Opens a dispute of a captured charge, as the cardholder's bank would do. */
    dispute: (charge: string, reason?: string) => call<Stripe.Dispute>('POST', 'disputes', { charge, reason }),
    closeDispute: (id: string, outcome: 'won' | 'lost') => call<Stripe.Dispute>('POST', `disputes/${id}`, { outcome }),
    /**
     * Fails a refund, as if the cardholder's bank had returned it. `reason` is one of Stripe's codes, such as
     * 'expired_or_canceled_card'.
     */
    failRefund: (id: string, reason?: string) => call<Stripe.Refund>('POST', `refunds/${id}`, { reason }),
    /** Changes the state of an account. `restricted` and `pending` accounts cannot receive transfers. */
    setAccount: (id: string, state: AccountState, requirements?: string[]) =>
      call<Stripe.Account>('POST', `accounts/${id}`, { state, requirements }),

    /** Pays the available balance of a connected account to its bank. */
    payOut: (account: string) => call<Stripe.Payout>('POST', `accounts/${account}/payout`, {}),
    /**
     * Fails a payout, even a paid one, as if the bank had returned it. `code` is one of Stripe's codes, such as
     * 'no_account'.
     */
    failPayout: (id: string, code?: string) => call<Stripe.Payout>('POST', `payouts/${id}`, { code }),
    replaceBank: (account: string) => call<Stripe.Account>('POST', `accounts/${account}/bank`, {}),
    /** Adds a bank account that gets no payouts yet. */
    addBank: (account: string) => call<Stripe.Account>('POST', `accounts/${account}/bank_added`, {}),
    /** Makes the bank account that was added last the one for payouts. */
    switchBank: (account: string) => call<Stripe.Account>('POST', `accounts/${account}/bank_switched`, {}),
    /** Removes all bank accounts except the one for payouts. */
    removeOtherBanks: (account: string) => call<Stripe.Account>('POST', `accounts/${account}/banks_removed`, {}),

    /** Returns all stored objects of one kind, oldest first. */
    objects: async <K extends Kind>(kind: K) => (await call<{ data: Tables[K][] }>('GET', `objects/${kind}`)).data,
    events: async () => (await call<{ data: Stripe.Event[] }>('GET', 'objects/event')).data,
  };
}

export type Control = ReturnType<typeof openControl>;
