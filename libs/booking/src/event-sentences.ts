/** Describes booking events in sentences for the brand, the creator or staff. */
import { formatDollars } from '@marquee/money';
import { formatDay } from './availability.ts';
import type { EventData, EventKind } from './events.ts';
import { PRODUCT_NAME } from './brand.ts';
import type { BookingStatus, Side } from './states.ts';
import type { AnswerableRequest } from './windows.ts';
import { describeCancelReason } from './reader-texts.ts';

type DescribedEvent<K extends EventKind> = {
  [P in K]: { kind: P; data: EventData[P]; actorId: string | null; actorName: string | null };
}[K];

interface SentenceContext {
  /** The actor's name, or 'You' if the viewer is the actor. */
  who: string;
  /** The viewer's side, or null for staff. */
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
    who: event.actorId === reader.id ? 'You' : (event.actorName ?? PRODUCT_NAME),
    side: reader.side,
    isBrand,
    isCreator: reader.side === 'creator',
    isTimer: event.actorId === null,
    toBrand: isBrand ? 'to your card' : 'to the brand',
    brandsBank: isBrand ? 'Your bank' : 'The brand’s bank',
    moment,
  });
}

const formatAmount = formatDollars;

const SENTENCES_BY_KIND: { [K in EventKind]: (data: EventData[K], words: SentenceContext) => string } = {
  'booking.ordered': ({ totalCents }, { who }) => `${who} placed the order for ${formatAmount(totalCents)}.`,
  'booking.moved': ({ to, byApproval }, { who }) =>
    byApproval === true ? 'Every deliverable is approved: the work is completed.' : `${who} ${MOVE_PHRASES[to]}.`,
  'booking.withdrawn': (_, { who }) => `${who} took the order back before it was accepted.`,
  'booking.lapsed': ({ reason }, { side }) =>
    `${describeCancelReason(reason, side ?? undefined)} The booking was cancelled.`,
  'booking.payment_reminded': ({ by }, { isBrand, moment }) =>
    `${isBrand ? 'You were' : 'The brand was'} reminded to pay by ${moment(by)}.`,
  'booking.approved': (_, { who }) => `${who} approved the work.`,
  'booking.acceptance_extended': ({ acceptBy }, { who, isCreator, moment }) =>
    `${who} gave ${isCreator ? 'you' : 'the creator'} until ${moment(acceptBy)} to accept.`,
  'booking.rights_reminded': ({ rights, endsAt }, { moment }) => `Usage rights (${rights}) end on ${moment(endsAt)}.`,
  'booking.reminded': ({ creatorCents, releaseAt }, { isBrand, moment }) =>
    `${isBrand ? 'You were' : 'The brand was'} reminded: without an answer ${formatAmount(creatorCents)} is paid out on ${moment(releaseAt)}.`,
  'booking.answer_reminded': ({ of, side, by }, { side: reader, moment }) =>
    `${side === reader ? 'You were' : `The ${side} was`} reminded to ${REMINDED_ACTIONS[of]} by ${moment(by)}.`,
  'booking.start_reminded': ({ startBy, endsAt }, { isCreator, moment }) =>
    `Both sides were reminded: ${isCreator ? 'you start' : 'the creator starts'} by ${moment(startBy)}, or the brand can cancel; on ${moment(endsAt)} the booking is cancelled by itself.`,
  'booking.overdue_reminded': ({ endsAt }, { moment }) =>
    `Both sides were reminded: without a delivery the booking is cancelled on ${moment(endsAt)}, with a refund in full.`,
  'delivery.sent': ({ title, number }, { who }) =>
    `${who} sent ${number === 1 ? '' : `version ${number} of `}“${title}”.`,
  'delivery.approved': ({ title }, { who }) => `${who} approved “${title}”.`,
  'delivery.changes_asked': ({ title, changeRequest }, { who }) =>
    `${who} asked for changes to “${title}”: “${changeRequest}”`,
  'delivery.planned': ({ days, last }, { who }) =>
    days === 0
      ? `${who} took the plan back.`
      : `${who} planned when to send what: ${days === 1 ? 'one part' : `${days} parts, the last`} on ${formatDay(last)}.`,
  'shipment.addressed': (_, { who }) => `${who} said where to send the product.`,
  'shipment.sent': ({ carrier, tracking }, { who }) =>
    `${who} sent the product${[carrier, tracking].some((said) => said !== '') ? ` (${[carrier, tracking].filter(Boolean).join(' ')})` : ''}.`,
  'shipment.arrived': ({ dueAt }, { who, moment }) =>
    `${who} received the product.${dueAt === null ? '' : ` The work is due by ${moment(dueAt)}.`}`,
  'publication.added': ({ link, publishedOn }, { who }) =>
    `${who} noted a post, published on ${formatDay(publishedOn)} and marked as advertising: ${link}`,
  'publication.removed': ({ link }, { who }) => `${who} took a post off the list: ${link}`,
  'publication.picture_added': ({ link }, { who }) => `${who} added a picture of a post: ${link}`,
  'publication.picture_removed': ({ link }, { who }) => `${who} removed the picture of a post: ${link}`,
  'publication.figures_reported': ({ link, views }, { who }) =>
    `${who} reported figures of ${link}${views === null ? '' : `: ${views.toLocaleString('en-US')} views`}.`,
  'booking.cancellation_asked': ({ reason }, { who }) => `${who} asked to cancel this booking: “${reason}”`,
  'booking.cancellation_withdrawn': (_, { who }) => `${who} took the request to cancel back. The booking goes on.`,
  'booking.cancelled': ({ reason, refundCents }, { side, toBrand }) =>
    `${describeCancelReason(reason, side ?? undefined)} ${formatAmount(refundCents)} goes back ${toBrand}.`,

  'dispute.opened': ({ kind }, { who }) =>
    kind === 'problem'
      ? `${who} reported a problem. The payout is stopped.`
      : `${who} did not agree to cancel. The money is frozen.`,
  'dispute.statement_added': (_, { who }) => `${who} added a statement.`,
  'dispute.unanswered': () => `The time to answer is over. ${PRODUCT_NAME} decides.`,
  'dispute.split_offered': ({ creatorCents, refundCents }, { who, toBrand }) =>
    `${who} offered to share the money: ${formatAmount(creatorCents)} for the creator, ${formatAmount(refundCents)} back ${toBrand}.`,
  'dispute.split_accepted': (_, { who }) => `${who} accepted the offer.`,
  'dispute.refund_agreed': ({ refundCents }, { who }) => `${who} agreed to a refund of ${formatAmount(refundCents)}.`,
  'dispute.withdrawn': ({ kind }, { who }) =>
    kind === 'problem' ? `${who} withdrew the report.` : `${who} took the request to cancel back. The booking goes on.`,
  'dispute.decided': (data, words) => `${PRODUCT_NAME} decided: ${describeDecision(data, words)}.`,

  'payment.authorized': ({ totalCents }, { who }) =>
    `${who} authorised ${formatAmount(totalCents)} by card. Nothing is charged yet.`,
  'payment.captured': ({ totalCents }, { isBrand }) =>
    `${isBrand ? 'Your card' : 'The brand’s card'} was charged ${formatAmount(totalCents)}. The platform holds the payment.`,
  'payment.voided': () => 'The card authorisation was cancelled. Nothing was charged.',
  'payment.release_decided': ({ by, creatorCents }, { who, isTimer }) => {
    if (by === 'staff') return `The payout of ${formatAmount(creatorCents)} was released.`;
    return isTimer
      ? `The payout of ${formatAmount(creatorCents)} was released automatically.`
      : `${who} released the payout of ${formatAmount(creatorCents)}.`;
  },
  'payment.refund_decided': ({ refundCents }) => `A refund of ${formatAmount(refundCents)} was started.`,
  'payment.split_decided': ({ creatorCents, refundCents, feeCents }, { toBrand }) =>
    `The payment is divided: ${formatAmount(creatorCents)} for the creator, ${formatAmount(refundCents)} back ${toBrand}, ${formatAmount(feeCents)} platform fee.`,
  'payment.refunded': ({ refundCents }, { toBrand }) => `${formatAmount(refundCents)} went back ${toBrand}.`,
  'payment.refund_returned': ({ amountCents }, { brandsBank }) =>
    `${brandsBank} sent the refund of ${formatAmount(amountCents)} back. ${PRODUCT_NAME} pays it another way.`,
  'payment.refund_replaced': ({ amountCents }, { isBrand }) =>
    `${PRODUCT_NAME} paid the refund of ${formatAmount(amountCents)} ${isBrand ? 'to you' : 'to the brand'} another way.`,
  'payment.charged_back': ({ amountCents }, { brandsBank }) =>
    `${brandsBank} took ${formatAmount(amountCents)} back. The money is frozen until the bank decides.`,
  'payment.chargeback_won': ({ amountCents }) =>
    `The bank gave ${formatAmount(amountCents)} back. The booking goes on.`,
  'payment.chargeback_lost': ({ amountCents }, { isBrand }) =>
    `The bank keeps ${formatAmount(amountCents)} for ${isBrand ? 'you' : 'the brand'}.`,
  'payment.reversed': ({ creatorCents }) =>
    `The payout of ${formatAmount(creatorCents)} was taken back while the bank decides.`,
  'payment.restored': ({ creatorCents }, { isCreator }) =>
    `${isCreator ? 'You were' : 'The creator was'} paid ${formatAmount(creatorCents)} again.`,
  'payment.surplus_found': ({ amountCents }, { isBrand }) =>
    `${isBrand ? 'You' : 'The brand'} paid ${formatAmount(amountCents)} that this booking did not need. It goes back.`,
  'payment.surplus_refunded': ({ amountCents }, { toBrand }) =>
    `The surplus of ${formatAmount(amountCents)} went back ${toBrand}.`,
  'payment.release_blocked': (_, { isCreator }) =>
    isCreator
      ? 'The payout waits for you to finish your payout setup.'
      : 'The payout waits for the creator to finish the payout setup.',
  'payment.released': ({ creatorCents, feeCents }, { isCreator }) =>
    isCreator
      ? `You were paid ${formatAmount(creatorCents)}.`
      : `The creator was paid ${formatAmount(creatorCents)}. The platform fee of ${formatAmount(feeCents)} was collected.`,
};

/** Returns staff's decision in a dispute, worded as the end of a sentence. */
function describeDecision(data: EventData['dispute.decided'], { isBrand, isCreator }: SentenceContext): string {
  if (data.status !== 'completed') {
    return data.decision === 'release'
      ? 'the booking goes on'
      : `the booking is cancelled, and ${isBrand ? 'you are' : 'the brand is'} refunded in full`;
  }
  if (data.decision === 'release')
    return `${isCreator ? 'you are' : 'the creator is'} paid ${formatDollars(data.creatorCents)}`;
  if (data.decision === 'refund')
    return `${isBrand ? 'you are' : 'the brand is'} refunded ${formatDollars(data.refundCents)}`;
  return 'the payment is shared';
}

/** The words that follow "reminded to" in these sentences. Emails have their own, longer texts. */
const REMINDED_ACTIONS: Record<AnswerableRequest, string> = {
  order: 'accept or decline',
  cancellation: 'answer the request to cancel',
  dispute: 'answer what is disputed',
};

const MOVE_PHRASES: Record<BookingStatus, string> = {
  pending: 'reopened the booking',
  accepted: 'accepted the booking',
  in_progress: 'started working',
  completed: 'marked the work as completed',
  cancelled: 'declined the booking',
};
