/**
 * The client for Stripe. Only the files `stripe-*.ts` call its API. Calls that create objects have a deterministic
 * idempotency key, derived from our database rows.
 */
import { Stripe } from 'stripe';
import type { Env } from '../config/env.ts';
import { createAccountCalls } from './stripe-accounts.ts';
import { openStripeBooks } from './stripe-books.ts';
import { createCardCalls } from './stripe-cards.ts';
import { createChargebackCalls } from './stripe-chargebacks.ts';
import { createPaymentCalls } from './stripe-payments.ts';
import { createTransferCalls } from './stripe-transfers.ts';

export type StripeGateway = ReturnType<typeof openStripe>;

// Only a few retries, each with the same idempotency key (docs/safety.md).
const MAX_STRIPE_RETRIES = 2;
/** A webhook's timestamp may differ from our clock by at most 300 s, in both directions (docs/safety.md). */
const WEBHOOK_TOLERANCE_S = 300;

/** Opens a client for Stripe, or for the compatible server at STRIPE_API_BASE. */
export function openStripe(
  env: Pick<
    Env,
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_API_BASE'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_JS_URL'
    | 'TIMING'
  >,
) {
  const base = env.STRIPE_API_BASE === '' ? null : new URL(env.STRIPE_API_BASE);
  const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
    timeout: env.TIMING.stripeMs,
    maxNetworkRetries: MAX_STRIPE_RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : Number(base.port),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });

  return {
    ...createPaymentCalls(stripe),
    ...createCardCalls(stripe),
    ...createTransferCalls(stripe),
    ...createChargebackCalls(stripe),
    ...createAccountCalls(stripe),
    books: openStripeBooks(stripe),

    /** The settings for Stripe.js in the browser. */
    browser: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      stripeJsUrl: env.STRIPE_JS_URL === '' ? null : env.STRIPE_JS_URL,
    },

    /**
     * Verifies a webhook's signature over the raw bytes and returns the event. Throws if the signature is invalid or
     * the timestamp differs too much.
     */
    readWebhook: (rawBody: Buffer, signature: string): Stripe.Event => {
      const event = stripe.webhooks.constructEvent(rawBody, signature, env.STRIPE_WEBHOOK_SECRET, WEBHOOK_TOLERANCE_S);
      // Stripe's SDK rejects old timestamps, but not timestamps in the future.
      const timestamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (timestamp > Date.now() / 1000 + WEBHOOK_TOLERANCE_S) throw new Error('The webhook is dated in the future');
      return event;
    },
  };
}
