/** Receives Stripe events and enqueues the jobs that re-read the changed objects from Stripe. */
import { idField } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import { pauseAt } from '../../../core/faults.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { findBookingForDecision } from '../../booking/bookings/bookings.sql.ts';
import { insertStripeEvent } from './payments.sql.ts';
import { isEventAlreadyApplied } from './payments.service.ts';

interface EventContext {
  tx: UnitOfWork;
  object: WebhookObject;
  /** The connected account that the event is about. The platform's own events have none. */
  account: string | null;
  /** Most events arrive while the request that caused them still stores its result, so their jobs start later. */
  webhookDelayMs: number;
  type: string;
}

type EventHandler = (event: EventContext) => void;

/** Other software may use the same Stripe account and also set `bookingId` in the metadata. */
const findBookingId = ({ metadata }: WebhookObject): string | undefined =>
  idField.safeParse(metadata?.['bookingId']).data;

const syncIntent: EventHandler = ({ tx, object, type, webhookDelayMs }) => {
  const bookingId = findBookingId(object);
  if (bookingId !== undefined)
    tx.enqueue('payments.sync', { bookingId, paymentIntentId: object.id, told: type }, { afterMs: webhookDelayMs });
};

const syncDispute: EventHandler = ({ tx, object }) => tx.enqueue('chargebacks.sync', { stripeDisputeId: object.id });

const syncRefundOfEvent: EventHandler = ({ tx, object }) =>
  tx.enqueue('settlements.sync_refund', { refundId: object.id });

const syncCardOfEvent: EventHandler = ({ tx, object }) =>
  tx.enqueue('payments.sync_card', { paymentMethodId: object.id });

const syncCustomerOfEvent: EventHandler = ({ tx, object }) =>
  tx.enqueue('payments.sync_customer', { customerId: object.id });

const saveSetup: EventHandler = ({ tx, object, webhookDelayMs }) => {
  // Other software may use the same Stripe account.
  if (idField.safeParse(object.metadata?.['workspaceId']).success)
    tx.enqueue('payments.save_setup', { setupIntentId: object.id }, { afterMs: webhookDelayMs });
};

const syncAccount = (tx: UnitOfWork, accountId: string): void => {
  tx.enqueue('settlements.sync_account', { accountId });
  tx.enqueue('payouts.sync_bank', { accountId });
};

const syncAccountOfEvent: EventHandler = ({ tx, object }) => syncAccount(tx, object.id);

const syncBankOfEvent: EventHandler = ({ tx, account }) => {
  if (account !== null) syncAccount(tx, account);
};

const syncReturnedPayout: EventHandler = ({ tx, object, account }) => {
  if (account !== null) tx.enqueue('payouts.sync_returned', { payoutId: object.id, accountId: account });
};

const EVENT_HANDLERS = {
  'payment_intent.created': syncIntent,
  'payment_intent.requires_action': syncIntent,
  'payment_intent.processing': syncIntent,
  'payment_intent.payment_failed': syncIntent,
  'payment_intent.amount_capturable_updated': syncIntent,
  'payment_intent.succeeded': syncIntent,
  'payment_intent.canceled': syncIntent,
  'charge.dispute.created': syncDispute,
  'charge.dispute.updated': syncDispute,
  'charge.dispute.closed': syncDispute,
  'charge.dispute.funds_withdrawn': syncDispute,
  'charge.dispute.funds_reinstated': syncDispute,
  'refund.failed': syncRefundOfEvent,
  'refund.updated': syncRefundOfEvent,
  // Older API versions send only this event about a change to a refund.
  'charge.refund.updated': syncRefundOfEvent,
  'setup_intent.succeeded': saveSetup,
  'payment_method.detached': syncCardOfEvent,
  // Banks replace expired cards without telling us.
  'payment_method.updated': syncCardOfEvent,
  'payment_method.automatically_updated': syncCardOfEvent,
  'customer.deleted': syncCustomerOfEvent,
  'account.updated': syncAccountOfEvent,
  'account.external_account.created': syncBankOfEvent,
  'account.external_account.updated': syncBankOfEvent,
  'account.external_account.deleted': syncBankOfEvent,
  'payout.failed': syncReturnedPayout,
} satisfies Record<string, EventHandler>;

/** The types of Stripe events that the webhook endpoint subscribes to (docs/operations.md). All others are ignored. */
export const SUBSCRIBED_EVENTS = Object.keys(EVENT_HANDLERS) as readonly (keyof typeof EVENT_HANDLERS)[];

const findEventHandler = (type: string): EventHandler | undefined =>
  Object.hasOwn(EVENT_HANDLERS, type) ? EVENT_HANDLERS[type as keyof typeof EVENT_HANDLERS] : undefined;

export const isSubscribedEvent = (type: string): boolean => findEventHandler(type) !== undefined;

/** A Stripe event, from its webhook or from Stripe's list of events. */
interface StripeEventNews {
  id: string;
  type: string;
  /** The event's object. Null for event types that we ignore. */
  object: WebhookObject | null;
  /** The connected account that the event is about. */
  account?: string | null | undefined;
  /** The time of the event at Stripe. The default is now. */
  createdAt?: Date | undefined;
  source?: 'webhook' | 'list';
}

/**
 * In one transaction, stores a Stripe event and the job that re-reads the event's object from Stripe, so that no
 * event is lost or applied twice. Amounts and states in the event are not trusted. An event that would change
 * nothing gets no job.
 */
export async function receiveWebhook(deps: Deps, event: StripeEventNews): Promise<void> {
  const { id: eventId, type, object, account = null, source = 'webhook' } = event;
  const receivedAt = deps.now();
  const createdAt = event.createdAt ?? receivedAt;
  const row = { id: eventId, type, createdAt, receivedAt, source };
  const countEvent = () => deps.metrics.countStripeEvent(source, receivedAt.getTime() - createdAt.getTime());
  const handle = findEventHandler(type);
  const bookingId = object === null || handle !== syncIntent ? undefined : findBookingId(object);
  if (
    object === null ||
    handle === undefined ||
    (bookingId !== undefined &&
      isEventAlreadyApplied(await findBookingForDecision(deps.db, bookingId), type, object.id))
  )
    return (await insertStripeEvent(deps.db, row)) ? countEvent() : undefined;
  const isNew = await inTransaction(deps, async (tx) => {
    if (!(await insertStripeEvent(tx.db, row))) return false;
    handle({ tx, object, account, type, webhookDelayMs: deps.env.TIMING.webhookDelayMs });
    await pauseAt('webhook.before_commit');
    return true;
  });
  if (isNew) countEvent();
}

export interface WebhookObject {
  id: string;
  metadata?: Record<string, unknown> | null | undefined;
}
