import { cancelSentence, PRODUCT_NAME } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import type { EventData, Side } from './booking.ts';

interface Happening {
  kind: string;
  data: object;
  actorId: string | null;
  actorName: string | null;
}

/** What happened, as a sentence for the one who reads it: 'you' where it is him. */
export function eventSentence(event: Happening, reader: { id: string; side: Side }): string {
  const data = event.data as EventData;
  const isBrand = reader.side === 'brand';
  const who = event.actorId === reader.id ? 'You' : (event.actorName ?? PRODUCT_NAME);
  switch (event.kind) {
    case 'booking.ordered':
      return `${who} placed the order for ${formatDollars(data.totalCents)}.`;
    case 'payment.authorized':
      return `${who} authorised ${formatDollars(data.totalCents)} by card. Nothing is charged yet.`;
    case 'booking.moved':
      return `${who} ${MOVED[data.to]}.`;
    case 'booking.lapsed':
      return `${cancelSentence(data.reason, reader.side)} The booking was cancelled.`;
    case 'booking.approved':
      return `${who} approved the work.`;
    case 'payment.captured':
      return `${isBrand ? 'Your card' : 'The brand’s card'} was charged ${formatDollars(data.totalCents)}. The platform holds the payment.`;
    case 'payment.voided':
      return 'The card authorisation was cancelled. Nothing was charged.';
    case 'payment.release_decided':
      if (data.by === 'staff') return `The payout of ${formatDollars(data.creatorCents)} was released.`;
      return event.actorId === null
        ? `The payout of ${formatDollars(data.creatorCents)} was released automatically.`
        : `${who} released the payout of ${formatDollars(data.creatorCents)}.`;
    case 'payment.release_blocked':
      return isBrand
        ? 'The payout waits for the creator to finish the payout setup.'
        : 'The payout waits for you to finish your payout setup.';
    case 'payment.released':
      return isBrand
        ? `The creator was paid ${formatDollars(data.creatorCents)}. The platform fee of ${formatDollars(data.feeCents)} was collected.`
        : `You were paid ${formatDollars(data.creatorCents)}.`;
    default:
      return aftermath(event.kind, data, who, isBrand);
  }
}

/** What happens when a booking does not go its straight way. */
function aftermath(kind: string, data: EventData, who: string, isBrand: boolean): string {
  const toBrand = isBrand ? 'to your card' : 'to the brand';
  const creator = isBrand ? 'The creator' : 'You';
  const brand = isBrand ? 'You' : 'The brand';
  switch (kind) {
    case 'booking.acceptance_extended':
      return `${who} gave ${isBrand ? 'the creator' : 'you'} until ${moment(data.acceptBy)} to accept.`;
    case 'booking.reminded':
      return `${isBrand ? 'You were' : 'The brand was'} reminded: without an answer ${formatDollars(data.creatorCents)} is paid out on ${moment(data.releaseAt)}.`;
    case 'booking.cancellation_asked':
      return `${who} asked to cancel this booking: “${data.reason}”`;
    case 'booking.cancellation_withdrawn':
      return `${who} took the request to cancel back. The booking goes on.`;
    case 'booking.cancelled':
      return `${cancelSentence(data.reason, isBrand ? 'brand' : 'creator')} ${formatDollars(data.refundCents)} goes back ${toBrand}.`;
    case 'dispute.opened':
      return data.kind === 'problem'
        ? `${who} reported a problem. The payout is stopped.`
        : `${who} did not agree to cancel. The money is frozen.`;
    case 'dispute.statement_added':
      return `${who} added a statement.`;
    case 'dispute.unanswered':
      return `The time to answer is over. ${PRODUCT_NAME} decides.`;
    case 'dispute.split_offered':
      return `${who} offered to share the money: ${formatDollars(data.creatorCents)} for the creator, ${formatDollars(data.refundCents)} back ${toBrand}.`;
    case 'dispute.split_accepted':
      return `${who} accepted the offer.`;
    case 'dispute.refund_agreed':
      return `${who} agreed to a refund of ${formatDollars(data.refundCents)}.`;
    case 'dispute.withdrawn':
      return data.kind === 'problem'
        ? `${who} withdrew the report.`
        : `${who} took the request to cancel back. The booking goes on.`;
    case 'dispute.decided':
      return `${PRODUCT_NAME} decided: ${decided(data, isBrand)}.`;
    case 'payment.refund_decided':
      return `A refund of ${formatDollars(data.refundCents)} was started.`;
    case 'payment.split_decided':
      return `The payment is divided: ${formatDollars(data.creatorCents)} for the creator, ${formatDollars(data.refundCents)} back ${toBrand}, ${formatDollars(data.feeCents)} platform fee.`;
    case 'payment.refunded':
      return `${formatDollars(data.refundCents)} went back ${toBrand}.`;
    case 'payment.refund_returned':
      return `${isBrand ? 'Your bank' : 'The brand’s bank'} sent the refund of ${formatDollars(data.amountCents)} back. ${PRODUCT_NAME} pays it another way.`;
    case 'payment.refund_replaced':
      return `${PRODUCT_NAME} paid the refund of ${formatDollars(data.amountCents)} ${isBrand ? 'to you' : 'to the brand'} another way.`;
    case 'payment.charged_back':
      return `${isBrand ? 'Your bank' : 'The brand’s bank'} took ${formatDollars(data.amountCents)} back. The money is frozen until the bank decides.`;
    case 'payment.chargeback_won':
      return `The bank gave ${formatDollars(data.amountCents)} back. The booking goes on.`;
    case 'payment.chargeback_lost':
      return `The bank keeps ${formatDollars(data.amountCents)} for ${isBrand ? 'you' : 'the brand'}.`;
    case 'payment.reversed':
      return `The payout of ${formatDollars(data.creatorCents)} was taken back while the bank decides.`;
    case 'payment.restored':
      return `${creator} ${isBrand ? 'was' : 'were'} paid ${formatDollars(data.creatorCents)} again.`;
    case 'payment.surplus_found':
      return `${brand} paid ${formatDollars(data.amountCents)} that this booking did not need. It goes back.`;
    case 'payment.surplus_refunded':
      return `The surplus of ${formatDollars(data.amountCents)} went back ${toBrand}.`;
    default:
      return 'The booking was updated.';
  }
}

/** What staff decided, as the rest of a sentence. */
function decided(data: EventData, isBrand: boolean): string {
  if (data.status !== 'completed') {
    return data.decision === 'release'
      ? 'the booking goes on'
      : `the booking is cancelled, and ${isBrand ? 'you are' : 'the brand is'} refunded in full`;
  }
  if (data.decision === 'release')
    return `${isBrand ? 'the creator is' : 'you are'} paid ${formatDollars(data.creatorCents)}`;
  if (data.decision === 'refund')
    return `${isBrand ? 'you are' : 'the brand is'} refunded ${formatDollars(data.refundCents)}`;
  return 'the payment is shared';
}

const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const moment = (at: string): string => format.format(new Date(at));

const MOVED: Record<EventData['to'], string> = {
  pending: 'reopened the booking',
  accepted: 'accepted the booking',
  in_progress: 'started working',
  completed: 'marked the work as completed',
  cancelled: 'declined the booking',
};
