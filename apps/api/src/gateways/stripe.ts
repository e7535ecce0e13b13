/**
 * The only file that calls Stripe. Each call that creates an object has a deterministic idempotency key derived from
 * our rows.
 */
import { Stripe } from 'stripe';
import type { Env } from '../config/env.ts';
import { openStripeBooks } from './stripe-books.ts';

/** The fields of a PaymentIntent that we use. */
export interface PaymentIntentData {
  id: string;
  status: Stripe.PaymentIntent.Status;
  clientSecret: string | null;
  amount: number;
  /** The captured amount. */
  amountReceived: number;
  currency: string;
  bookingId: string | null;
  chargeId: string | null;
  captureBefore: Date | null;
  /** The card as text, such as "Visa ending in 4242". */
  paidWith: string | null;
}

/** The booking of an intent: its amounts and names. */
interface PaymentIntentRequest {
  bookingId: string;
  totalCents: number;
  description: string;
  attempt: number;
}

/** The fields of a chargeback that we use. Stripe calls it a dispute. */
export interface StripeDisputeData {
  id: string;
  /** `inquiry` means that the bank asks for information and has not reversed the payment. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  amount: number;
  reason: string;
  chargeId: string;
  intentId: string | null;
  /** The deadline for the response. */
  respondBy: Date | null;
  /** True if evidence was submitted, which is possible once. */
  isAnswered: boolean;
}

/** The evidence for the bank, with Stripe's field names and at most `MAX_EVIDENCE_CHARACTERS` each. */
export interface ChargebackResponse {
  customerName: string;
  customerEmail: string;
  productDescription: string;
  serviceDate: string;
  refundPolicy: string;
  activity: string;
  everythingElse: string;
}

export const MAX_EVIDENCE_CHARACTERS = 20_000;

/** A rejection that would be the same for each retry, unlike a timeout, a 5xx or a rate limit. */
export class StripeRefusedError extends Error {
  readonly code: string | undefined;

  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/**
 * Stripe has reported a failure, which it repeats for as long as it stores the idempotency key. No retry with this
 * key can succeed, and only reading the object tells whether the request had an effect. A first 5xx is different: a
 * retry with the same key may still succeed.
 */
export class StripeGaveUpError extends Error {
  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
  }
}

export type StripeGateway = ReturnType<typeof openStripe>;

// Few retries, each with the same key (docs/safety.md).
const MAX_STRIPE_RETRIES = 2;
/** A webhook's timestamp must be within 300 s of our clock, in both directions (docs/safety.md). */
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
    /** Stripe's records, for reconciliation. */
    books: openStripeBooks(stripe),

    /** The settings that the browser needs to load Stripe.js. */
    browser: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      stripeJsUrl: env.STRIPE_JS_URL === '' ? null : env.STRIPE_JS_URL,
    },

    /**
     * Creates an intent that authorizes on confirmation and charges on capture (docs/decisions.md "Create intent").
     */
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
     * Sent without an idempotency key: Stripe rejects a second capture, while a 5xx stored under a key would be
     * returned for a day. After a rejection, the intent is read again.
     */
    captureIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.capture(id, { expand: ['latest_charge'] }))),

    /**
     * Sent without an idempotency key: canceling twice is harmless, while a rejection stored under a key would block
     * retries.
     */
    cancelIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.cancel(id, { expand: ['latest_charge'] }))),

    /** Pays the creator from the booking's charge. Returns the transfer's id. */
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

    /** Returns the transfer of a booking, or null. `restore` is the one after a won chargeback. */
    findTransfer: async (bookingId: string, effect: 'release' | 'restore' = 'release'): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.transfers.list({ transfer_group: bookingId, limit: 100 }));
      return data.find((transfer) => (transfer.metadata['effect'] ?? 'release') === effect)?.id ?? null;
    },

    /** Refunds the brand's part of a booking's charge. Returns the refund's id. */
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

    /** Refunds a payment that belongs to no booking. Returns the refund's id. */
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

    /** Returns our refund of a charge, or null. */
    findRefund: async (chargeId: string, effect: 'refund' | 'surplus'): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.refunds.list({ charge: chargeId, limit: 100 }));
      return data.find((refund) => refund.metadata?.['effect'] === effect)?.id ?? null;
    },

    /**
     * Returns the state of a refund. `isReturned` means that the card's bank returned it, with Stripe's reason in
     * `why`. `effect` is the purpose of the refund, or null if it was not requested by us.
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

    /**
     * Submits the evidence to the bank, which is final. Sent without an idempotency key, because the caller has
     * checked that none was submitted before.
     */
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

    /** Reverses the creator's transfer after a chargeback. Returns the reversal's id. */
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

    /** Returns the reversal of a transfer for a chargeback, or null. */
    findReversal: async (transferId: string, disputeId: string): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.transfers.listReversals(transferId, { limit: 100 }));
      return data.find((reversal) => reversal.metadata?.['disputeId'] === disputeId)?.id ?? null;
    },

    /**
     * Pays a creator again after a won chargeback, from the platform's balance, to which the bank returned the
     * money. Stripe limits the sum of a charge's transfers to its amount, including reversed ones.
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

    /** Creates a connected account, which can receive transfers after its owner has completed Stripe's onboarding. */
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
          // The key contains the country, because a lost response must not be reused for another country.
          { idempotencyKey: `user:${user.id}:account:${to.country}:${attempt}` },
        ),
      );
      return account.id;
    },

    canReceiveTransfers: async (accountId: string): Promise<boolean> => {
      const account = await classifyStripeErrors(stripe.accounts.retrieve(accountId));
      return account.capabilities?.transfers === 'active';
    },

    /** Returns the details that Stripe has about an account and those it still requires. */
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
        // Stripe names only the non-default agreement.
        agreement: terms?.service_agreement === 'recipient' ? 'recipient' : 'full',
        disabledReason: requirements?.disabled_reason ?? null,
        requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
      };
    },

    /** Returns the bank account for an account's payouts and whether the bank has rejected it, or null. */
    readBank: async (accountId: string): Promise<{ id: string; isRefused: boolean } | null> => {
      const banks = (await classifyStripeErrors(stripe.accounts.retrieve(accountId))).external_accounts?.data ?? [];
      const bank = banks.find((one) => one.default_for_currency === true) ?? banks[0];
      return bank === undefined ? null : { id: bank.id, isRefused: bank.status === 'errored' };
    },

    /**
     * Returns a payout to a connected account's bank. `failureCode` is Stripe's code, or null if it has not failed.
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

    /** Returns a one-time link to the Express dashboard of an account with completed onboarding. */
    createLoginLink: async (accountId: string): Promise<string> =>
      (await classifyStripeErrors(stripe.accounts.createLoginLink(accountId))).url,

    /**
     * Returns a one-time link to Stripe's onboarding. It returns to `returnUrl`, or to `refreshUrl` if it has
     * expired.
     */
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
     * Verifies a webhook's signature over the raw bytes and returns the event. Throws if it is not from Stripe or
     * not recent.
     */
    readWebhook: (rawBody: Buffer, signature: string): Stripe.Event => {
      const event = stripe.webhooks.constructEvent(rawBody, signature, env.STRIPE_WEBHOOK_SECRET, WEBHOOK_TOLERANCE_S);
      // The SDK rejects only old timestamps.
      const timestamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (timestamp > Date.now() / 1000 + WEBHOOK_TOLERANCE_S) throw new Error('The webhook is dated in the future');
      return event;
    },
  };
}

/**
 * Converts Stripe's definite errors to StripeRefusedError and StripeGaveUpError. All others are ambiguous and have
 * to be retried.
 */
async function classifyStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new StripeRefusedError(error);
    // Stripe's error for an account that does not exist or is not ours.
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
  // An inquiry that was closed or prevented has not moved any money.
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

/** Returns 'Visa ending in 4242', or null if Stripe gives no details. */
function describePaymentMethod(method: Stripe.Charge.PaymentMethodDetails | null): string | null {
  const { brand, last4 } = method?.card ?? {};
  return brand && last4 ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}` : null;
}
