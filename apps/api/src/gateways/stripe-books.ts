/** Reads Stripe's books page by page. Nothing here changes anything at Stripe. */
import { Stripe } from 'stripe';

/** The lists that are read, each by the time its objects were made. */
export const STRIPE_LISTS = ['event', 'intent', 'charge', 'refund', 'transfer', 'dispute'] as const;
export type StripeListName = (typeof STRIPE_LISTS)[number];

/** An event as the webhook would have brought it. */
export interface MissedStripeEvent {
  is: 'event';
  id: string;
  type: string;
  object: { id: string; metadata?: Record<string, string> | null };
}

/** A movement of money at Stripe. */
export interface StripeMovement {
  is: 'movement';
  kind: 'charge' | 'refund' | 'transfer' | 'reversal' | 'dispute';
  id: string;
  /** The booking that it says it is for; whether there is one is for our database to say. */
  bookingId: string | null;
  intentId: string | null;
  chargeId: string | null;
  cents: number;
  createdAt: Date;
}

/** A payment that is authorised and not charged: no money yet, but some of a brand's is reserved. */
export interface OpenPaymentIntent {
  is: 'intent';
  id: string;
  bookingId: string | null;
  status: Stripe.PaymentIntent.Status;
}

export type StripeListItem = MissedStripeEvent | StripeMovement | OpenPaymentIntent;

export interface StripeListPage {
  seen: StripeListItem[];
  /** Where the next, older page begins; null: there is none. */
  next: string | null;
}

interface StripeListPageRequest {
  stream: StripeListName;
  /** Seconds since the epoch, both included. */
  from: number;
  until: number;
  after: string | null;
}

const STRIPE_PAGE_SIZE = 100;

const toId = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null);
const getCreatedAt = (object: { created: number }) => new Date(object.created * 1000);

/** Everything that a stream lists, in our words. One object of Stripe's may be several movements, or none. */
const LIST_READERS = {
  event: {
    list: (stripe, params) => stripe.events.list(params),
    read: (event) => [
      { is: 'event', id: event.id, type: event.type, object: event.data.object as MissedStripeEvent['object'] },
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
    // Letting an authorisation go is a refund to Stripe, of money that was never taken.
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

/** The booking of a refund or a dispute is that of its charge. */
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

/** What reconciliation reads of Stripe. */
export const openStripeBooks = (stripe: Stripe) => ({
  /**
   * One page of a stream, newest first. Throws whatever Stripe says; a cursor that it no longer knows begins anew.
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
   * The amount of the object with this id, or null when Stripe
   * has none. Ids that are not of a movement are not asked for.
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
      // One that was sent back was made all the same; that it came back is a movement of its own.
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
