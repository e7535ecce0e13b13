/** Email templates for booking events, with texts for each side. Each email kind has the same name as its event. */
import {
  describeCancelReason,
  formatDay,
  PRODUCT_NAME,
  DESIRED_OUTCOME_LABELS,
  type AnswerableRequest,
  type EventData,
  type EventKind,
  type Side,
} from '@marquee/booking';
import type { PaymentSplit } from '@marquee/money';
import {
  createBookingAcceptedMail,
  createBookingCompletedMail,
  formatMailDollars,
  createBookingEndedMail,
  createBookingMailPartsBySide,
  formatMailDateTime,
  createBookingRequestedMail,
  createBookingStartedMail,
  createBookingMailParts,
  type BookingMail,
} from './booking.templates.ts';
import type { MailParts } from './mail.layout.ts';

export interface EventMail<K extends EventKind> extends BookingMail {
  /** The side that caused the event, or null if a timer, the bank or staff caused it. */
  actor: Side | null;
  event: EventData[K];
}

export type EventMailDataByKind = { [K in EventKind]: EventMail<K> };

const isCausedByReader = ({ viewer, actor }: EventMail<EventKind>) => viewer === actor;
const getOtherSideName = ({ viewer, creatorName, brandName }: BookingMail) =>
  viewer === 'brand' ? creatorName : brandName;

/** Lists the shares of a split payment that the recipient may see. Zero amounts are left out. */
function listSplitFacts(
  { viewer, creatorName }: BookingMail,
  { creatorCents, feeCents, refundCents }: PaymentSplit,
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
  return all
    .filter(([, amountCents]) => amountCents > 0)
    .map(([label, amountCents]) => [label, formatMailDollars(amountCents)]);
}

const describeFullRefund = ({ viewer, totalCents, brandName }: BookingMail) =>
  viewer === 'brand'
    ? `${formatMailDollars(totalCents)} go back to your card`
    : `${brandName} is refunded in full and nothing is paid out`;

const createBookingContinuesMail = (
  mail: EventMail<'booking.cancellation_withdrawn'> | EventMail<'dispute.withdrawn'>,
): MailParts =>
  createBookingMailParts(mail, {
    subject: isCausedByReader(mail)
      ? 'You took your request to cancel back'
      : `${getOtherSideName(mail)} took the request to cancel back`,
    title: 'The booking goes on',
    paragraphs: [
      `“${mail.packageName}” goes on as before. The platform holds the payment until the work is completed.`,
    ],
    button: 'Open the booking',
  });

/** For each kind of request, the action that the reminder asks for and the consequence of not responding. */
const ANSWER_REMINDER_TEXTS: Record<AnswerableRequest, readonly [what: string, otherwise: string]> = {
  order: ['accept or decline the request', 'Otherwise the order is cancelled, and nothing is charged.'],
  cancellation: [
    'answer the request to cancel',
    'Without an answer the booking is cancelled, and the brand is refunded in full.',
  ],
  dispute: [
    'say how you see it',
    `Without an answer ${PRODUCT_NAME} decides from what the other side said. You can still settle it between you.`,
  ],
};

/** Formats a version of a deliverable: '“1 Reel”' for the first version, 'version 2 of “1 Reel”' for a later one. */
const formatDeliveryVersion = ({ title, number }: { title: string; number: number }): string =>
  number === 1 ? `“${title}”` : `version ${number} of “${title}”`;

function describeDisputeDecision({ viewer, creatorName, brandName, event }: EventMail<'dispute.decided'>): string {
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

/** The recipients of an event's email. 'other' is the side that did not cause the event. */
type EventMailRecipients = 'both' | 'other' | Side;

interface EventMailRule<K extends EventKind> {
  readers: EventMailRecipients | ((event: EventData[K]) => Side);
  /** If given, the email is sent only for events for which this returns true. */
  when?: (event: EventData[K]) => boolean;
  /** Limits this kind of email to one per hour and booking, because a user can repeat the action that causes it. */
  isSpaced?: true;
  mail: (mail: EventMail<K>) => MailParts;
}

/** The email and recipients for each kind of event, or null if the event appears only in the timeline. */
export const EMAILS_BY_EVENT: { [K in EventKind]: EventMailRule<K> | null } = {
  'booking.ordered': null,
  'booking.moved': {
    readers: 'both',
    // No email for an acceptance, because the email about the card charge reports it. No email if the last approval
    // completed the booking, because the email about the payout reports that.
    when: ({ to, byApproval }) => to !== 'accepted' && byApproval !== true,
    mail: (mail) =>
      mail.event.to === 'in_progress'
        ? createBookingStartedMail(mail)
        : mail.event.to === 'completed'
          ? createBookingCompletedMail(mail)
          : createBookingEndedMail(mail),
  },
  'booking.withdrawn': { readers: 'both', mail: createBookingEndedMail },
  'booking.lapsed': { readers: 'both', mail: createBookingEndedMail },
  'booking.approved': null,
  'payment.authorized': { readers: 'both', mail: createBookingRequestedMail },
  'payment.captured': { readers: 'both', mail: createBookingAcceptedMail },
  'payment.voided': null,
  'dispute.unanswered': null,
  'payment.release_decided': null,
  'payment.refund_decided': null,
  'payment.split_decided': null,
  'payment.surplus_found': null,
  'payment.surplus_refunded': null,

  'booking.acceptance_extended': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailPartsBySide(mail, {
        creator: {
          subject: `${mail.brandName} gives you more time to accept`,
          title: 'You have more time to accept',
          paragraphs: [
            `Please accept or decline “${mail.packageName}” by ${formatMailDateTime(mail, mail.event.acceptBy)}. If you do nothing, the booking is cancelled and nothing is charged.`,
          ],
          facts: [
            ['You receive', formatMailDollars(mail.priceCents)],
            ['Accept by', formatMailDateTime(mail, mail.event.acceptBy)],
          ],
          button: 'Answer the request',
        },
        brand: {
          subject: `You gave ${mail.creatorName} more time to accept`,
          title: `${mail.creatorName} has more time to accept`,
          paragraphs: [
            `${mail.creatorName} has until ${formatMailDateTime(mail, mail.event.acceptBy)} to accept “${mail.packageName}”. If that does not happen, your card is never charged.`,
          ],
          facts: [['Answer by', formatMailDateTime(mail, mail.event.acceptBy)]],
          button: 'See your booking',
        },
      }),
  },
  'delivery.sent': {
    readers: 'brand',
    isSpaced: true,
    // If this version completes the booking, the email about the completed booking reports it.
    when: ({ completes }) => completes !== true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.creatorName} sent “${mail.event.title}”`,
        title: mail.event.number === 1 ? 'There is something to look at' : 'There is a new version to look at',
        paragraphs: [
          `${mail.creatorName} sent ${formatDeliveryVersion(mail.event)} of “${mail.packageName}”. Approve it, or say what should change.`,
        ],
        button: 'Look at it',
      }),
  },
  'delivery.approved': {
    readers: 'creator',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.brandName} approved “${mail.event.title}”`,
        title: `“${mail.event.title}” is approved`,
        paragraphs: [`${mail.brandName} approved ${formatDeliveryVersion(mail.event)} of “${mail.packageName}”.`],
        button: 'Open the booking',
      }),
  },
  'delivery.changes_asked': {
    readers: 'creator',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.brandName} asks for changes to “${mail.event.title}”`,
        title: `Changes to “${mail.event.title}”`,
        paragraphs: [
          `${mail.brandName} looked at ${formatDeliveryVersion(mail.event)} of “${mail.packageName}” and wrote: “${mail.event.changeRequest}”`,
          'Remarks at places in pictures and videos stand in the booking.',
        ],
        button: 'See the remarks',
      }),
  },
  'delivery.planned': {
    readers: 'brand',
    isSpaced: true,
    when: ({ days }) => days > 0,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.creatorName} planned when you get what`,
        title: 'There is a plan',
        paragraphs: [
          `${mail.creatorName} planned on which days parts of “${mail.packageName}” are sent to you. The last one is planned for ${formatDay(mail.event.last)}.`,
        ],
        button: 'See the plan',
      }),
  },
  'shipment.addressed': {
    readers: 'brand',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.creatorName} said where to send the product`,
        title: 'The product can be sent',
        paragraphs: [
          `The address for the product of “${mail.packageName}” stands in the booking. Say there when it is on its way.`,
        ],
        button: 'See the address',
      }),
  },
  'shipment.sent': {
    readers: 'creator',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.brandName} sent the product`,
        title: 'The product is on its way',
        paragraphs: [
          `${mail.brandName} sent the product for “${mail.packageName}”. Say in the booking when it is there: your days for the delivery count from then.`,
        ],
        button: 'Open the booking',
      }),
  },
  'shipment.arrived': {
    readers: 'brand',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.creatorName} has the product`,
        title: 'The product has arrived',
        paragraphs: [
          `${mail.creatorName} received the product for “${mail.packageName}”.${mail.event.dueAt === null ? ' The days for the delivery count from the start of the work.' : ` The work is due by ${formatMailDateTime(mail, mail.event.dueAt)}.`}`,
        ],
        button: 'Open the booking',
      }),
  },
  'publication.added': {
    readers: 'brand',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.creatorName} published “${mail.packageName}”`,
        title: 'It is published',
        paragraphs: [
          `${mail.creatorName} noted where work of “${mail.packageName}” was published on ${formatDay(mail.event.publishedOn)}, and that the post is marked as advertising.`,
        ],
        button: 'See the results',
        to: `/booking-results?bookingId=${mail.bookingId}`,
      }),
  },
  'publication.removed': null,
  'publication.picture_added': null,
  'publication.picture_removed': null,
  'publication.figures_reported': {
    readers: 'brand',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `New figures of “${mail.packageName}”`,
        title: 'There are new figures',
        paragraphs: [`${mail.creatorName} reported how a post of “${mail.packageName}” does.`],
        button: 'See the results',
        to: `/booking-results?bookingId=${mail.bookingId}`,
      }),
  },
  'booking.rights_reminded': {
    readers: 'both',
    mail: (mail) => {
      const ends = formatMailDateTime(mail, mail.event.endsAt);
      return createBookingMailPartsBySide(mail, {
        brand: {
          subject: `Your usage rights end on ${ends}`,
          title: 'Usage rights end soon',
          paragraphs: [
            `What you may do with “${mail.packageName}” by ${mail.creatorName} beyond the package itself ends on ${ends}.`,
            `Please take down by then what they were for, or ask ${mail.creatorName} for a renewal: the booking leads there.`,
          ],
          facts: [
            ['Rights', mail.event.rights],
            ['End', ends],
          ],
          button: 'Open the booking',
        },
        creator: {
          subject: `The usage rights of ${mail.brandName} end on ${ends}`,
          title: 'Usage rights end soon',
          paragraphs: [
            `What ${mail.brandName} may do with “${mail.packageName}” beyond the package itself ends on ${ends}.`,
          ],
          facts: [
            ['Rights', mail.event.rights],
            ['End', ends],
          ],
          button: 'Open the booking',
        },
      });
    },
  },
  'booking.reminded': {
    readers: 'brand',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `Please look at the work of ${mail.creatorName}`,
        title: 'Completed work waits for you',
        paragraphs: [
          `${mail.creatorName} marked “${mail.packageName}” as completed.`,
          `Approve or report a problem; otherwise the payment is released on ${formatMailDateTime(mail, mail.event.releaseAt)}.`,
        ],
        facts: [
          ['Payout', formatMailDollars(mail.event.creatorCents)],
          ['Released on', formatMailDateTime(mail, mail.event.releaseAt)],
        ],
        button: 'Look at it and approve',
      }),
  },
  'booking.payment_reminded': {
    readers: 'brand',
    mail: (mail) => {
      const by = formatMailDateTime(mail, mail.event.by);
      return createBookingMailParts(mail, {
        subject: `Your order with ${mail.creatorName} is not paid yet`,
        title: 'Your order waits for its payment',
        paragraphs: [
          `You ordered “${mail.packageName}” from ${mail.creatorName}. Your answers are kept; ${mail.creatorName} sees the order once it is paid.`,
          'Without a payment the order ends by itself, and nothing is charged.',
        ],
        facts: [
          ['Total', formatMailDollars(mail.totalCents)],
          ['Pay by', by],
        ],
        button: 'Go on to the payment',
      });
    },
  },
  'booking.answer_reminded': {
    readers: ({ side }) => side,
    mail: (mail) => {
      const by = formatMailDateTime(mail, mail.event.by);
      const [what, otherwise] = ANSWER_REMINDER_TEXTS[mail.event.of];
      return createBookingMailParts(mail, {
        subject: `Please ${what} by ${by}`,
        title: `Your answer is due ${by}`,
        paragraphs: [`${getOtherSideName(mail)} waits for you to ${what}, about “${mail.packageName}”.`, otherwise],
        facts: [['Answer by', by]],
        button: 'Answer',
      });
    },
  },
  'booking.start_reminded': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailPartsBySide(mail, {
        creator: {
          subject: `Please start the work for ${mail.brandName}`,
          title: 'This booking waits for you to start',
          paragraphs: [
            `You accepted “${mail.packageName}” and have not pressed “Start Working” yet. Please do by ${formatMailDateTime(mail, mail.event.startBy)}.`,
            `After that ${mail.brandName} can cancel alone. On ${formatMailDateTime(mail, mail.event.endsAt)} the booking is cancelled by itself, ${mail.brandName} is refunded in full, and you are paid nothing.`,
          ],
          facts: [
            ['You receive', formatMailDollars(mail.priceCents)],
            ['Start by', formatMailDateTime(mail, mail.event.startBy)],
          ],
          button: 'Start the work',
        },
        brand: {
          subject: `${mail.creatorName} has not started yet`,
          title: `${mail.creatorName} has not started yet`,
          paragraphs: [
            `${mail.creatorName} accepted “${mail.packageName}” and was reminded to start by ${formatMailDateTime(mail, mail.event.startBy)}.`,
            `If that does not happen, you can cancel from then on and ${formatMailDollars(mail.totalCents)} go back to your card. On ${formatMailDateTime(mail, mail.event.endsAt)} the booking is cancelled by itself, with the same refund.`,
          ],
          facts: [
            ['Start by', formatMailDateTime(mail, mail.event.startBy)],
            ['Cancelled by itself', formatMailDateTime(mail, mail.event.endsAt)],
          ],
          button: 'See your booking',
        },
      }),
  },
  'booking.overdue_reminded': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailPartsBySide(mail, {
        creator: {
          subject: `Your work for ${mail.brandName} is long overdue`,
          title: 'This booking ends soon',
          paragraphs: [
            `“${mail.packageName}” was due ${formatMailDateTime(mail, mail.dueAt)}. Please deliver it and press “Mark as Completed” before ${formatMailDateTime(mail, mail.event.endsAt)}.`,
            `Otherwise the booking is cancelled then, ${mail.brandName} is refunded in full, and you are paid nothing.`,
          ],
          facts: [
            ['You receive', formatMailDollars(mail.priceCents)],
            ['Cancelled by itself', formatMailDateTime(mail, mail.event.endsAt)],
          ],
          button: 'Open the booking',
        },
        brand: {
          subject: `Your booking with ${mail.creatorName} is long overdue`,
          title: 'This booking ends soon',
          paragraphs: [
            `“${mail.packageName}” was due ${formatMailDateTime(mail, mail.dueAt)} and is not completed. On ${formatMailDateTime(mail, mail.event.endsAt)} the booking is cancelled by itself, and ${formatMailDollars(mail.totalCents)} go back to your card.`,
            'You can cancel it yourself before that.',
          ],
          facts: [['Cancelled by itself', formatMailDateTime(mail, mail.event.endsAt)]],
          button: 'See your booking',
        },
      }),
  },
  'booking.cancellation_asked': {
    readers: 'both',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(
        mail,
        isCausedByReader(mail)
          ? {
              subject: `You asked ${getOtherSideName(mail)} to cancel the booking`,
              title: 'Your request to cancel is on its way',
              paragraphs: [
                `You asked to end “${mail.packageName}”: “${mail.event.reason}”`,
                `${getOtherSideName(mail)} has until ${formatMailDateTime(mail, mail.event.answerBy)} to answer. Without an answer the booking is cancelled then, and ${describeFullRefund(mail)}.`,
              ],
              facts: [['Answer by', formatMailDateTime(mail, mail.event.answerBy)]],
              button: 'See the booking',
            }
          : {
              subject: `${getOtherSideName(mail)} asks to cancel the booking`,
              title: `${getOtherSideName(mail)} asks to cancel`,
              paragraphs: [
                `${getOtherSideName(mail)} wants to end “${mail.packageName}”: “${mail.event.reason}”`,
                `Please agree or disagree by ${formatMailDateTime(mail, mail.event.answerBy)}. If you do nothing, the booking is cancelled then, and ${describeFullRefund(mail)}.`,
              ],
              facts: [['Answer by', formatMailDateTime(mail, mail.event.answerBy)]],
              button: 'Answer the request',
            },
      ),
  },
  'booking.cancellation_withdrawn': { readers: 'both', isSpaced: true, mail: createBookingContinuesMail },
  'booking.cancelled': {
    readers: 'both',
    // The email about staff's decision already reports this cancellation.
    when: ({ reason }) => reason !== 'decided',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `The booking with ${getOtherSideName(mail)} was cancelled`,
        title: 'The booking was cancelled',
        paragraphs: [
          `${describeCancelReason(mail.event.reason, mail.viewer)} “${mail.packageName}” does not take place, and ${describeFullRefund(mail)}.`,
        ],
        facts: [
          [
            mail.viewer === 'brand' ? 'Back to your card' : 'Back to the brand',
            formatMailDollars(mail.event.refundCents),
          ],
        ],
        button: 'See the booking',
      }),
  },

  'dispute.opened': {
    readers: 'both',
    isSpaced: true,
    mail: (mail) => {
      const { event, packageName } = mail;
      const other = getOtherSideName(mail);
      const settle = `${other} has until ${formatMailDateTime(mail, event.answerBy)} to answer. You can settle it between you; otherwise ${PRODUCT_NAME} decides.`;
      const facts: [string, string][] = [
        ['Answer by', formatMailDateTime(mail, event.answerBy)],
        ...(event.wanted === null
          ? []
          : [
              [
                mail.viewer === 'brand' ? 'You would like' : 'The brand would like',
                DESIRED_OUTCOME_LABELS[event.wanted],
              ] as [string, string],
            ]),
      ];
      if (isCausedByReader(mail)) {
        const isProblem = event.kind === 'problem';
        return createBookingMailParts(mail, {
          subject: isProblem ? 'You reported a problem' : `You did not agree to cancel the booking with ${other}`,
          title: isProblem ? 'The payout is stopped' : 'The payment is frozen',
          paragraphs: [`You wrote about “${packageName}”: “${event.text}”`, settle],
          facts,
          button: 'See the booking',
        });
      }
      return createBookingMailParts(mail, {
        subject: event.kind === 'problem' ? `${other} reported a problem` : `${other} does not agree to cancel`,
        title: event.kind === 'problem' ? `${other} reported a problem` : `${other} does not agree to cancel`,
        paragraphs: [
          `${other} wrote about “${packageName}”: “${event.text}”`,
          event.kind === 'problem'
            ? `The payout is stopped. Please answer by ${formatMailDateTime(mail, event.answerBy)}: say how you see it, agree to a refund, or offer to share the payment. Otherwise ${PRODUCT_NAME} decides.`
            : `The payment is frozen. Please answer by ${formatMailDateTime(mail, event.answerBy)}, or take your request back. Otherwise ${PRODUCT_NAME} decides.`,
        ],
        facts,
        button: 'Answer',
      });
    },
  },
  'dispute.statement_added': {
    readers: 'other',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: mail.event.isAnswer
          ? `${getOtherSideName(mail)} answered`
          : `${getOtherSideName(mail)} added a statement`,
        title: mail.event.isAnswer
          ? `${getOtherSideName(mail)} answered`
          : `${getOtherSideName(mail)} added a statement`,
        paragraphs: [
          `${getOtherSideName(mail)} wrote about “${mail.packageName}”: “${mail.event.text}”`,
          `You can settle it between you; otherwise ${PRODUCT_NAME} decides.`,
        ],
        button: 'See the booking',
      }),
  },
  'dispute.split_offered': {
    readers: 'brand',
    isSpaced: true,
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `${mail.creatorName} offers to share the payment`,
        title: `${mail.creatorName} offers to share the payment`,
        paragraphs: [
          `This is what the offer for “${mail.packageName}” gives to whom. Nothing moves unless you accept it.`,
        ],
        facts: listSplitFacts(mail, mail.event),
        button: 'Look at the offer',
      }),
  },
  'dispute.split_accepted': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: isCausedByReader(mail)
          ? `You accepted the offer of ${getOtherSideName(mail)}`
          : `${getOtherSideName(mail)} accepted your offer`,
        title: 'The payment is shared',
        paragraphs: [`The dispute about “${mail.packageName}” is settled. The payment is shared as offered.`],
        facts: listSplitFacts(mail, mail.event),
        button: 'See the booking',
      }),
  },
  'dispute.refund_agreed': {
    readers: 'both',
    // Before completion, agreeing to a refund cancels the booking, and the email about the cancellation reports
    // both.
    when: ({ status }) => status === 'completed',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: isCausedByReader(mail) ? 'You agreed to a refund' : `${getOtherSideName(mail)} agreed to a refund`,
        title: 'The brand is refunded in full',
        paragraphs: [`The dispute about “${mail.packageName}” is settled: ${describeFullRefund(mail)}.`],
        facts: [
          [
            mail.viewer === 'brand' ? 'Back to your card' : 'Back to the brand',
            formatMailDollars(mail.event.refundCents),
          ],
        ],
        button: 'See the booking',
      }),
  },
  'dispute.withdrawn': {
    readers: 'both',
    mail: (mail) =>
      mail.event.kind === 'cancellation'
        ? createBookingContinuesMail(mail)
        : createBookingMailParts(mail, {
            subject: isCausedByReader(mail)
              ? 'You withdrew your report'
              : `${getOtherSideName(mail)} withdrew the report`,
            title: 'The payout is no longer stopped',
            paragraphs: [
              mail.viewer === 'brand'
                ? `Approve “${mail.packageName}” or report a problem; otherwise the payment is released on ${formatMailDateTime(mail, mail.event.releaseAt)}.`
                : `“${mail.packageName}” is paid out when ${mail.brandName} approves, or by itself on ${formatMailDateTime(mail, mail.event.releaseAt)}.`,
            ],
            facts: [
              ['Payout', formatMailDollars(mail.priceCents)],
              ['At the latest', formatMailDateTime(mail, mail.event.releaseAt)],
            ],
            button: 'See the booking',
          }),
  },
  'dispute.decided': {
    readers: 'both',
    mail: (mail) => {
      const isMoneyMoved = mail.event.decision !== 'release' || mail.event.status === 'completed';
      return createBookingMailParts(mail, {
        subject: `${PRODUCT_NAME} decided about your booking with ${getOtherSideName(mail)}`,
        title: `${PRODUCT_NAME} has decided`,
        paragraphs: [`“${mail.packageName}”: ${describeDisputeDecision(mail)}`, `The reason: “${mail.event.reason}”`],
        ...(isMoneyMoved && { facts: listSplitFacts(mail, mail.event) }),
        button: 'See the booking',
      });
    },
  },

  'payment.refunded': {
    readers: 'brand',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `You were refunded ${formatMailDollars(mail.event.refundCents)}`,
        title: `${formatMailDollars(mail.event.refundCents)} is on its way to your card`,
        paragraphs: [`The refund for “${mail.packageName}” was made. When it shows depends on your bank.`],
        facts: [
          ['You paid', formatMailDollars(mail.totalCents)],
          ['Refund', formatMailDollars(mail.event.refundCents)],
        ],
        button: 'See your booking',
      }),
  },
  'payment.refund_returned': {
    readers: 'brand',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `Your bank sent ${formatMailDollars(mail.event.amountCents)} back to us`,
        title: 'Your refund came back',
        paragraphs: [
          `Your bank did not take the refund of ${formatMailDollars(mail.event.amountCents)} for “${mail.packageName}”. A closed or replaced card is the usual cause.`,
          'The money is still yours. We write to you to agree on another way to pay it; you can also write to us on the contact page.',
        ],
        button: 'See your booking',
      }),
  },
  'payment.refund_replaced': {
    readers: 'brand',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `You were refunded ${formatMailDollars(mail.event.amountCents)} another way`,
        title: `${formatMailDollars(mail.event.amountCents)} went back to you`,
        paragraphs: [
          `We paid the refund for “${mail.packageName}”, which your bank had sent back, as agreed with you.`,
        ],
        facts: [['Refund', formatMailDollars(mail.event.amountCents)]],
        button: 'See your booking',
      }),
  },
  'payment.released': {
    readers: 'both',
    mail: (mail) => {
      const { creatorCents, feeCents } = mail.event;
      const refundCents = mail.totalCents - creatorCents - feeCents;
      return createBookingMailPartsBySide(mail, {
        creator: {
          subject: `You were paid ${formatMailDollars(creatorCents)}`,
          title: `${formatMailDollars(creatorCents)} is on its way to you`,
          paragraphs: [`The payout for “${mail.packageName}” for ${mail.brandName} was released to your account.`],
          facts: [['Payout', formatMailDollars(creatorCents)]],
          button: 'See the booking',
        },
        brand: {
          subject: `Your booking with ${mail.creatorName} is settled`,
          title: 'Your booking is settled',
          paragraphs: [
            `The payout for “${mail.packageName}” was released to ${mail.creatorName}. Nothing is left to do.`,
          ],
          facts: [
            ['You paid', formatMailDollars(mail.totalCents)],
            ...listSplitFacts(mail, { creatorCents, feeCents, refundCents }),
          ],
          button: 'See your booking',
        },
      });
    },
  },
  'payment.release_blocked': {
    readers: 'creator',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: 'Your payout waits for your payout setup',
        title: 'Please finish your payout setup',
        paragraphs: [
          `Your payout${mail.event.creatorCents === undefined ? '' : ` of ${formatMailDollars(mail.event.creatorCents)}`} for “${mail.packageName}” is released, but your account cannot receive it yet.`,
          'The payout page says what is missing. Once that is done, the payout goes out by itself.',
        ],
        ...(mail.event.creatorCents !== undefined && {
          facts: [['Waiting for you', formatMailDollars(mail.event.creatorCents)]],
        }),
        button: 'Finish your payout setup',
        to: '/payouts',
      }),
  },

  'payment.charged_back': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailPartsBySide(mail, {
        creator: {
          subject: `The bank of ${mail.brandName} took the payment back`,
          title: 'The payment is frozen',
          paragraphs: [
            `The bank of ${mail.brandName} took ${formatMailDollars(mail.event.amountCents)} for “${mail.packageName}” back. The payment is frozen until the bank decides.`,
            'There is nothing you have to do now. We tell you what the bank decides.',
          ],
          button: 'See the booking',
        },
        brand: {
          subject: 'Your bank took a payment back',
          title: 'The payment is frozen',
          paragraphs: [
            `Your bank took ${formatMailDollars(mail.event.amountCents)} for “${mail.packageName}” back. The payment is frozen until the bank decides.`,
            'If you did not ask your bank for this, please tell your bank so.',
          ],
          button: 'See your booking',
        },
      }),
  },
  'payment.chargeback_won': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: 'The bank gave the payment back',
        title: 'The booking goes on',
        paragraphs: [
          `${mail.viewer === 'brand' ? 'Your bank' : `The bank of ${mail.brandName}`} gave ${formatMailDollars(mail.event.amountCents)} for “${mail.packageName}” back. The booking goes on from where it was.`,
        ],
        button: 'See the booking',
      }),
  },
  'payment.chargeback_lost': {
    readers: 'both',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `The bank decided about the payment for “${mail.packageName}”`,
        title: mail.viewer === 'brand' ? 'Your bank decided for you' : `The bank decided for ${mail.brandName}`,
        paragraphs: [
          mail.viewer === 'brand'
            ? `You keep the ${formatMailDollars(mail.event.amountCents)} that your bank took back for “${mail.packageName}”.`
            : `The ${formatMailDollars(mail.event.amountCents)} that the bank took back for “${mail.packageName}” are lost. Nothing more is paid out for this booking.`,
          ...(mail.cancelReason === 'charged_back' ? ['The booking is cancelled.'] : []),
        ],
        button: 'See the booking',
      }),
  },
  'payment.reversed': {
    readers: 'creator',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `Your payout of ${formatMailDollars(mail.event.creatorCents)} was taken back`,
        title: 'Your payout was taken back',
        paragraphs: [
          `The bank of ${mail.brandName} took the payment for “${mail.packageName}” back, so your payout was taken back while it decides. If the bank gives the payment back, you are paid again.`,
        ],
        facts: [['Taken back', formatMailDollars(mail.event.creatorCents)]],
        button: 'See the booking',
      }),
  },
  'payment.restored': {
    readers: 'creator',
    mail: (mail) =>
      createBookingMailParts(mail, {
        subject: `You were paid ${formatMailDollars(mail.event.creatorCents)} again`,
        title: `${formatMailDollars(mail.event.creatorCents)} is on its way to you`,
        paragraphs: [`The bank gave the payment for “${mail.packageName}” back, and your payout was made again.`],
        facts: [['Payout', formatMailDollars(mail.event.creatorCents)]],
        button: 'See the booking',
      }),
  },
};

/** Maps each event that has an email to its template. */
export const EVENT_TEMPLATES = Object.fromEntries(
  Object.entries(EMAILS_BY_EVENT).map(([kind, told]) => [kind, told?.mail]),
) as {
  [K in EventKind]: (mail: EventMail<K>) => MailParts;
};
