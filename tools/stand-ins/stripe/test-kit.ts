import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { openControl } from './control/client.ts';
import { startStripe } from './server.ts';
import type { RunningStripe, StripeOptions } from './server.ts';

/** Returns the real Stripe SDK, connected to a stand-in. */
export function createSdk(running: RunningStripe, key = running.secretKey): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: running.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: 5000,
  });
}

/** Starts a stand-in and returns it with the SDK and the control client. Stops it after the test. */
export async function startStandIn(options: Partial<StripeOptions> = {}) {
  const running = await startStripe({ dir: null, ...options });
  onTestFinished(() => running.stop());
  return { running, stripe: createSdk(running), control: openControl(running.url), url: running.url };
}

/** Creates a folder for a journal, which is removed after the test. */
export function createJournalFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'stripe-stand-in-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/**
 * Starts a webhook receiver that checks signatures with the real SDK. `answer` returns the status code for the
 * delivery number `n`, counted from 0.
 */
export async function startWebhookReceiver(
  stripe: Stripe,
  secret = 'whsec_local',
  answer: (n: number) => number = () => 200,
) {
  const events: Stripe.Event[] = [];
  let seenEvents = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = answer(seenEvents++);
      const event = stripe.webhooks.constructEvent(
        Buffer.concat(chunks),
        String(request.headers['stripe-signature']),
        secret,
      );
      if (status === 200) events.push(event);
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    events,
    types: () => events.map((event) => event.type as string),
    attempts: () => seenEvents,
    close,
  };
}

/** Parameters with which our API creates payment intents (with manual capture). */
export const MANUAL_CAPTURE_PARAMS = {
  amount: 11_500,
  currency: 'usd',
  capture_method: 'manual',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Stripe.PaymentIntentCreateParams;

/** Authorizes a payment without capturing it. */
export function authorizePayment(stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({
    ...MANUAL_CAPTURE_PARAMS,
    confirm: true,
    payment_method: 'pm_card_visa',
    ...more,
  });
}

export async function createPaidIntent(stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const intent = await authorizePayment(stripe, more);
  return stripe.paymentIntents.capture(intent.id);
}

/** Returns the Stripe error with which a call fails. Throws if the call succeeds. */
export async function getStripeError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call was expected to fail.');
}

/** Calls the API as a browser does, with the publishable key and a form body. */
export async function callAsBrowser(url: string, method: string, path: string, params: Record<string, string>) {
  const form = new URLSearchParams(params);
  const response = await fetch(method === 'GET' ? `${url}${path}?${form}` : `${url}${path}`, {
    method,
    headers: { authorization: 'Bearer pk_test_local', origin: 'http://shop.test' },
    ...(method === 'GET' ? {} : { body: form }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as StandInAnswer };
}

/** Fields of API responses that the tests read. */
export interface StandInAnswer extends Record<string, unknown> {
  error?: {
    type: string;
    code?: string;
    decline_code?: string;
    message: string;
    param?: string;
    payment_intent?: Record<string, unknown>;
  };
  status?: string;
  client_secret?: string;
  next_action?: { type: string; use_stripe_sdk?: { source: string }; redirect_to_url?: { url: string } };
}

/** Returns card details as a browser sends them. */
export const createTypedCard = (number: string, more: Record<string, string> = {}) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3),
  'payment_method_data[card][cvc]': number.startsWith('3') ? '1234' : '123',
  ...more,
});
