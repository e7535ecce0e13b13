/** Data types, rules and builders that the emails about booking events share. */
import {
  describeCancelReason,
  type CancelReason,
  type DeclineReason,
  type EventData,
  type EventKind,
  type Side,
} from '@marquee/booking';
import type { PaymentSplit } from '@marquee/money';
import {
  formatMailDollars,
  type ActorName,
  type MailClock,
  type MailFact,
  type MailParts,
  type MailSettings,
  type NeutralText,
} from './mail.words.ts';

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
}

export interface EventMail<K extends EventKind> extends BookingMail {
  /** The side that caused the event, or null if a timer, the bank or staff caused it. */
  actor: Side | null;
  /**
   * The person who caused the event, as in 'Anna at Northwind' for the other side and 'Anna Bell' for their colleagues.
   * Null if the name of the side says enough, if no person caused the event, and in the email to that person.
   */
  actorName: string | null;
  event: EventData[K];
}

export type EventMailDataByKind = { [K in EventKind]: EventMail<K> };

/** The recipients of an event's email. 'other' is the side that did not cause the event. */
type EventMailRecipients = 'both' | 'other' | Side;

export interface EventMailRule<K extends EventKind> extends MailSettings {
  readers: EventMailRecipients | ((event: EventData[K]) => Side);
  /** If given, the email is sent only for events for which this returns true. */
  when?: (event: EventData[K]) => boolean;
  /**
   * True if the creator's email is about a payout. It goes to the owners of the creator's workspace and not to the
   * booking's contact, who may be an agent.
   */
  isAboutPayout?: true;
  /** Limits this kind of email to one per hour and booking, because a user can repeat the action that causes it. */
  isSpaced?: true;
  /** The text of the email to an unconfirmed address. It must not contain text of other users. */
  neutral: NonNullable<NeutralText> | ((event: EventData[K]) => NonNullable<NeutralText>);
  mail: (mail: EventMail<K>, clock: MailClock) => MailParts;
}

/** The emails of some kinds of events. Null if the event appears only in the timeline. */
export type EventMails<K extends EventKind> = { [P in K]: EventMailRule<P> | null };

interface BookingMailTexts extends Pick<MailParts, 'subject' | 'title' | 'paragraphs' | 'facts'> {
  button: string;
  /** The path that the button links to. Defaults to the booking's page. */
  to?: string;
}

/**
 * Builds a booking email from `parts`, adding the button's link and the reason why the recipient gets the email. If the
 * text does not name the person who acted, adds their name to the facts.
 */
export function createBookingMail(
  { viewer, bookingId, actorName }: EventMail<EventKind>,
  { button, to = `/booking-details?bookingId=${bookingId}`, ...parts }: BookingMailTexts,
): MailParts {
  const isNamed = actorName === null || parts.paragraphs.some((text) => text.includes(actorName));
  return {
    ...parts,
    ...(!isNamed && { facts: [...(parts.facts ?? []), ['Done by', actorName] as const] }),
    button: { label: button, to },
    why: `You received this email because you are the ${viewer} in this booking.`,
  };
}

/** Builds a booking email with the texts for the recipient's side. */
export const createBookingMailBySide = (
  booking: EventMail<EventKind>,
  words: Record<Side, BookingMailTexts>,
): MailParts => createBookingMail(booking, words[booking.viewer]);

export const isCausedByReader = ({ viewer, actor }: EventMail<EventKind>) => viewer === actor;

export const getOtherSideName = ({ viewer, creatorName, brandName }: BookingMail) =>
  viewer === 'brand' ? creatorName : brandName;

/**
 * Returns the person who acted, or `sideName` if the name of the side says enough. With 'You' as `sideName`, it returns
 * the colleague who acted for the recipient.
 */
export const getActorName = ({ actorName }: { actorName: string | null }, sideName: string) => actorName ?? sideName;

/**
 * Describes why a booking ended. Names the colleague instead of the recipient if a colleague caused the end.
 */
export function describeReason(mail: EventMail<EventKind>, reason: CancelReason): string {
  const text = describeCancelReason(reason, mail.viewer);
  return isCausedByReader(mail) ? text.replace(/\byou\b/i, (you) => getActorName(mail, you)) : text;
}

/** Returns the person who acted for `fitSubject`, or `sideName` if the name of the side says enough. */
export const getSubjectActor = ({ actorName }: { actorName: string | null }, sideName: string): string | ActorName =>
  actorName === null ? sideName : { full: actorName, short: sideName };

/** Lists the shares of a split payment that the recipient may see. Zero amounts are left out. */
export function listSplitFacts(
  { viewer, creatorName }: BookingMail,
  { creatorCents, feeCents, refundCents }: PaymentSplit,
): MailFact[] {
  const all: [string, number][] =
    viewer === 'brand'
      ? [
          ['Refund to your card', refundCents],
          [`Payout to ${creatorName}`, creatorCents],
          ['Platform fee', feeCents],
        ]
      : [
          ['Your payout', creatorCents],
          ['Refund to the brand', refundCents],
        ];
  return all
    .filter(([, amountCents]) => amountCents > 0)
    .map(([label, amountCents]) => [label, formatMailDollars(amountCents)]);
}

/** Says in one sentence that the brand is refunded in full. */
export const describeFullRefund = ({ viewer, totalCents, brandName }: BookingMail) =>
  viewer === 'brand'
    ? `You get a full refund of ${formatMailDollars(totalCents)} to your card.`
    : `${brandName} gets a full refund, and you are not paid.`;

/** Says that the recipient has nothing to do, and tells the brand that its bank may show the refund later. */
export const describeRefundTiming = ({ viewer }: BookingMail) =>
  viewer === 'brand'
    ? 'You don’t need to do anything. Your bank may need a few days to show the refund.'
    : 'You don’t need to do anything.';

export const createRefundFact = ({ viewer }: BookingMail, refundCents: number): MailFact => [
  viewer === 'brand' ? 'Refund to your card' : 'Refund to the brand',
  formatMailDollars(refundCents),
];
