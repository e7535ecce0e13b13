/** Reads Stripe's records page by page for reconciliation. Changes nothing at Stripe. */
import { Stripe } from 'stripe';

/** The lists of Stripe's API to read, each ordered by creation time. */
export const STRIPE_LISTS = ['event', 'intent', 'charge', 'refund', 'transfer', 'dispute'] as const;
export type StripeListName = (typeof STRIPE_LISTS)[number];

/** A Stripe event in the format of a webhook request. */
export interface MissedStripeEvent {
  is: 'event';
  id: string;
  type: string;
  createdAt: Date;
  object: { id: string; metadata?: Record<string, string> | null };
}

export interface StripeMovement {
  is: 'movement';
  kind: 'charge' | 'refund' | 'transfer' | 'reversal' | 'dispute';
  id: string;
  /** The booking id according to Stripe. The caller has to check that the booking exists. */
  bookingId: string | null;
  intentId: string | null;
  chargeId: string | null;
  cents: number;
  createdAt: Date;
}

/** A payment intent that is authorized, captured or canceled. */
export interface OpenPaymentIntent {
  is: 'intent';
  id: string;
  bookingId: string | null;
  status: Stripe.PaymentIntent.Status;
  createdAt: Date;
}

export type StripeListItem = MissedStripeEvent | StripeMovement | OpenPaymentIntent;

export interface StripeListPage {
  seen: StripeListItem[];
  /** The cursor of the next page, which has older objects. Null on the last page. */
  next: string | null;
}

interface StripeListPageRequest {
  stream: StripeListName;
  /** A range of Unix times in seconds, both inclusive. */
  from: number;
  until: number;
  after: string | null;
}

const STRIPE_PAGE_SIZE = 100;

const toId = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null);
const getCreatedAt = (object: { created: number }) => new Date(object.created * 1000);

/** For each list, a function that converts Stripe's objects. One object may become several items or none. */
const LIST_READERS = {
  event: {
    list: (stripe, params) => stripe.events.list(params),
    read: (event) => [
      {
        is: 'event',
        id: event.id,
        type: event.type,
        createdAt: new Date(event.created * 1_000),
        object: event.data.object as MissedStripeEvent['object'],
      },
    ],
  } satisfies StripeListReader<Stripe.Event>,
  intent: {
    list: (stripe, params) => stripe.paymentIntents.list(params),
    read: (intent) =>
      intent.status === 'requires_capture' || intent.status === 'canceled' || intent.status === 'succeeded'
        ? [
            {
              is: 'intent',
              id: intent.id,
              bookingId: intent.metadata['bookingId'] ?? intent.transfer_group,
              status: intent.status,
              createdAt: getCreatedAt(intent),
            },
          ]
        : [],
  } satisfies StripeListReader<Stripe.PaymentIntent>,
  charge: {
    list: (stripe, params) => stripe.charges.list(params),
    read: (charge) => (charge.captured && charge.amount_captured > 0 ? [toChargeMovement(charge)] : []),
  } satisfies StripeListReader<Stripe.Charge>,
  refund: {
    list: (stripe, params) => stripe.refunds.list({ ...params, expand: ['data.charge'] }),
    // Stripe reports a canceled authorization as a refund, although no money was captured.
    read: (refund) =>
      refund.status === 'failed' || refund.status === 'canceled' || !isCapturedCharge(refund.charge)
        ? []
        : [toRefundMovement(refund)],
  } satisfies StripeListReader<Stripe.Refund>,
  transfer: {
    list: (stripe, params) => stripe.transfers.list(params),
    read: (transfer) => [
      toTransferMovement(transfer),
      ...transfer.reversals.data.map((reversal) => toReversalMovement(reversal, transfer)),
    ],
  } satisfies StripeListReader<Stripe.Transfer>,
  dispute: {
    list: (stripe, params) => stripe.disputes.list({ ...params, expand: ['data.charge'] }),
    read: (dispute) => (dispute.status.startsWith('warning_') ? [] : [toDisputeMovement(dispute)]),
  } satisfies StripeListReader<Stripe.Dispute>,
};

interface StripeListParams {
  created: { gte: number; lte: number };
  limit: number;
  starting_after?: string;
}
interface StripeListReader<T> {
  list: (stripe: Stripe, params: StripeListParams) => Promise<Stripe.ApiList<T>>;
  read: (object: T) => StripeListItem[];
}

const toChargeMovement = (charge: Stripe.Charge): StripeMovement => ({
  is: 'movement',
  kind: 'charge',
  id: charge.id,
  bookingId: charge.metadata['bookingId'] ?? charge.transfer_group,
  intentId: toId(charge.payment_intent),
  chargeId: charge.id,
  cents: charge.amount_captured,
  createdAt: getCreatedAt(charge),
});

/** Returns the booking id of a charge. Its refunds and disputes have the same one. */
const getTransferGroup = (charge: string | Stripe.Charge | null) =>
  typeof charge === 'object' && charge !== null ? charge.transfer_group : null;

const isCapturedCharge = (charge: string | Stripe.Charge | null) =>
  typeof charge !== 'object' || charge === null || charge.captured;

const toRefundMovement = (refund: Stripe.Refund): StripeMovement => ({
  is: 'movement',
  kind: 'refund',
  id: refund.id,
  bookingId: getTransferGroup(refund.charge),
  intentId: toId(refund.payment_intent),
  chargeId: toId(refund.charge),
  cents: refund.amount,
  createdAt: getCreatedAt(refund),
});

const toTransferMovement = (transfer: Stripe.Transfer): StripeMovement => ({
  is: 'movement',
  kind: 'transfer',
  id: transfer.id,
  bookingId: transfer.transfer_group,
  intentId: null,
  chargeId: toId(transfer.source_transaction),
  cents: transfer.amount,
  createdAt: getCreatedAt(transfer),
});

const toReversalMovement = (reversal: Stripe.TransferReversal, transfer: Stripe.Transfer): StripeMovement => ({
  is: 'movement',
  kind: 'reversal',
  id: reversal.id,
  bookingId: transfer.transfer_group,
  intentId: null,
  chargeId: toId(transfer.source_transaction),
  cents: reversal.amount,
  createdAt: getCreatedAt(reversal),
});

const toDisputeMovement = (dispute: Stripe.Dispute): StripeMovement => ({
  is: 'movement',
  kind: 'dispute',
  id: dispute.id,
  bookingId: getTransferGroup(dispute.charge),
  intentId: toId(dispute.payment_intent),
  chargeId: toId(dispute.charge),
  cents: dispute.amount,
  createdAt: getCreatedAt(dispute),
});

export const openStripeBooks = (stripe: Stripe) => ({
  /**
   * Returns one page of a list, newest first. If the cursor is no longer valid, returns the first page. Throws
   * Stripe's errors.
   */
  page: async (request: StripeListPageRequest): Promise<StripeListPage> => {
    try {
      return await readStripeListPage(stripe, request);
    } catch (error) {
      const unknown = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
      if (request.after === null || !unknown) throw error;
      return readStripeListPage(stripe, { ...request, after: null });
    }
  },

  /**
   * Returns the amount of the charge, refund, transfer or reversal with this id in cents, or null if Stripe does not
   * have it. Ids of other kinds of objects are not requested.
   */
  findCents: async (id: string, transferId: string | null): Promise<number | null> => {
    try {
      return await readMovementCents(stripe, id, transferId);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
      throw error;
    }
  },
});

async function readStripeListPage(
  stripe: Stripe,
  { stream, from, until, after }: StripeListPageRequest,
): Promise<StripeListPage> {
  const { list, read } = LIST_READERS[stream] as unknown as StripeListReader<{ id: string }>;
  const { data, has_more } = await list(stripe, {
    created: { gte: from, lte: until },
    limit: STRIPE_PAGE_SIZE,
    ...(after !== null && { starting_after: after }),
  });
  return { seen: data.flatMap(read), next: has_more ? (data.at(-1)?.id ?? null) : null };
}

async function readMovementCents(stripe: Stripe, id: string, transferId: string | null): Promise<number | null> {
  const [prefix] = id.split('_');
  switch (prefix) {
    case 'ch':
    case 'py':
      return (await stripe.charges.retrieve(id)).amount_captured;
    case 're':
    case 'pyr':
      // A refund that the bank returned still happened. Its return is a separate movement.
      return (await stripe.refunds.retrieve(id)).amount;
    case 'tr':
      return (await stripe.transfers.retrieve(id)).amount;
    case 'trr':
      return transferId === null ? null : (await stripe.transfers.retrieveReversal(transferId, id)).amount;
    case 'du':
    case 'dp':
      return (await stripe.disputes.retrieve(id)).amount;
    default:
      return null;
  }
}
