/**
 * The only file that talks to Stripe. Every call that makes an
 * object carries a deterministic idempotency key from our rows.
 */
import { Stripe } from 'stripe';
import type { Env } from '../config/env.ts';
import { openStripeBooks } from './stripe-books.ts';

/** What we read of a PaymentIntent. */
export interface PaymentIntentData {
  id: string;
  status: Stripe.PaymentIntent.Status;
  clientSecret: string | null;
  amount: number;
  /** What the card was charged so far. */
  amountReceived: number;
  currency: string;
  bookingId: string | null;
  chargeId: string | null;
  captureBefore: Date | null;
  /** The card, in words: "Visa ending in 4242". */
  paidWith: string | null;
}

/** The amounts and names of the booking that an intent is for. */
interface PaymentIntentRequest {
  bookingId: string;
  totalCents: number;
  description: string;
  attempt: number;
}

/** What we read of a chargeback, which Stripe calls a dispute. */
export interface StripeDisputeData {
  id: string;
  /** inquiry: the bank asks, and has taken nothing. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  amount: number;
  reason: string;
  chargeId: string;
  intentId: string | null;
  /** Until when its bank listens. */
  respondBy: Date | null;
  /** Something was sent to its bank; it listens once. */
  isAnswered: boolean;
}

/** What the bank of a chargeback is told; Stripe's names, at most `MAX_EVIDENCE_CHARACTERS` each. */
export interface ChargebackResponse {
  customerName: string;
  customerEmail: string;
  productDescription: string;
  serviceDate: string;
  refundPolicy: string;
  activity: string;
  everythingElse: string;
}

/** Stripe's limit for one text of evidence. */
export const MAX_EVIDENCE_CHARACTERS = 20_000;

/** A refusal that repeating the same request cannot change (as opposed to a time-out, a 5xx or a rate limit). */
export class StripeRefusedError extends Error {
  readonly code: string | undefined;

  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/**
 * Stripe has answered that it failed and repeats that for as long as it keeps the key:
 * the request under this key is over, and only looking tells whether it did something.
 * A 5xx that is not a repeated one is no such answer: the same key may still succeed.
 */
export class StripeGaveUpError extends Error {
  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
  }
}

export type StripeGateway = ReturnType<typeof openStripe>;

// safety.md: few retries; every retry carries the same key.
const MAX_STRIPE_RETRIES = 2;
/** safety.md: a webhook's timestamp must be within 300 s, on both sides. */
const WEBHOOK_TOLERANCE_S = 300;

/** Opens a client for Stripe, or for the server at STRIPE_API_BASE that speaks its API. */
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
    /** Stripe's books, for reconciliation. */
    books: openStripeBooks(stripe),

    /** What the browser needs to load Stripe.js. */
    browser: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      stripeJsUrl: env.STRIPE_JS_URL === '' ? null : env.STRIPE_JS_URL,
    },

    /** Authorises on confirmation, charges on capture (decisions, "Create intent"). */
    createIntent: async (request: PaymentIntentRequest): Promise<PaymentIntentData> =>
      toPaymentIntentData(
        await classifyStripeErrors(
          stripe.paymentIntents.create(
            {
              amount: request.totalCents,
              currency: 'usd',
              capture_method: 'manual',
              allowed_payment_method_types: ['card'],
              description: request.description,
              transfer_group: request.bookingId,
              metadata: { bookingId: request.bookingId },
            },
            { idempotencyKey: `booking:${request.bookingId}:intent:${request.attempt}` },
          ),
        ),
      ),

    retrieveIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(
        await classifyStripeErrors(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
      ),

    /**
     * No key of ours: Stripe refuses to capture twice, while a 5xx remembered under a key would be its answer for a
     * day. After a refusal the intent is read again; what it says is what happened.
     */
    captureIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.capture(id, { expand: ['latest_charge'] }))),

    /**
     * No key of ours: cancelling twice does no harm, while a refusal remembered under a key could not be tried again.
     */
    cancelIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.cancel(id, { expand: ['latest_charge'] }))),

    /** Pays the creator out of the booking's own charge. Returns the transfer's id. */
    createTransfer: async (request: {
      bookingId: string;
      chargeId: string;
      accountId: string;
      creatorCents: number;
      attempt: number;
    }): Promise<string> => {
      const transfer = await classifyStripeErrors(
        stripe.transfers.create(
          {
            amount: request.creatorCents,
            currency: 'usd',
            destination: request.accountId,
            source_transaction: request.chargeId,
            transfer_group: request.bookingId,
            metadata: { bookingId: request.bookingId, effect: 'release' },
          },
          { idempotencyKey: `booking:${request.bookingId}:release:${request.attempt}` },
        ),
      );
      return transfer.id;
    },

    /** The transfer that was made for a booking, if any; `restore`: the one after a chargeback that was won. */
    findTransfer: async (bookingId: string, effect: 'release' | 'restore' = 'release'): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.transfers.list({ transfer_group: bookingId, limit: 100 }));
      return data.find((transfer) => (transfer.metadata['effect'] ?? 'release') === effect)?.id ?? null;
    },

    /** Gives the brand its part of a booking's charge back. Returns the refund's id. */
    createRefund: async (request: {
      bookingId: string;
      chargeId: string;
      refundCents: number;
      attempt: number;
    }): Promise<string> => {
      const refund = await classifyStripeErrors(
        stripe.refunds.create(
          {
            charge: request.chargeId,
            amount: request.refundCents,
            metadata: { bookingId: request.bookingId, effect: 'refund' },
          },
          { idempotencyKey: `booking:${request.bookingId}:refund:${request.attempt}` },
        ),
      );
      return refund.id;
    },

    /** Gives all of a payment back that belongs to no booking. Returns the refund's id. */
    refundSurplus: async (request: {
      intentId: string;
      chargeId: string;
      amountCents: number;
      attempt: number;
    }): Promise<string> => {
      const refund = await classifyStripeErrors(
        stripe.refunds.create(
          { charge: request.chargeId, amount: request.amountCents, metadata: { effect: 'surplus' } },
          { idempotencyKey: `intent:${request.intentId}:surplus:${request.attempt}` },
        ),
      );
      return refund.id;
    },

    /** The refund that we made of a charge, if any. */
    findRefund: async (chargeId: string, effect: 'refund' | 'surplus'): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.refunds.list({ charge: chargeId, limit: 100 }));
      return data.find((refund) => refund.metadata?.['effect'] === effect)?.id ?? null;
    },

    /**
     * What became of a refund. `isReturned`: the card's bank sent it back (`why`: Stripe's word for the reason).
     * `effect`: what we asked for it for; null when we did not.
     */
    retrieveRefund: async (
      id: string,
    ): Promise<{
      isReturned: boolean;
      why: string | null;
      effect: 'refund' | 'surplus' | null;
      chargeId: string | null;
    }> => {
      const { status, failure_reason, metadata, charge } = await classifyStripeErrors(stripe.refunds.retrieve(id));
      const effect = metadata?.['effect'];
      return {
        isReturned: status === 'failed' || status === 'canceled',
        why: failure_reason ?? null,
        effect: effect === 'refund' || effect === 'surplus' ? effect : null,
        chargeId: charge === null ? null : toId(charge),
      };
    },

    retrieveDispute: async (id: string): Promise<StripeDisputeData> => {
      const dispute = await classifyStripeErrors(stripe.disputes.retrieve(id));
      return {
        id: dispute.id,
        state: toChargebackState(dispute.status),
        amount: dispute.amount,
        reason: dispute.reason,
        chargeId: toId(dispute.charge),
        intentId: dispute.payment_intent === null ? null : toId(dispute.payment_intent),
        respondBy: toDateFromSeconds(dispute.evidence_details.due_by),
        isAnswered: dispute.evidence_details.submission_count > 0,
      };
    },

    /** Sends the bank of a chargeback what is known, for good. No key of ours: it was looked whether it has something. */
    respondToDispute: async (id: string, response: ChargebackResponse): Promise<void> => {
      await classifyStripeErrors(
        stripe.disputes.update(id, {
          evidence: {
            customer_name: response.customerName,
            customer_email_address: response.customerEmail,
            product_description: response.productDescription,
            service_date: response.serviceDate,
            refund_policy_disclosure: response.refundPolicy,
            access_activity_log: response.activity,
            uncategorized_text: response.everythingElse,
          },
          submit: true,
        }),
      );
    },

    /** Takes back what a creator was paid, after a chargeback. Returns the reversal's id. */
    reverseTransfer: async (request: {
      disputeId: string;
      transferId: string;
      amountCents: number;
      attempt: number;
    }): Promise<string> => {
      const reversal = await classifyStripeErrors(
        stripe.transfers.createReversal(
          request.transferId,
          { amount: request.amountCents, metadata: { disputeId: request.disputeId } },
          { idempotencyKey: `dispute:${request.disputeId}:reverse:${request.attempt}` },
        ),
      );
      return reversal.id;
    },

    /** The reversal that was made of a transfer for a chargeback, if any. */
    findReversal: async (transferId: string, disputeId: string): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.transfers.listReversals(transferId, { limit: 100 }));
      return data.find((reversal) => reversal.metadata?.['disputeId'] === disputeId)?.id ?? null;
    },

    /**
     * Pays a creator again after a chargeback that was won. From the platform's balance, where the bank's money came
     * back to: Stripe lets the transfers of one charge together not exceed it, reversed ones included.
     */
    restoreTransfer: async (request: {
      disputeId: string;
      bookingId: string;
      accountId: string;
      amountCents: number;
      attempt: number;
    }): Promise<string> => {
      const transfer = await classifyStripeErrors(
        stripe.transfers.create(
          {
            amount: request.amountCents,
            currency: 'usd',
            destination: request.accountId,
            transfer_group: request.bookingId,
            metadata: { bookingId: request.bookingId, effect: 'restore' },
          },
          { idempotencyKey: `dispute:${request.disputeId}:restore:${request.attempt}` },
        ),
      );
      return transfer.id;
    },

    /** A connected account that can receive transfers once its owner has finished Stripe's onboarding. */
    createAccount: async (
      user: { id: string; email: string },
      to: { country: string; agreement: 'full' | 'recipient'; withCards: boolean },
      attempt: number,
    ): Promise<string> => {
      const account = await classifyStripeErrors(
        stripe.accounts.create(
          {
            email: user.email,
            country: to.country,
            controller: {
              fees: { payer: 'application' },
              losses: { payments: 'application' },
              stripe_dashboard: { type: 'express' },
            },
            capabilities: {
              transfers: { requested: true },
              ...(to.withCards && { card_payments: { requested: true } }),
            },
            ...(to.agreement === 'recipient' && { tos_acceptance: { service_agreement: to.agreement } }),
            metadata: { userId: user.id },
          },
          // The country is part of it: an answer that was lost is not the answer to another wish.
          { idempotencyKey: `user:${user.id}:account:${to.country}:${attempt}` },
        ),
      );
      return account.id;
    },

    /** Whether an account can receive transfers now. */
    canReceiveTransfers: async (accountId: string): Promise<boolean> => {
      const account = await classifyStripeErrors(stripe.accounts.retrieve(accountId));
      return account.capabilities?.transfers === 'active';
    },

    /** What Stripe has been told of an account, and what it still asks for before it lets it be paid. */
    readAccount: async (
      accountId: string,
    ): Promise<{
      detailsSubmitted: boolean;
      agreement: 'full' | 'recipient';
      disabledReason: string | null;
      requirements: string[];
    }> => {
      const account = await classifyStripeErrors(stripe.accounts.retrieve(accountId));
      const { details_submitted: detailsSubmitted, requirements, tos_acceptance: terms } = account;
      return {
        detailsSubmitted,
        // Stripe names only the one that is not usual.
        agreement: terms?.service_agreement === 'recipient' ? 'recipient' : 'full',
        disabledReason: requirements?.disabled_reason ?? null,
        requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
      };
    },

    /**
     * The bank account that Stripe pays an account's money to, and whether the bank has refused; null: there is none.
     */
    readBank: async (accountId: string): Promise<{ id: string; isRefused: boolean } | null> => {
      const banks = (await classifyStripeErrors(stripe.accounts.retrieve(accountId))).external_accounts?.data ?? [];
      const bank = banks.find((one) => one.default_for_currency === true) ?? banks[0];
      return bank === undefined ? null : { id: bank.id, isRefused: bank.status === 'errored' };
    },

    /**
     * One of Stripe's payouts to the bank of a connected account. `failureCode`: Stripe's word; null: it has not
     * failed.
     */
    retrievePayout: async (
      id: string,
      accountId: string,
    ): Promise<{ amount: number; currency: string; bankId: string | null; failureCode: string | null }> => {
      const payout = await classifyStripeErrors(stripe.payouts.retrieve(id, {}, { stripeAccount: accountId }));
      return {
        amount: payout.amount,
        currency: payout.currency,
        bankId: payout.destination === null ? null : toId(payout.destination),
        failureCode: payout.status === 'failed' ? (payout.failure_code ?? 'could_not_process') : null,
      };
    },

    /** A one-time link into the Express dashboard of an account whose owner has finished the onboarding. */
    createLoginLink: async (accountId: string): Promise<string> =>
      (await classifyStripeErrors(stripe.accounts.createLoginLink(accountId))).url,

    /** A one-time link to Stripe's onboarding; it comes back to `returnUrl`, or to `refreshUrl` when it has expired. */
    createOnboardingLink: async (accountId: string, returnUrl: string, refreshUrl: string): Promise<string> => {
      const link = await classifyStripeErrors(
        stripe.accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      );
      return link.url;
    },

    /**
     * Checks a webhook's signature over its raw bytes and returns
     * the event; throws when it is not Stripe's or not recent.
     */
    readWebhook: (rawBody: Buffer, signature: string): Stripe.Event => {
      const event = stripe.webhooks.constructEvent(rawBody, signature, env.STRIPE_WEBHOOK_SECRET, WEBHOOK_TOLERANCE_S);
      // The SDK refuses old timestamps only.
      const timestamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (timestamp > Date.now() / 1000 + WEBHOOK_TOLERANCE_S) throw new Error('The webhook is dated in the future');
      return event;
    },
  };
}

/**
 * Turns Stripe's definite answers into StripeRefused and StripeGaveUp;
 * everything else is ambiguous and stays an error to retry.
 */
async function classifyStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new StripeRefusedError(error);
    // What Stripe says of an account that is not there, or not ours.
    if (error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid')
      throw new StripeRefusedError(error);
    if (error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true')
      throw new StripeGaveUpError(error);
    throw error;
  }
}

const toId = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

const toDateFromSeconds = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1_000);

function toChargebackState(status: Stripe.Dispute.Status): StripeDisputeData['state'] {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  // An inquiry that ended without one, or was prevented, took nothing.
  return status.startsWith('warning_') || status === 'prevented' ? 'inquiry' : 'open';
}

function toPaymentIntentData(intent: Stripe.PaymentIntent): PaymentIntentData {
  const charge = intent.latest_charge;
  const captureBefore = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined;
  return {
    id: intent.id,
    status: intent.status,
    clientSecret: intent.client_secret,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    bookingId: intent.metadata['bookingId'] ?? null,
    chargeId: typeof charge === 'string' ? charge : (charge?.id ?? null),
    captureBefore: captureBefore === undefined ? null : new Date(captureBefore * 1000),
    paidWith: typeof charge === 'object' ? describePaymentMethod(charge?.payment_method_details ?? null) : null,
  };
}

/** 'Visa ending in 4242'; null when Stripe does not say more than that something was paid with. */
function describePaymentMethod(method: Stripe.Charge.PaymentMethodDetails | null): string | null {
  const { brand, last4 } = method?.card ?? {};
  return brand && last4 ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}` : null;
}
