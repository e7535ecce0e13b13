/** Describes booking events in sentences for the brand, the creator or staff. */
import { formatDollars, formatRate } from '@marquee/money';
import { formatDay } from '@marquee/time';
import { computeOwnPayout, type AgencyPart, type CreatorPayout, type EventData, type EventKind } from './events.ts';
import { PRODUCT_NAME } from '@marquee/brand';
import type { BookingStatus, Side } from './states.ts';
import type { AnswerableRequest } from './windows.ts';
import { formatHours } from './review-time.ts';
import { describeCancelReason } from './reasons.words.ts';

type DescribedEvent<K extends EventKind> = {
  [P in K]: {
    kind: P;
    data: EventData[P];
    actorWorkspaceId: string | null;
    actorName: string | null;
    /** True if another person acted for the reader's workspace. */
    isByColleague?: true;
  };
}[K];

interface SentenceContext {
  /** The actor's name, or 'You' if the viewer is the actor. */
  who: string;
  /** The viewer's side, or null for staff. */
  /** The member's name, for the events of `BRAND_ONLY_KINDS`. */
  member: string;
  side: Side | null;
  isBrand: boolean;
  isCreator: boolean;
  /** True if no user caused the event, for example because a deadline passed. */
  isTimer: boolean;
  toBrand: string;
  brandsBank: string;
  /** Formats an ISO time. */
  moment: (at: string) => string;
}

/**
 * Describes an event in one sentence, worded for the viewer `reader`. `moment` formats an ISO time for the page or
 * document.
 */
export function describeBookingEvent<K extends EventKind>(
  event: DescribedEvent<K>,
  reader: { id: string; side: Side | null },
  moment: (at: string) => string,
): string {
  const isBrand = reader.side === 'brand';
  // A page that was loaded before a deployment may receive a new kind of event that its code does not know.
  if (!Object.hasOwn(SENTENCES_BY_KIND, event.kind)) return 'The booking was updated.';
  return SENTENCES_BY_KIND[event.kind](event.data, {
    who:
      event.actorWorkspaceId === reader.id && event.isByColleague !== true ? 'You' : (event.actorName ?? PRODUCT_NAME),
    member: event.actorName ?? 'A member',
    side: reader.side,
    isBrand,
    isCreator: reader.side === 'creator',
    isTimer: event.actorWorkspaceId === null,
    toBrand: isBrand ? 'to your card' : 'to the brand',
    brandsBank: isBrand ? 'Your bank' : 'The brand’s bank',
    moment,
  });
}

const formatAmount = formatDollars;

/** Formats a payout: the creator's own part for the creator, and the amount before an agency's part for others. */
const formatPayout = (payout: CreatorPayout, isCreator: boolean): string =>
  formatAmount(isCreator ? computeOwnPayout(payout) : payout.creatorCents);

/** Formats an agency's part, for the creator and staff. */
export const describeAgencyPart = ({ name, shareBps, cents }: AgencyPart): string =>
  `${name} receives ${formatRate(shareBps)} (${formatAmount(cents)}).`;

const SENTENCES_BY_KIND: { [K in EventKind]: (data: EventData[K], words: SentenceContext) => string } = {
  'booking.requested': (_, { member }) => `${member} requested this order.`,
  'booking.request_approved': (_, { member }) => `${member} approved this order.`,
  'booking.ordered': ({ totalCents }, { who }) => `${who} placed an order for ${formatAmount(totalCents)}.`,
  'booking.moved': ({ to, byApproval, agency }, { who }) =>
    byApproval === true
      ? 'All deliverables are approved, and the work is completed.'
      : `${who} ${MOVE_PHRASES[to]}.${agency === undefined ? '' : ` ${describeAgencyPart(agency)}`}`,
  'booking.withdrawn': (_, { who }) => `${who} withdrew the order before it was accepted.`,
  'booking.lapsed': ({ reason }, { side }) =>
    `${describeCancelReason(reason, side ?? undefined)} The booking was cancelled.`,
  'booking.payment_reminded': ({ by }, { isBrand, moment }) =>
    `Reminder: ${isBrand ? 'pay' : 'the brand has to pay'} by ${moment(by)}.`,
  'booking.approved': (_, { who }) => `${who} approved the work.`,
  'booking.acceptance_extended': ({ acceptBy }, { who, isCreator, moment }) =>
    `${who} gave ${isCreator ? 'you' : 'the creator'} until ${moment(acceptBy)} to accept.`,
  'booking.rights_reminded': ({ rights, endsAt }, { moment }) => `Usage rights (${rights}) end on ${moment(endsAt)}.`,
  'booking.reminded': ({ releaseAt, ...payout }, { isBrand, isCreator, moment }) =>
    `Reminder: ${formatPayout(payout, isCreator)} will be paid out on ${moment(releaseAt)} unless ${isBrand ? 'you report' : 'the brand reports'} a problem.`,
  'booking.answer_reminded': ({ of, side, by }, { side: reader, moment }) =>
    `Reminder: ${side === reader ? 'you have' : `the ${side} has`} until ${moment(by)} to ${REMINDED_ACTIONS[of]}.`,
  'booking.start_reminded': ({ startBy, endsAt }, { isCreator, moment }) =>
    `Reminder: if ${isCreator ? 'you do' : 'the creator does'} not start by ${moment(startBy)}, the brand can cancel. The booking is cancelled automatically on ${moment(endsAt)}.`,
  'booking.overdue_reminded': ({ endsAt }, { moment }) =>
    `Reminder: without a delivery, the booking is cancelled on ${moment(endsAt)} and refunded in full.`,
  'delivery.sent': ({ title, number }, { who }) =>
    `${who} sent ${number === 1 ? '' : `version ${number} of `}“${title}”.`,
  'delivery.approved': ({ title }, { who }) => `${who} approved “${title}”.`,
  'delivery.changes_asked': ({ title, changeRequest }, { who }) =>
    `${who} requested changes to “${title}”: “${changeRequest}”`,
  'delivery.planned': ({ days, last }, { who }) =>
    days === 0
      ? `${who} removed the delivery schedule.`
      : `${who} scheduled ${days === 1 ? 'one deliverable for' : `${days} deliverables, the last one for`} ${formatDay(last)}.`,
  'booking.due_moved': ({ dueBefore, dueAt, hours }, { moment }) =>
    `The due date moved from ${moment(dueBefore)} to ${moment(dueAt)} because the review took ${formatHours(hours)} longer than promised.`,
  'shipment.addressed': (_, { who }) => `${who} entered the shipping address for the product.`,
  'shipment.sent': ({ carrier, tracking }, { who }) =>
    `${who} sent the product${[carrier, tracking].some((said) => said !== '') ? ` (${[carrier, tracking].filter(Boolean).join(' ')})` : ''}.`,
  'shipment.arrived': ({ dueAt }, { who, moment }) =>
    `${who} received the product.${dueAt === null ? '' : ` The work is due by ${moment(dueAt)}.`}`,
  'publication.added': ({ link, publishedOn }, { who }) =>
    `${who} added a post, published on ${formatDay(publishedOn)} and marked as advertising: ${link}`,
  'publication.removed': ({ link }, { who }) => `${who} removed a post: ${link}`,
  'publication.picture_added': ({ link }, { who }) => `${who} added a screenshot of a post: ${link}`,
  'publication.picture_removed': ({ link }, { who }) => `${who} removed the screenshot of a post: ${link}`,
  'publication.figures_reported': ({ link, views }, { who }) =>
    `${who} reported metrics${views === null ? '' : ` (${views.toLocaleString('en-US')} views)`} for ${link}`,
  'booking.cancellation_asked': ({ reason }, { who }) => `${who} requested to cancel the booking: “${reason}”`,
  'booking.cancellation_withdrawn': (_, { who }) => `${who} withdrew the cancellation request. The booking continues.`,
  'booking.cancelled': ({ reason, refundCents }, { side, toBrand }) =>
    `${describeCancelReason(reason, side ?? undefined)} ${formatAmount(refundCents)} is refunded ${toBrand}.`,

  'dispute.opened': ({ kind }, { who }) =>
    kind === 'problem'
      ? `${who} reported a problem. The payout is on hold.`
      : `${who} declined the cancellation request. The payment is on hold.`,
  'dispute.statement_added': (_, { who }) => `${who} added a statement.`,
  'dispute.unanswered': () => `The deadline to answer passed. ${PRODUCT_NAME} will decide.`,
  'dispute.split_offered': ({ creatorCents, refundCents }, { who, toBrand }) =>
    `${who} offered to split the payment: ${formatAmount(creatorCents)} to the creator, ${formatAmount(refundCents)} refunded ${toBrand}.`,
  'dispute.split_accepted': (_, { who }) => `${who} accepted the payment split.`,
  'dispute.refund_agreed': ({ refundCents }, { who }) => `${who} agreed to a refund of ${formatAmount(refundCents)}.`,
  'dispute.withdrawn': ({ kind }, { who }) =>
    kind === 'problem'
      ? `${who} withdrew the report.`
      : `${who} withdrew the cancellation request. The booking continues.`,
  'dispute.decided': (data, words) => `${PRODUCT_NAME} decided the dispute: ${describeDecision(data, words)}.`,

  'payment.authorized': ({ totalCents }, { who }) =>
    `${who} authorized ${formatAmount(totalCents)} by card. The card is not charged yet.`,
  'payment.captured': ({ totalCents }, { isBrand }) =>
    `${isBrand ? 'Your card' : 'The brand’s card'} was charged ${formatAmount(totalCents)}. We hold the payment.`,
  'payment.voided': () => 'The card authorization was cancelled, and the card was not charged.',
  'payment.release_decided': ({ by, ...payout }, { who, isCreator, isTimer }) => {
    const amount = formatPayout(payout, isCreator);
    if (by === 'staff') return `The payout of ${amount} was released.`;
    return isTimer ? `The payout of ${amount} was released automatically.` : `${who} released the payout of ${amount}.`;
  },
  'payment.refund_decided': ({ refundCents }) => `A refund of ${formatAmount(refundCents)} was started.`,
  'payment.split_decided': ({ creatorCents, refundCents, feeCents }, { toBrand }) =>
    `The payment is split: ${formatAmount(creatorCents)} to the creator, ${formatAmount(refundCents)} refunded ${toBrand}, and a platform fee of ${formatAmount(feeCents)}.`,
  'payment.refunded': ({ refundCents }, { toBrand }) => `${formatAmount(refundCents)} was refunded ${toBrand}.`,
  'payment.refund_returned': ({ amountCents }, { brandsBank }) =>
    `${brandsBank} returned the refund of ${formatAmount(amountCents)}. ${PRODUCT_NAME} will pay it another way.`,
  'payment.refund_replaced': ({ amountCents }, { isBrand }) =>
    `${PRODUCT_NAME} paid the refund of ${formatAmount(amountCents)} ${isBrand ? 'to you' : 'to the brand'} another way.`,
  'payment.charged_back': ({ amountCents }, { brandsBank }) =>
    `${brandsBank} reversed the payment of ${formatAmount(amountCents)}. The payment is on hold until the bank decides.`,
  'payment.chargeback_won': ({ amountCents }) =>
    `The bank returned the payment of ${formatAmount(amountCents)}. The booking continues.`,
  'payment.chargeback_lost': ({ amountCents }, { isBrand }) =>
    `The bank refunded the payment of ${formatAmount(amountCents)} to ${isBrand ? 'you' : 'the brand'}. This is final.`,
  'payment.reversed': (payout, { isCreator }) =>
    `The payout of ${formatPayout(payout, isCreator)} was reversed while the bank reviews the payment.`,
  'payment.restored': (payout, { isCreator }) =>
    `${isCreator ? 'You were' : 'The creator was'} paid ${formatPayout(payout, isCreator)} again.`,
  'payment.surplus_found': ({ amountCents }, { isBrand }) =>
    `${isBrand ? 'You' : 'The brand'} paid ${formatAmount(amountCents)} too much. It will be refunded.`,
  'payment.surplus_refunded': ({ amountCents }, { toBrand }) =>
    `The overpayment of ${formatAmount(amountCents)} was refunded ${toBrand}.`,
  'payment.release_blocked': ({ reason }, { isCreator }) => {
    if (reason === 'payout_setup')
      return isCreator
        ? 'The payout is on hold until you finish your payout setup.'
        : 'The payout is on hold until the creator finishes the payout setup.';
    if (!isCreator) return 'The payout is on hold for a security check.';
    if (reason === 'payment_check') return 'The payout is on hold for a security check of the payment.';
    return reason === 'payout_change'
      ? 'The payout is on hold, because your payout account was changed.'
      : 'The payout is on hold until our team has checked a reported workspace.';
  },
  'payment.released': ({ feeCents, ...payout }, { isCreator }) =>
    isCreator
      ? `You were paid ${formatPayout(payout, isCreator)}.${payout.agency === undefined ? '' : ` ${describeAgencyPart(payout.agency)}`}`
      : `The creator was paid ${formatPayout(payout, isCreator)}. The platform fee of ${formatAmount(feeCents)} was collected.`,
};

/** Returns staff's decision in a dispute, worded as the end of a sentence. */
function describeDecision(data: EventData['dispute.decided'], { isBrand, isCreator }: SentenceContext): string {
  if (data.status !== 'completed') {
    return data.decision === 'release'
      ? 'the booking continues'
      : `the booking is cancelled, and ${isBrand ? 'you are' : 'the brand is'} refunded in full`;
  }
  if (data.decision === 'release')
    return `${isCreator ? 'you are' : 'the creator is'} paid ${formatDollars(data.creatorCents)}`;
  if (data.decision === 'refund')
    return `${isBrand ? 'you are' : 'the brand is'} refunded ${formatDollars(data.refundCents)}`;
  return 'the payment is split';
}

/** The request of each reminder. Emails have their own, longer texts. */
const REMINDED_ACTIONS: Record<AnswerableRequest, string> = {
  order: 'accept or decline',
  cancellation: 'answer the cancellation request',
  dispute: 'respond in the dispute',
  review: 'review the work',
};

const MOVE_PHRASES: Record<BookingStatus, string> = {
  pending: 'reopened the booking',
  accepted: 'accepted the booking',
  in_progress: 'started working',
  completed: 'marked the work as completed',
  cancelled: 'declined the booking',
};
