/** Emails about disputes between the two sides of a booking. */
import { DESIRED_OUTCOME_LABELS } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { createBookingContinuesMail } from './cancellations.words.ts';
import {
  createBookingMail,
  createRefundFact,
  describeFullRefund,
  describeRefundTiming,
  getActorName,
  getOtherSideName,
  getSubjectActor,
  isCausedByReader,
  listSplitFacts,
  type EventMail,
  type EventMails,
} from '../events.words.ts';
import { fitSubject, formatMailDollars, type MailClock, type MailFact, type MailParts } from '../mail.words.ts';

function createOpenedMail(mail: EventMail<'dispute.opened'>, clock: MailClock): MailParts {
  const { event, packageName, viewer } = mail;
  const other = getOtherSideName(mail);
  const answerBy = clock.time(event.answerBy);
  const isProblem = event.kind === 'problem';
  const isOwn = isCausedByReader(mail);
  const actor = getActorName(mail, isOwn ? 'You' : other);
  const facts: MailFact[] = [
    ['Answer by', answerBy],
    ...(event.desiredOutcome === null
      ? []
      : [
          [
            viewer === 'brand' ? `${actor} asked for` : 'The brand asks for',
            DESIRED_OUTCOME_LABELS[event.desiredOutcome],
          ] as const,
        ]),
  ];
  if (isOwn)
    return createBookingMail(mail, {
      subject: isProblem
        ? fitSubject`${actor} reported a problem with “${packageName}”`
        : fitSubject`${actor} declined to cancel “${packageName}”`,
      title: isProblem ? 'Problem reported' : 'Cancellation declined',
      paragraphs: [
        isProblem
          ? `${actor} reported a problem with “${packageName}”. The payout is on hold.`
          : `${actor} declined to cancel “${packageName}”. The payment is on hold.`,
        `${other} has until ${answerBy} to answer. If you and ${other} cannot agree, ${PRODUCT_NAME} decides.`,
        `${actor} wrote: “${event.text}”`,
      ],
      facts,
      button: 'View booking',
    });
  return createBookingMail(mail, {
    subject: isProblem
      ? fitSubject`${getSubjectActor(mail, other)} reported a problem with “${packageName}”`
      : fitSubject`${getSubjectActor(mail, other)} does not agree to cancel “${packageName}”`,
    title: isProblem ? 'A problem was reported' : 'Cancellation declined',
    paragraphs: [
      isProblem
        ? `${actor} reported a problem with “${packageName}”. The payout is on hold.`
        : `${actor} does not agree to cancel “${packageName}”. The payment is on hold.`,
      isProblem
        ? `Answer by ${answerBy}. You can explain your side, agree to a refund, or offer to split the payment. Otherwise ${PRODUCT_NAME} decides.`
        : `Answer by ${answerBy}, or withdraw your request. Otherwise ${PRODUCT_NAME} decides.`,
      `${actor} wrote: “${event.text}”`,
    ],
    facts,
    button: 'Respond now',
  });
}

function describeDecision(mail: EventMail<'dispute.decided'>): string {
  const { viewer, creatorName, brandName, event } = mail;
  const isBrand = viewer === 'brand';
  if (event.decision === 'split') return `We decided to split the payment between you and ${getOtherSideName(mail)}.`;
  if (event.decision === 'refund') {
    const refunded = isBrand ? 'You get a full refund.' : `${brandName} gets a full refund, and you are not paid.`;
    return event.status === 'completed' ? refunded : `The booking is cancelled. ${refunded}`;
  }
  if (event.status !== 'completed') return 'The booking continues. We hold the payment until the work is completed.';
  return isBrand ? `${creatorName} is paid for the work.` : 'You are paid for the work.';
}

/** Says how much the recipient gets from an accepted split. */
const describeShare = ({ viewer, event }: EventMail<'dispute.split_accepted'>): string =>
  viewer === 'brand'
    ? `You get a refund of ${formatMailDollars(event.refundCents)} to your card.`
    : `You get ${formatMailDollars(event.creatorCents)} of the payment.`;

export const DISPUTE_MAILS: EventMails<
  | 'dispute.opened'
  | 'dispute.statement_added'
  | 'dispute.unanswered'
  | 'dispute.split_offered'
  | 'dispute.split_accepted'
  | 'dispute.refund_agreed'
  | 'dispute.withdrawn'
  | 'dispute.decided'
> = {
  'dispute.unanswered': null,
  'dispute.opened': {
    group: 'money',
    readers: 'both',
    isSpaced: true,
    neutral: 'There is a dispute about one of your bookings.',
    mail: createOpenedMail,
  },
  'dispute.statement_added': {
    group: 'money',
    readers: 'other',
    isSpaced: true,
    neutral: 'There is a new statement in a dispute about one of your bookings.',
    mail: (mail) => {
      const other = getOtherSideName(mail);
      return createBookingMail(mail, {
        subject: mail.event.isAnswer
          ? fitSubject`${getSubjectActor(mail, other)} answered in the dispute: “${mail.packageName}”`
          : fitSubject`New statement from ${getSubjectActor(mail, other)} about “${mail.packageName}”`,
        title: mail.event.isAnswer ? 'Answer in the dispute' : 'New statement in the dispute',
        paragraphs: [
          `${getActorName(mail, other)} wrote about “${mail.packageName}”: “${mail.event.text}”`,
          `You can reply, or settle the dispute with ${other}. Otherwise ${PRODUCT_NAME} decides.`,
        ],
        button: 'View booking',
      });
    },
  },
  'dispute.split_offered': {
    group: 'money',
    readers: 'brand',
    isSpaced: true,
    neutral: 'The creator offers to split the payment of a booking.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`${getSubjectActor(mail, mail.creatorName)} offers to split the payment: “${mail.packageName}”`,
        title: 'Offer to split the payment',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} offers to split the payment for “${mail.packageName}” as shown below.`,
          'Accept the offer, or wait for another one. The payment stays on hold until you accept or the dispute is decided.',
        ],
        facts: listSplitFacts(mail, mail.event),
        button: 'View offer',
      }),
  },
  'dispute.split_accepted': {
    group: 'money',
    readers: 'both',
    neutral: 'A dispute is settled, and the payment is split.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: isCausedByReader(mail)
          ? fitSubject`${getActorName(mail, 'You')} accepted the payment split: “${mail.packageName}”`
          : fitSubject`${getSubjectActor(mail, getOtherSideName(mail))} accepted your split: “${mail.packageName}”`,
        title: 'Dispute settled',
        paragraphs: [
          `The dispute about “${mail.packageName}” is settled. ${describeShare(mail)}`,
          mail.viewer === 'brand' ? describeRefundTiming(mail) : 'We will email you when your payout is sent.',
        ],
        facts: listSplitFacts(mail, mail.event),
        button: 'View booking',
      }),
  },
  'dispute.refund_agreed': {
    group: 'money',
    readers: 'both',
    // Before completion, agreeing to a refund cancels the booking, and the email about the cancellation reports
    // both.
    when: ({ status }) => status === 'completed',
    neutral: 'A dispute is settled, and the brand gets a full refund.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: isCausedByReader(mail)
          ? fitSubject`${getActorName(mail, 'You')} agreed to a refund for “${mail.packageName}”`
          : fitSubject`${getSubjectActor(mail, getOtherSideName(mail))} agreed to a refund for “${mail.packageName}”`,
        title: 'Dispute settled',
        paragraphs: [
          `The dispute about “${mail.packageName}” is settled. ${describeFullRefund(mail)}`,
          describeRefundTiming(mail),
        ],
        facts: [createRefundFact(mail, mail.event.refundCents)],
        button: 'View booking',
      }),
  },
  'dispute.withdrawn': {
    group: 'money',
    readers: 'both',
    neutral: 'A dispute about one of your bookings was withdrawn.',
    mail: (mail, clock) => {
      if (mail.event.kind === 'cancellation') return createBookingContinuesMail(mail);
      const { packageName, creatorName, brandName, viewer } = mail;
      const releaseAt = mail.event.releaseAt === null ? '' : clock.time(mail.event.releaseAt);
      return createBookingMail(mail, {
        subject: isCausedByReader(mail)
          ? fitSubject`${getActorName(mail, 'You')} withdrew your problem report: “${packageName}”`
          : fitSubject`${getSubjectActor(mail, getOtherSideName(mail))} withdrew the report on “${packageName}”`,
        title: 'Problem report withdrawn',
        paragraphs:
          viewer === 'brand'
            ? [
                `${getActorName(mail, 'You')} withdrew your report about “${packageName}”, and the payout is no longer on hold.`,
                `Approve the work or report a problem by ${releaseAt}. If you do nothing, ${creatorName} is paid automatically.`,
              ]
            : [
                `${getActorName(mail, brandName)} withdrew the report about “${packageName}”, and the payout is no longer on hold.`,
                `You will be paid when ${brandName} approves the work, or automatically on ${releaseAt}.`,
              ],
        facts: [
          [viewer === 'brand' ? `Payout to ${creatorName}` : 'Your payout', formatMailDollars(mail.priceCents)],
          ['Paid out by', releaseAt],
        ],
        button: 'View booking',
      });
    },
  },
  'dispute.decided': {
    group: 'money',
    readers: 'both',
    neutral: `${PRODUCT_NAME} decided the dispute about one of your bookings.`,
    mail: (mail) => {
      const isMoneyMoved = mail.event.decision !== 'release' || mail.event.status === 'completed';
      return createBookingMail(mail, {
        subject: fitSubject`Dispute decided: “${mail.packageName}” with ${getOtherSideName(mail)}`,
        title: 'Dispute decided',
        paragraphs: [
          `We reviewed the dispute about “${mail.packageName}”. ${describeDecision(mail)}`,
          `Reason: “${mail.event.reason}”`,
        ],
        ...(isMoneyMoved && { facts: listSplitFacts(mail, mail.event) }),
        button: 'View booking',
      });
    },
  },
};
