/**
 * What the two sides of a booking are told of an event, each in
 * the words that concern them. The mail of an event has its name.
 */
import { cancelSentence, WANTED_LABELS, type CancelReason, type Viewer } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import type { Events } from '../../core/events.ts';
import type { Parts } from './mail.templates.ts';

/** A booking as its mails tell of it. Moments are ISO text. */
export interface BookingMail {
  viewer: Viewer;
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
}

/** The events that are told by mail. */
export type ToldEvent =
  | 'booking.acceptance_extended'
  | 'booking.reminded'
  | 'booking.cancellation_asked'
  | 'booking.cancellation_withdrawn'
  | 'booking.cancelled'
  | 'dispute.opened'
  | 'dispute.statement_added'
  | 'dispute.split_offered'
  | 'dispute.split_accepted'
  | 'dispute.refund_agreed'
  | 'dispute.withdrawn'
  | 'dispute.decided'
  | 'payment.refunded'
  | 'payment.refund_returned'
  | 'payment.refund_replaced'
  | 'payment.released'
  | 'payment.release_blocked'
  | 'payment.charged_back'
  | 'payment.chargeback_won'
  | 'payment.chargeback_lost'
  | 'payment.reversed'
  | 'payment.restored';

export interface EventMail<K extends ToldEvent> extends BookingMail {
  /** The side that did it; null: the clock, the bank or staff. */
  actor: Viewer | null;
  event: Events[K];
}

export type EventMails = { [K in ToldEvent]: EventMail<K> };

export interface BookingWords extends Pick<Parts, 'subject' | 'title' | 'paragraphs' | 'facts'> {
  button: string;
  /** The booking's page unless it says another one. */
  to?: string;
}

/** A booking's mail in words that were chosen for its reader. */
export function toReader(
  { viewer, bookingId }: BookingMail,
  { button, to = `/booking-details?bookingId=${bookingId}`, ...parts }: BookingWords,
): Parts {
  return {
    ...parts,
    button: { label: button, to },
    why: `You get this mail because you are the ${viewer} of this booking.`,
  };
}

/** A booking's mail in the words for its reader. */
export const forViewer = (booking: BookingMail, words: Record<Viewer, BookingWords>): Parts =>
  toReader(booking, words[booking.viewer]);

export const dollars = (amountCents: number) => formatDollars(amountCents);

const moments = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
});
/** A moment in words. Mails do not know the reader's time zone, so they name the one they use. */
export const moment = (iso: string | null) => (iso === null ? '' : moments.format(new Date(iso)));

const isOwn = ({ viewer, actor }: EventMail<ToldEvent>) => viewer === actor;
const otherSide = ({ viewer, creatorName, brandName }: BookingMail) => (viewer === 'brand' ? creatorName : brandName);

interface Division {
  creatorCents: number;
  feeCents: number;
  refundCents: number;
}

/** Who gets what, as far as it is the reader's business; what is nothing is left out. */
function shares(
  { viewer, creatorName }: BookingMail,
  { creatorCents, feeCents, refundCents }: Division,
): [string, string][] {
  const all: [string, number][] =
    viewer === 'brand'
      ? [
          ['Back to your card', refundCents],
          [creatorName, creatorCents],
          ['Platform fee', feeCents],
        ]
      : [
          ['You receive', creatorCents],
          ['Back to the brand', refundCents],
        ];
  return all.filter(([, amountCents]) => amountCents > 0).map(([label, amountCents]) => [label, dollars(amountCents)]);
}

const fullRefund = ({ viewer, totalCents, brandName }: BookingMail) =>
  viewer === 'brand'
    ? `${dollars(totalCents)} go back to your card`
    : `${brandName} is refunded in full and nothing is paid out`;

const goesOn = (mail: EventMail<'booking.cancellation_withdrawn'> | EventMail<'dispute.withdrawn'>): Parts =>
  toReader(mail, {
    subject: isOwn(mail)
      ? 'You took your request to cancel back'
      : `${otherSide(mail)} took the request to cancel back`,
    title: 'The booking goes on',
    paragraphs: [
      `“${mail.packageName}” goes on as before. The platform holds the payment until the work is completed.`,
    ],
    button: 'Open the booking',
  });

/** Staff's decision as a sentence for the reader. */
function decision({ viewer, creatorName, brandName, event }: EventMail<'dispute.decided'>): string {
  const isBrand = viewer === 'brand';
  if (event.decision === 'split') return 'The payment is shared.';
  if (event.decision === 'refund') {
    const refunded = isBrand
      ? 'You are refunded in full.'
      : `${brandName} is refunded in full, and nothing is paid out to you.`;
    return event.status === 'completed' ? refunded : `The booking is cancelled. ${refunded}`;
  }
  if (event.status !== 'completed')
    return 'The booking goes on. The platform holds the payment until the work is completed.';
  return isBrand ? `${creatorName} is paid for the work.` : 'You are paid for the work.';
}

export const EVENT_TEMPLATES: { [K in ToldEvent]: (mail: EventMail<K>) => Parts } = {
  'booking.acceptance_extended': (mail) =>
    forViewer(mail, {
      creator: {
        subject: `${mail.brandName} gives you more time to accept`,
        title: 'You have more time to accept',
        paragraphs: [
          `Please accept or decline “${mail.packageName}” by ${moment(mail.event.acceptBy)}. If you do nothing, the booking is cancelled and nothing is charged.`,
        ],
        facts: [
          ['You receive', dollars(mail.priceCents)],
          ['Accept by', moment(mail.event.acceptBy)],
        ],
        button: 'Answer the request',
      },
      brand: {
        subject: `You gave ${mail.creatorName} more time to accept`,
        title: `${mail.creatorName} has more time to accept`,
        paragraphs: [
          `${mail.creatorName} has until ${moment(mail.event.acceptBy)} to accept “${mail.packageName}”. If that does not happen, your card is never charged.`,
        ],
        facts: [['Answer by', moment(mail.event.acceptBy)]],
        button: 'See your booking',
      },
    }),
  'booking.reminded': (mail) =>
    toReader(mail, {
      subject: `Please look at the work of ${mail.creatorName}`,
      title: 'Completed work waits for you',
      paragraphs: [
        `${mail.creatorName} marked “${mail.packageName}” as completed.`,
        `Approve or report a problem; otherwise the payment is released on ${moment(mail.event.releaseAt)}.`,
      ],
      facts: [
        ['Payout', dollars(mail.event.creatorCents)],
        ['Released on', moment(mail.event.releaseAt)],
      ],
      button: 'Look at it and approve',
    }),
  'booking.cancellation_asked': (mail) =>
    toReader(
      mail,
      isOwn(mail)
        ? {
            subject: `You asked ${otherSide(mail)} to cancel the booking`,
            title: 'Your request to cancel is on its way',
            paragraphs: [
              `You asked to end “${mail.packageName}”: “${mail.event.reason}”`,
              `${otherSide(mail)} has until ${moment(mail.event.answerBy)} to answer. Without an answer the booking is cancelled then, and ${fullRefund(mail)}.`,
            ],
            facts: [['Answer by', moment(mail.event.answerBy)]],
            button: 'See the booking',
          }
        : {
            subject: `${otherSide(mail)} asks to cancel the booking`,
            title: `${otherSide(mail)} asks to cancel`,
            paragraphs: [
              `${otherSide(mail)} wants to end “${mail.packageName}”: “${mail.event.reason}”`,
              `Please agree or disagree by ${moment(mail.event.answerBy)}. If you do nothing, the booking is cancelled then, and ${fullRefund(mail)}.`,
            ],
            facts: [['Answer by', moment(mail.event.answerBy)]],
            button: 'Answer the request',
          },
    ),
  'booking.cancellation_withdrawn': goesOn,
  'booking.cancelled': (mail) =>
    toReader(mail, {
      subject: `The booking with ${otherSide(mail)} was cancelled`,
      title: 'The booking was cancelled',
      paragraphs: [
        `${cancelSentence(mail.event.reason, mail.viewer)} “${mail.packageName}” does not take place, and ${fullRefund(mail)}.`,
      ],
      facts: [[mail.viewer === 'brand' ? 'Back to your card' : 'Back to the brand', dollars(mail.event.refundCents)]],
      button: 'See the booking',
    }),

  'dispute.opened': (mail) => {
    const { event, packageName } = mail;
    const other = otherSide(mail);
    const settle = `${other} has until ${moment(event.answerBy)} to answer. You can settle it between you; otherwise Marquee decides.`;
    const facts: [string, string][] = [
      ['Answer by', moment(event.answerBy)],
      ...(event.wanted === null
        ? []
        : [
            [mail.viewer === 'brand' ? 'You would like' : 'The brand would like', WANTED_LABELS[event.wanted]] as [
              string,
              string,
            ],
          ]),
    ];
    if (isOwn(mail)) {
      const isProblem = event.kind === 'problem';
      return toReader(mail, {
        subject: isProblem ? 'You reported a problem' : `You did not agree to cancel the booking with ${other}`,
        title: isProblem ? 'The payout is stopped' : 'The payment is frozen',
        paragraphs: [`You wrote about “${packageName}”: “${event.text}”`, settle],
        facts,
        button: 'See the booking',
      });
    }
    return toReader(mail, {
      subject: event.kind === 'problem' ? `${other} reported a problem` : `${other} does not agree to cancel`,
      title: event.kind === 'problem' ? `${other} reported a problem` : `${other} does not agree to cancel`,
      paragraphs: [
        `${other} wrote about “${packageName}”: “${event.text}”`,
        event.kind === 'problem'
          ? `The payout is stopped. Please answer by ${moment(event.answerBy)}: say how you see it, agree to a refund, or offer to share the payment. Otherwise Marquee decides.`
          : `The payment is frozen. Please answer by ${moment(event.answerBy)}, or take your request back. Otherwise Marquee decides.`,
      ],
      facts,
      button: 'Answer',
    });
  },
  'dispute.statement_added': (mail) =>
    toReader(mail, {
      subject: mail.event.isAnswer ? `${otherSide(mail)} answered` : `${otherSide(mail)} added a statement`,
      title: mail.event.isAnswer ? `${otherSide(mail)} answered` : `${otherSide(mail)} added a statement`,
      paragraphs: [
        `${otherSide(mail)} wrote about “${mail.packageName}”: “${mail.event.text}”`,
        'You can settle it between you; otherwise Marquee decides.',
      ],
      button: 'See the booking',
    }),
  'dispute.split_offered': (mail) =>
    toReader(mail, {
      subject: `${mail.creatorName} offers to share the payment`,
      title: `${mail.creatorName} offers to share the payment`,
      paragraphs: [
        `This is what the offer for “${mail.packageName}” gives to whom. Nothing moves unless you accept it.`,
      ],
      facts: shares(mail, mail.event),
      button: 'Look at the offer',
    }),
  'dispute.split_accepted': (mail) =>
    toReader(mail, {
      subject: isOwn(mail) ? `You accepted the offer of ${otherSide(mail)}` : `${otherSide(mail)} accepted your offer`,
      title: 'The payment is shared',
      paragraphs: [`The dispute about “${mail.packageName}” is settled. The payment is shared as offered.`],
      facts: shares(mail, mail.event),
      button: 'See the booking',
    }),
  'dispute.refund_agreed': (mail) =>
    toReader(mail, {
      subject: isOwn(mail) ? 'You agreed to a refund' : `${otherSide(mail)} agreed to a refund`,
      title: 'The brand is refunded in full',
      paragraphs: [`The dispute about “${mail.packageName}” is settled: ${fullRefund(mail)}.`],
      facts: [[mail.viewer === 'brand' ? 'Back to your card' : 'Back to the brand', dollars(mail.event.refundCents)]],
      button: 'See the booking',
    }),
  'dispute.withdrawn': (mail) =>
    mail.event.kind === 'cancellation'
      ? goesOn(mail)
      : toReader(mail, {
          subject: isOwn(mail) ? 'You withdrew your report' : `${otherSide(mail)} withdrew the report`,
          title: 'The payout is no longer stopped',
          paragraphs: [
            mail.viewer === 'brand'
              ? `Approve “${mail.packageName}” or report a problem; otherwise the payment is released on ${moment(mail.event.releaseAt)}.`
              : `“${mail.packageName}” is paid out when ${mail.brandName} approves, or by itself on ${moment(mail.event.releaseAt)}.`,
          ],
          facts: [
            ['Payout', dollars(mail.priceCents)],
            ['At the latest', moment(mail.event.releaseAt)],
          ],
          button: 'See the booking',
        }),
  'dispute.decided': (mail) => {
    const isMoneyMoved = mail.event.decision !== 'release' || mail.event.status === 'completed';
    return toReader(mail, {
      subject: `Marquee decided about your booking with ${otherSide(mail)}`,
      title: 'Marquee has decided',
      paragraphs: [`“${mail.packageName}”: ${decision(mail)}`, `The reason: “${mail.event.reason}”`],
      ...(isMoneyMoved && { facts: shares(mail, mail.event) }),
      button: 'See the booking',
    });
  },

  'payment.refunded': (mail) =>
    toReader(mail, {
      subject: `You were refunded ${dollars(mail.event.refundCents)}`,
      title: `${dollars(mail.event.refundCents)} are on their way to your card`,
      paragraphs: [`The refund for “${mail.packageName}” was made. When it shows depends on your bank.`],
      facts: [
        ['You paid', dollars(mail.totalCents)],
        ['Refund', dollars(mail.event.refundCents)],
      ],
      button: 'See your booking',
    }),
  'payment.refund_returned': (mail) =>
    toReader(mail, {
      subject: `Your bank sent ${dollars(mail.event.amountCents)} back to us`,
      title: 'Your refund came back',
      paragraphs: [
        `Your bank did not take the refund of ${dollars(mail.event.amountCents)} for “${mail.packageName}”. A closed or replaced card is the usual cause.`,
        'The money is still yours. We write to you to agree on another way to pay it; you can also write to us on the contact page.',
      ],
      button: 'See your booking',
    }),
  'payment.refund_replaced': (mail) =>
    toReader(mail, {
      subject: `You were refunded ${dollars(mail.event.amountCents)} another way`,
      title: `${dollars(mail.event.amountCents)} went back to you`,
      paragraphs: [`We paid the refund for “${mail.packageName}”, which your bank had sent back, as agreed with you.`],
      facts: [['Refund', dollars(mail.event.amountCents)]],
      button: 'See your booking',
    }),
  'payment.released': (mail) => {
    const { creatorCents, feeCents } = mail.event;
    const refundCents = mail.totalCents - creatorCents - feeCents;
    return forViewer(mail, {
      creator: {
        subject: `You were paid ${dollars(creatorCents)}`,
        title: `${dollars(creatorCents)} are on their way to you`,
        paragraphs: [`The payout for “${mail.packageName}” for ${mail.brandName} was released to your account.`],
        facts: [['Payout', dollars(creatorCents)]],
        button: 'See the booking',
      },
      brand: {
        subject: `Your booking with ${mail.creatorName} is settled`,
        title: 'Your booking is settled',
        paragraphs: [
          `The payout for “${mail.packageName}” was released to ${mail.creatorName}. Nothing is left to do.`,
        ],
        facts: [['You paid', dollars(mail.totalCents)], ...shares(mail, { creatorCents, feeCents, refundCents })],
        button: 'See your booking',
      },
    });
  },
  'payment.release_blocked': (mail) =>
    toReader(mail, {
      subject: 'Your payout waits for your payout setup',
      title: 'Please finish your payout setup',
      paragraphs: [
        `Your payout for “${mail.packageName}” is released, but your account cannot receive it yet.`,
        'The payout page says what is missing. Once that is done, the payout goes out by itself.',
      ],
      button: 'Finish your payout setup',
      to: '/payouts',
    }),

  'payment.charged_back': (mail) =>
    forViewer(mail, {
      creator: {
        subject: `The bank of ${mail.brandName} took the payment back`,
        title: 'The payment is frozen',
        paragraphs: [
          `The bank of ${mail.brandName} took ${dollars(mail.event.amountCents)} for “${mail.packageName}” back. The payment is frozen until the bank decides.`,
          'There is nothing you have to do now. We tell you what the bank decides.',
        ],
        button: 'See the booking',
      },
      brand: {
        subject: 'Your bank took a payment back',
        title: 'The payment is frozen',
        paragraphs: [
          `Your bank took ${dollars(mail.event.amountCents)} for “${mail.packageName}” back. The payment is frozen until the bank decides.`,
          'If you did not ask your bank for this, please tell your bank so.',
        ],
        button: 'See your booking',
      },
    }),
  'payment.chargeback_won': (mail) =>
    toReader(mail, {
      subject: 'The bank gave the payment back',
      title: 'The booking goes on',
      paragraphs: [
        `${mail.viewer === 'brand' ? 'Your bank' : `The bank of ${mail.brandName}`} gave ${dollars(mail.event.amountCents)} for “${mail.packageName}” back. The booking goes on from where it was.`,
      ],
      button: 'See the booking',
    }),
  'payment.chargeback_lost': (mail) =>
    toReader(mail, {
      subject: `The bank decided about the payment for “${mail.packageName}”`,
      title: mail.viewer === 'brand' ? 'Your bank decided for you' : `The bank decided for ${mail.brandName}`,
      paragraphs: [
        mail.viewer === 'brand'
          ? `You keep the ${dollars(mail.event.amountCents)} that your bank took back for “${mail.packageName}”.`
          : `The ${dollars(mail.event.amountCents)} that the bank took back for “${mail.packageName}” are lost. Nothing more is paid out for this booking.`,
        ...(mail.cancelReason === 'charged_back' ? ['The booking is cancelled.'] : []),
      ],
      button: 'See the booking',
    }),
  'payment.reversed': (mail) =>
    toReader(mail, {
      subject: `Your payout of ${dollars(mail.event.creatorCents)} was taken back`,
      title: 'Your payout was taken back',
      paragraphs: [
        `The bank of ${mail.brandName} took the payment for “${mail.packageName}” back, so your payout was taken back while it decides. If the bank gives the payment back, you are paid again.`,
      ],
      facts: [['Taken back', dollars(mail.event.creatorCents)]],
      button: 'See the booking',
    }),
  'payment.restored': (mail) =>
    toReader(mail, {
      subject: `You were paid ${dollars(mail.event.creatorCents)} again`,
      title: `${dollars(mail.event.creatorCents)} are on their way to you`,
      paragraphs: [`The bank gave the payment for “${mail.packageName}” back, and your payout was made again.`],
      facts: [['Payout', dollars(mail.event.creatorCents)]],
      button: 'See the booking',
    }),
};
