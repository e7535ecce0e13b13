import { cancelSentence } from '@marquee/booking';
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
  const who = event.actorId === reader.id ? 'You' : (event.actorName ?? 'Marquee');
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
      return 'The booking was updated.';
  }
}

const MOVED: Record<EventData['to'], string> = {
  pending: 'reopened the booking',
  accepted: 'accepted the booking',
  in_progress: 'started working',
  completed: 'marked the work as completed',
  cancelled: 'declined the booking',
};
