/** Email templates for the normal course of a booking, and helpers that all booking emails share. */
import {
  describeCancelReason,
  DECLINE_LABELS,
  computeDueAt,
  createZoneFormatter,
  type CancelReason,
  type DeclineReason,
  type Side,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import type { MailParts } from './mail.layout.ts';

/** Booking data used by the email templates. Times are ISO strings. */
export interface BookingMail {
  viewer: Side;
  bookingId: string;
  packageName: string;
  creatorName: string;
  brandName: string;
  priceCents: number;
  totalCents: number;
  acceptBy: string | null;
  dueAt: string | null;
  releaseAt: string | null;
  cancelReason: CancelReason | null;
  declineReason: DeclineReason | null;
  moveNote: string | null;
  deliveryNote: string | null;
  deliveryLinks: readonly string[];
  /**
   * The deadline for starting the work. Missing if the booking has not been accepted, and in emails that an older
   * version of the app stored.
   */
  startBy?: string | null;
  deliveryDays?: number;
  /** True if the delivery time starts only when the brand's product arrives. */
  needsProduct?: boolean;
  /** The recipient's time zone at the time of sending. */
  timeZone?: string | null;
}

interface BookingMailTexts extends Pick<MailParts, 'subject' | 'title' | 'paragraphs' | 'facts'> {
  button: string;
  /** The path that the button links to. Defaults to the booking's page. */
  to?: string;
}

/** Builds a booking email from `parts`, adding the button's link and the reason why the recipient gets the email. */
export function createBookingMailParts(
  { viewer, bookingId }: BookingMail,
  { button, to = `/booking-details?bookingId=${bookingId}`, ...parts }: BookingMailTexts,
): MailParts {
  return {
    ...parts,
    button: { label: button, to },
    why: `You get this mail because you are the ${viewer} of this booking.`,
  };
}

/** Builds a booking email with the texts for the recipient's side. */
export const createBookingMailPartsBySide = (booking: BookingMail, words: Record<Side, BookingMailTexts>): MailParts =>
  createBookingMailParts(booking, words[booking.viewer]);

export const formatMailDollars = (amountCents: number) => formatDollars(amountCents);

const DATE_TIME_OPTIONS = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

const formatZonedDateTime = createZoneFormatter('en-US', DATE_TIME_OPTIONS);

/** Formats a time with its time zone: the recipient's, or UTC if that is unknown. */
export function formatMailDateTime({ timeZone }: Pick<BookingMail, 'timeZone'>, iso: string | null): string {
  return iso === null ? '' : formatZonedDateTime(new Date(iso), timeZone ?? 'UTC');
}

const formatCancelReason = ({ cancelReason, viewer }: BookingMail) =>
  cancelReason === null ? '' : describeCancelReason(cancelReason, viewer);

const listMoveNoteTexts = ({ moveNote, creatorName }: BookingMail): string[] =>
  moveNote === null ? [] : [`${creatorName} wrote: “${moveNote}”`];

export const createBookingRequestedMail = (booking: BookingMail): MailParts =>
  createBookingMailPartsBySide(booking, {
    creator: {
      subject: `New booking request from ${booking.brandName}`,
      title: `${booking.brandName} wants to book you`,
      paragraphs: [
        `${booking.brandName} ordered “${booking.packageName}”. The card is authorised and is charged when you accept.`,
        `Please accept or decline by ${formatMailDateTime(booking, booking.acceptBy)}. If you do nothing, the booking is cancelled and nothing is charged.`,
      ],
      facts: [
        ['You receive', formatMailDollars(booking.priceCents)],
        ['Accept by', formatMailDateTime(booking, booking.acceptBy)],
      ],
      button: 'Answer the request',
    },
    brand: {
      subject: `Your booking request to ${booking.creatorName}`,
      title: 'Your booking request is on its way',
      paragraphs: [
        `You ordered “${booking.packageName}” from ${booking.creatorName}. Your card is authorised and not charged yet.`,
        `${booking.creatorName} has until ${formatMailDateTime(booking, booking.acceptBy)} to accept. If that does not happen, your card is never charged.`,
      ],
      facts: [
        ['Total', formatMailDollars(booking.totalCents)],
        ['Answer by', formatMailDateTime(booking, booking.acceptBy)],
      ],
      button: 'See your booking',
    },
  });

const formatDayCount = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/**
 * Returns the start deadline, the delivery time, and the due date if the work starts at that deadline. Returns null
 * if there is no start deadline. The due date is null if it depends on the arrival of the brand's product.
 */
function computeLatestStart({ startBy, deliveryDays, needsProduct = false }: BookingMail) {
  if (startBy == null || deliveryDays === undefined) return null;
  const due = needsProduct ? null : computeDueAt(new Date(startBy), deliveryDays).toISOString();
  return { startBy, takes: formatDayCount(deliveryDays), due };
}

export function createBookingAcceptedMail(booking: BookingMail): MailParts {
  const start = computeLatestStart(booking);
  const by = start && formatMailDateTime(booking, start.startBy);
  const due = start?.due == null ? null : formatMailDateTime(booking, start.due);
  return createBookingMailPartsBySide(booking, {
    creator: {
      subject: `You accepted the booking of ${booking.brandName}`,
      title: 'The booking is yours',
      paragraphs: [
        `The payment for “${booking.packageName}” is held by the platform until the work is completed.`,
        start === null
          ? 'Press “Start Working” when you begin: the delivery time counts from then.'
          : due === null
            ? `Next: say in the booking where the product is to be sent, and press “Start Working” by ${by}. The ${start.takes} for delivery count from the day on which you say that the product is there.`
            : `Next: press “Start Working” by ${by}. The ${start.takes} for delivery count from then, so the work is due by ${due} if you start on the last day.`,
      ],
      facts: [
        ['You receive', formatMailDollars(booking.priceCents)],
        ...(start === null
          ? []
          : ([
              ['Start by', by],
              ['Due', `${start.takes} after ${due === null ? 'the product arrives' : 'you start'}`],
            ] as [string, string][])),
      ],
      button: 'Open the booking',
    },
    brand: {
      subject: `${booking.creatorName} accepted your booking`,
      title: `${booking.creatorName} accepted your booking`,
      paragraphs: [
        `Your card was charged ${formatMailDollars(booking.totalCents)} for “${booking.packageName}”. The platform holds the payment until the work is completed.`,
        ...(start === null
          ? []
          : [
              due === null
                ? `Next: ${booking.creatorName} says where to send the product, and starts by ${by}. The ${start.takes} for delivery count from its arrival.`
                : `Next: ${booking.creatorName} starts by ${by}. The ${start.takes} for delivery count from then, so the work is due by ${due} if it starts on the last day. Until then you need to do nothing.`,
            ]),
        ...listMoveNoteTexts(booking),
      ],
      facts: [
        ['Charged', formatMailDollars(booking.totalCents)],
        ...(start === null
          ? []
          : ([
              ['Starts by', by],
              ['Due', `${start.takes} after ${due === null ? 'the product arrives' : 'the start'}`],
            ] as [string, string][])),
      ],
      button: 'See your booking',
    },
  });
}

export const createBookingEndedMail = (booking: BookingMail): MailParts =>
  createBookingMailPartsBySide(booking, {
    creator: {
      subject: `The booking of ${booking.brandName} was cancelled`,
      title: 'The booking was cancelled',
      paragraphs: [
        `${formatCancelReason(booking)} “${booking.packageName}” for ${booking.brandName} does not take place, and nothing was charged.`,
      ],
      button: 'See the booking',
    },
    brand: {
      subject: `Your booking with ${booking.creatorName} was cancelled`,
      title: 'Your booking was cancelled',
      paragraphs: [
        `${formatCancelReason(booking)} “${booking.packageName}” does not take place. Your card is not charged, and the authorisation is cancelled.`,
        // Includes the creator's note only if it was written when declining. A note from the acceptance no longer
        // applies after a cancellation.
        ...(booking.cancelReason === 'declined' ? listMoveNoteTexts(booking) : []),
      ],
      ...(booking.declineReason !== null && { facts: [['Reason', DECLINE_LABELS[booking.declineReason]]] }),
      button: 'See the booking',
    },
  });

export const createBookingStartedMail = (booking: BookingMail): MailParts =>
  createBookingMailPartsBySide(booking, {
    creator: {
      subject: `Your work for ${booking.brandName} has begun`,
      title: 'Your work has begun',
      paragraphs: [
        `“${booking.packageName}” is due ${formatMailDateTime(booking, booking.dueAt)}. Press “Mark as Completed” when it is delivered.`,
      ],
      facts: [['Due', formatMailDateTime(booking, booking.dueAt)]],
      button: 'Open the booking',
    },
    brand: {
      subject: `${booking.creatorName} has started working`,
      title: `${booking.creatorName} has started working`,
      paragraphs: [
        `“${booking.packageName}” is due ${formatMailDateTime(booking, booking.dueAt)}. Your payment stays held by the platform until the work is completed.`,
      ],
      facts: [['Due', formatMailDateTime(booking, booking.dueAt)]],
      button: 'See your booking',
    },
  });

const listDeliveryTexts = ({ deliveryNote, deliveryLinks, creatorName }: BookingMail): string[] => [
  ...(deliveryNote === null ? [] : [`${creatorName} wrote: “${deliveryNote}”`]),
  ...(deliveryLinks.length === 0 ? [] : [`To be seen at: ${deliveryLinks.join(' · ')}`]),
];

export const createBookingCompletedMail = (booking: BookingMail): MailParts =>
  createBookingMailPartsBySide(booking, {
    creator: {
      subject: `You completed the booking of ${booking.brandName}`,
      title: 'Well done',
      paragraphs: [
        `You marked “${booking.packageName}” as completed. ${formatMailDollars(booking.priceCents)} are paid out when ${booking.brandName} approves, or by themselves on ${formatMailDateTime(booking, booking.releaseAt)}.`,
      ],
      facts: [
        ['You receive', formatMailDollars(booking.priceCents)],
        ['At the latest', formatMailDateTime(booking, booking.releaseAt)],
      ],
      button: 'Open the booking',
    },
    brand: {
      subject: `${booking.creatorName} completed your booking`,
      title: 'Please approve the work',
      paragraphs: [
        `${booking.creatorName} marked “${booking.packageName}” as completed.`,
        ...listDeliveryTexts(booking),
        `Approve it by ${formatMailDateTime(booking, booking.releaseAt)}. If you do nothing until then, the payout is released to the creator automatically.`,
      ],
      facts: [
        ['Payout', formatMailDollars(booking.priceCents)],
        ['Approve by', formatMailDateTime(booking, booking.releaseAt)],
      ],
      button: 'Look at it and approve',
    },
  });
