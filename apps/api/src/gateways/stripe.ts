/**
 * The only file that calls Stripe's API, except for stripe-books.ts, which reads lists. Calls that create objects
 * have a deterministic idempotency key, derived from our database rows.
 */
import { Stripe } from 'stripe';
import type { Env } from '../config/env.ts';
import { openStripeBooks } from './stripe-books.ts';

/** The fields of a PaymentIntent that the application uses. */
export interface PaymentIntentData {
  id: string;
  status: Stripe.PaymentIntent.Status;
  clientSecret: string | null;
  amount: number;
  amountReceived: number;
  currency: string;
  bookingId: string | null;
  chargeId: string | null;
  captureBefore: Date | null;
  /** The payment method as text, such as "Visa ending in 4242". */
  paidWith: string | null;
  /** Stripe's code for the failure of the last attempt to pay, such as 'authentication_required'. */
  errorCode: string | null;
  customerId: string | null;
  paymentMethodId: string | null;
  /** The consent to saving the card, or null if the card is not saved. */
  saving: CardConsent | null;
}

/** Who agreed that a card is saved, and to which version of the consent sentence. */
export interface CardConsent {
  personId: string;
  version: string;
}

/** The fields of a SetupIntent, with which a card is saved without a payment. */
export interface SetupData {
  isDone: boolean;
  workspaceId: string | null;
  customerId: string | null;
  paymentMethodId: string | null;
  consent: CardConsent | null;
}

/** A card at Stripe. `customerId` is null if it was detached from its customer. */
export interface CardData {
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
}

/** The booking data with which a PaymentIntent is created. */
interface PaymentIntentRequest {
  bookingId: string;
  totalCents: number;
  description: string;
  attempt: number;
}

/** The fields of a chargeback that the application uses. Stripe calls a chargeback a dispute. */
export interface StripeDisputeData {
  id: string;
  /** `inquiry` means that the bank only asks for information, and has not reversed the payment. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  amount: number;
  reason: string;
  chargeId: string;
  intentId: string | null;
  /** The deadline for submitting evidence. */
  respondBy: Date | null;
  /** True if we have submitted evidence, which is possible only once. */
  isAnswered: boolean;
}

/** The evidence for the bank. Each text has at most `MAX_EVIDENCE_CHARACTERS`. */
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

/**
 * Stripe has rejected a request, and would reject each retry as well. Not used for a timeout, a 5xx response or a
 * rate limit, after which a retry may succeed.
 */
export class StripeRefusedError extends Error {
  readonly code: string | undefined;

  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/**
 * Stripe has stored a 5xx response under the idempotency key and returns it for each retry with this key. The
 * request may still have had an effect, so the caller has to read the object from Stripe. Not thrown for a first 5xx
 * response, because a retry with the same key may still succeed.
 */
export class StripeGaveUpError extends Error {
  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
  }
}

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
    books: openStripeBooks(stripe),

    /** The settings for Stripe.js in the browser. */
    browser: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      stripeJsUrl: env.STRIPE_JS_URL === '' ? null : env.STRIPE_JS_URL,
    },

    /**
     * Creates a PaymentIntent that authorizes the card on confirmation and charges it on capture (docs/decisions.md
     * "Create intent").
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
     * Captures a PaymentIntent. If Stripe rejects the capture, the caller has to read the intent again. No
     * idempotency key is needed, because Stripe rejects a second capture. With a key, Stripe would return a stored
     * 5xx response for a day.
     */
    captureIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.capture(id, { expand: ['latest_charge'] }))),

    /**
     * Cancels a PaymentIntent. No idempotency key is needed, because canceling twice is harmless. With a key, Stripe
     * would return a stored rejection to every retry.
     */
    cancelIntent: async (id: string): Promise<PaymentIntentData> =>
      toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.cancel(id, { expand: ['latest_charge'] }))),

    /**
     * Prepares an unpaid PaymentIntent for a saved card or for saving a card. Stripe never changes the customer of an
     * intent again. No idempotency key is needed, because repeating the update is harmless.
     */
    prepareIntent: async (
      id: string,
      { customerId, saving }: { customerId: string | null; saving: CardConsent | null },
    ): Promise<void> => {
      await classifyStripeErrors(
        stripe.paymentIntents.update(id, {
          ...(customerId !== null && { customer: customerId }),
          setup_future_usage: saving === null ? '' : 'off_session',
          metadata: { savedBy: saving?.personId ?? '', consentVersion: saving?.version ?? '' },
        }),
      );
    },

    /**
     * Authorizes the payment with a saved card. If the payer is present, the bank may ask for a confirmation, and the
     * intent then has the status `requires_action`. If not, Stripe refuses with the code `authentication_required`.
     */
    confirmIntent: async (
      id: string,
      request: { cardPaymentId: string; paymentMethodId: string; offSession: boolean },
    ): Promise<PaymentIntentData> =>
      toPaymentIntentData(
        await classifyStripeErrors(
          stripe.paymentIntents.confirm(
            id,
            {
              payment_method: request.paymentMethodId,
              ...(request.offSession ? { off_session: true } : { use_stripe_sdk: true }),
              expand: ['latest_charge'],
            },
            { idempotencyKey: `card_payment:${request.cardPaymentId}` },
          ),
        ),
      ),

    /** Creates the customer of a workspace, to which its saved cards belong. It contains no personal data. */
    createCustomer: async (workspaceId: string, attempt: number): Promise<string> => {
      const customer = await classifyStripeErrors(
        stripe.customers.create(
          { metadata: { workspaceId } },
          { idempotencyKey: `workspace:${workspaceId}:customer:${attempt}` },
        ),
      );
      return customer.id;
    },

    isCustomerDeleted: async (id: string): Promise<boolean> =>
      (await classifyStripeErrors(stripe.customers.retrieve(id))).deleted === true,

    /**
     * Creates a SetupIntent, with which the browser saves a card. `number` is different for each SetupIntent of the
     * workspace.
     */
    createSetup: async (request: {
      workspaceId: string;
      customerId: string;
      consent: CardConsent;
      number: number;
    }): Promise<string> => {
      const { workspaceId, customerId, consent } = request;
      const setup = await classifyStripeErrors(
        stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            metadata: { workspaceId, savedBy: consent.personId, consentVersion: consent.version },
          },
          { idempotencyKey: `workspace:${workspaceId}:setup:${request.number}` },
        ),
      );
      if (setup.client_secret === null) throw new Error(`SetupIntent ${setup.id} has no client secret`);
      return setup.client_secret;
    },

    retrieveSetup: async (id: string): Promise<SetupData> => {
      const setup = await classifyStripeErrors(stripe.setupIntents.retrieve(id));
      return {
        isDone: setup.status === 'succeeded',
        workspaceId: setup.metadata?.['workspaceId'] ?? null,
        customerId: setup.customer === null ? null : toId(setup.customer),
        paymentMethodId: setup.payment_method === null ? null : toId(setup.payment_method),
        consent: toCardConsent(setup.metadata),
      };
    },

    retrieveCard: async (paymentMethodId: string): Promise<CardData> => {
      const { id, customer, card } = await classifyStripeErrors(stripe.paymentMethods.retrieve(paymentMethodId));
      if (card === undefined) throw new Error(`Payment method ${id} is not a card`);
      return {
        customerId: customer === null ? null : toId(customer),
        brand: card.brand,
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
        fingerprint: card.fingerprint ?? id,
      };
    },

    /**
     * Detaches a card from its customer, so that it can never be charged again. No idempotency key is needed, because
     * Stripe refuses to detach a card twice.
     */
    detachCard: async (paymentMethodId: string): Promise<void> => {
      await classifyStripeErrors(stripe.paymentMethods.detach(paymentMethodId));
    },

    /** Transfers a payee's share of the booking's charge. Returns the transfer's id. */
    createTransfer: async (request: {
      bookingId: string;
      payeeId: string;
      chargeId: string;
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
            source_transaction: request.chargeId,
            transfer_group: request.bookingId,
            metadata: { bookingId: request.bookingId, payeeId: request.payeeId, effect: 'release' },
          },
          { idempotencyKey: `booking:${request.bookingId}:release:${request.payeeId}:${request.attempt}` },
        ),
      );
      return transfer.id;
    },

    /**
     * Returns the id of a booking's transfer to a payee, or null. If `effect` is `restore`, returns the second
     * transfer, which pays the payee again after a won chargeback.
     */
    findTransfer: async (
      { bookingId, payeeId }: { bookingId: string; payeeId: string },
      effect: 'release' | 'restore' = 'release',
    ): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.transfers.list({ transfer_group: bookingId, limit: 100 }));
      const found = data.find(({ metadata }) => metadata['payeeId'] === payeeId && metadata['effect'] === effect);
      return found?.id ?? null;
    },

    /** Refunds the amount of a booking's charge that the brand gets back. Returns the refund's id. */
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

    /** Refunds a surplus payment, which belongs to no booking. Returns the refund's id. */
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

    /** Returns the id of the refund of a charge that we requested for the purpose `effect`, or null. */
    findRefund: async (chargeId: string, effect: 'refund' | 'surplus'): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.refunds.list({ charge: chargeId, limit: 100 }));
      return data.find((refund) => refund.metadata?.['effect'] === effect)?.id ?? null;
    },

    /**
     * Returns the state of a refund. `isReturned` means that the card's bank sent the money back, and `why` is
     * Stripe's reason. `effect` is the purpose of the refund, or null if our API did not request it.
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
     * Submits the evidence to the bank. This is possible only once. Sent without an idempotency key, because the
     * caller has checked that none was submitted before.
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

    /** Reverses a payee's transfer after a chargeback. Returns the reversal's id. */
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
          { idempotencyKey: `dispute:${request.disputeId}:reverse:${request.transferId}:${request.attempt}` },
        ),
      );
      return reversal.id;
    },

    /** Returns the id of the reversal of a transfer that was made for this chargeback, or null. */
    findReversal: async (transferId: string, disputeId: string): Promise<string | null> => {
      const { data } = await classifyStripeErrors(stripe.transfers.listReversals(transferId, { limit: 100 }));
      return data.find((reversal) => reversal.metadata?.['disputeId'] === disputeId)?.id ?? null;
    },

    /**
     * Pays a payee again after a won chargeback. The money is taken from the platform's balance, to which the bank
     * returned it, and not from the charge: Stripe limits the sum of a charge's transfers to its amount, and counts
     * reversed transfers.
     */
    restoreTransfer: async (request: {
      disputeId: string;
      bookingId: string;
      payeeId: string;
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
            metadata: { bookingId: request.bookingId, payeeId: request.payeeId, effect: 'restore' },
          },
          { idempotencyKey: `dispute:${request.disputeId}:restore:${request.payeeId}:${request.attempt}` },
        ),
      );
      return transfer.id;
    },

    /** Creates a connected account. It can receive transfers after its owner has completed Stripe's onboarding. */
    createAccount: async (
      user: { workspaceId: string; email: string },
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
            metadata: { userId: user.workspaceId },
          },
          // The idempotency key contains the country, because a stored response for another country must not be
          // reused.
          { idempotencyKey: `user:${user.workspaceId}:account:${to.country}:${attempt}` },
        ),
      );
      return account.id;
    },

    canReceiveTransfers: async (accountId: string): Promise<boolean> => {
      const account = await classifyStripeErrors(stripe.accounts.retrieve(accountId));
      return account.capabilities?.transfers === 'active';
    },

    /** Returns the details of a connected account, and the list of details that Stripe still requires. */
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
        // Stripe omits the agreement if it is the default, `full`.
        agreement: terms?.service_agreement === 'recipient' ? 'recipient' : 'full',
        disabledReason: requirements?.disabled_reason ?? null,
        requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
      };
    },

    /**
     * Returns the bank account or debit card for a connected account's payouts, and whether the bank has rejected it.
     * Returns null if there is none. `fingerprint` identifies the account at the bank, so that removing it and adding
     * it again is not a change.
     */
    readBank: async (
      accountId: string,
    ): Promise<{ id: string; fingerprint: string; last4: string; isRefused: boolean } | null> => {
      const banks = (await classifyStripeErrors(stripe.accounts.retrieve(accountId))).external_accounts?.data ?? [];
      const bank = banks.find((one) => one.default_for_currency === true) ?? banks[0];
      if (bank === undefined) return null;
      const { id, fingerprint, last4, status } = bank;
      return { id, fingerprint: fingerprint ?? id, last4, isRefused: status === 'errored' };
    },

    /**
     * Returns a payout from a connected account to its bank. `failureCode` is Stripe's code, or null if the payout
     * has not failed.
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

    /** Returns a one-time link to the Express dashboard of an account that has completed onboarding. */
    createLoginLink: async (accountId: string): Promise<string> =>
      (await classifyStripeErrors(stripe.accounts.createLoginLink(accountId))).url,

    /**
     * Returns a one-time link to Stripe's onboarding. Stripe redirects to `returnUrl` afterwards, or to `refreshUrl`
     * if the link has expired.
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

/**
 * Converts Stripe's definite errors to StripeRefusedError and StripeGaveUpError. After any other error, the effect
 * of the request is unknown, and the caller has to retry it.
 */
async function classifyStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new StripeRefusedError(error);
    // Stripe reports this for an account that does not exist or is not ours.
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
  // A closed inquiry and a prevented dispute have not moved any money.
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
    errorCode: intent.last_payment_error?.code ?? null,
    customerId: intent.customer === null ? null : toId(intent.customer),
    paymentMethodId: intent.payment_method === null ? null : toId(intent.payment_method),
    saving: intent.setup_future_usage === 'off_session' ? toCardConsent(intent.metadata) : null,
  };
}

/** Returns the consent in the metadata of an intent, which only our API can set, or null if there is none. */
function toCardConsent(metadata: Stripe.Metadata | null): CardConsent | null {
  const { savedBy: personId, consentVersion: version } = metadata ?? {};
  return personId && version ? { personId, version } : null;
}

/** Returns text such as 'Visa ending in 4242', or null if Stripe provides no details. */
function describePaymentMethod(method: Stripe.Charge.PaymentMethodDetails | null): string | null {
  const { brand, last4 } = method?.card ?? {};
  return brand && last4 ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}` : null;
}
