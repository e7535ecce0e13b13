/** Emails about the course of a booking: the order, the acceptance, the work, and their reminders. */
import {
  computeDueAt,
  DECLINE_LABELS,
  formatHours,
  type AnswerableRequest,
  type CancelReason,
  type EventKind,
} from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import {
  createBookingMail,
  createBookingMailBySide,
  describeReason,
  getActorName,
  getOtherSideName,
  getSubjectActor,
  type BookingMail,
  type EventMail,
  type EventMails,
} from '../events.words.ts';
import {
  fitSubject,
  formatDayCount,
  formatMailDollars,
  type MailClock,
  type MailFact,
  type MailParts,
} from '../mail.words.ts';

const listCreatorNoteTexts = (note: string | null, booking: EventMail<EventKind>): string[] =>
  note === null ? [] : [`${getActorName(booking, booking.creatorName)} wrote: “${note}”`];

const createOrderedMail = (booking: EventMail<EventKind>, clock: MailClock): MailParts => {
  const { packageName, creatorName, brandName } = booking;
  const acceptBy = booking.acceptBy === null ? null : clock.time(booking.acceptBy);
  const listAcceptFacts = (label: string): MailFact[] => (acceptBy === null ? [] : [[label, acceptBy]]);
  return createBookingMailBySide(booking, {
    creator: {
      subject: fitSubject`New order from ${brandName}: “${packageName}”`,
      title: 'New order',
      paragraphs: [
        `${getActorName(booking, brandName)} ordered “${packageName}”. The card is authorized and will be charged when you accept.`,
        `Accept or decline the order${acceptBy === null ? '' : ` by ${acceptBy}`}. If you do nothing, it is cancelled and nothing is charged.`,
      ],
      facts: [['You receive', formatMailDollars(booking.priceCents)], ...listAcceptFacts('Accept by')],
      button: 'Review order',
    },
    brand: {
      subject: fitSubject`Order sent to ${creatorName}: “${packageName}”`,
      title: 'Order sent',
      paragraphs: [
        `${getActorName(booking, 'You')} ordered “${packageName}” from ${creatorName}. Your card is authorized, but not charged yet.`,
        `${creatorName} ${acceptBy === null ? 'can' : `has until ${acceptBy} to`} accept the order. Otherwise the order is cancelled, and you are not charged.`,
      ],
      facts: [['Total', formatMailDollars(booking.totalCents)], ...listAcceptFacts('Creator must accept by')],
      button: 'View booking',
    },
  });
};

/**
 * Returns the start deadline, the delivery time, and the due date if the work starts at that deadline. Returns null
 * if there is no start deadline. The due date is null if it depends on the arrival of the brand's product.
 */
function computeLatestStart({ startBy, deliveryDays, needsProduct = false }: BookingMail, clock: MailClock) {
  if (startBy == null || deliveryDays === undefined) return null;
  const due = needsProduct ? null : clock.time(computeDueAt(new Date(startBy), deliveryDays).toISOString());
  return { by: clock.time(startBy), takes: formatDayCount(deliveryDays), due };
}

function createAcceptedMail(booking: EventMail<EventKind>, clock: MailClock): MailParts {
  const { packageName, creatorName, brandName } = booking;
  const start = computeLatestStart(booking, clock);
  const listStartFacts = (label: string): MailFact[] =>
    start === null
      ? []
      : [
          [label, start.by],
          ['Delivery', `${start.takes} after ${start.due === null ? 'the product arrives' : 'work starts'}`],
        ];
  return createBookingMailBySide(booking, {
    creator: {
      subject: fitSubject`${getActorName(booking, 'You')} accepted “${packageName}” for ${brandName}`,
      title: 'Order accepted',
      paragraphs: [
        `${getActorName(booking, 'You')} accepted “${packageName}” for ${brandName}. We hold the payment until the work is completed.`,
        start === null
          ? 'Select “Start Working” when you begin. The delivery time starts then.'
          : start.due === null
            ? `Enter your shipping address and select “Start Working” by ${start.by}. You have ${start.takes} to deliver, counted from the day you confirm that the product has arrived.`
            : `Select “Start Working” by ${start.by}. You then have ${start.takes} to deliver. If you start on the last day, the work is due by ${start.due}.`,
      ],
      facts: [['You receive', formatMailDollars(booking.priceCents)], ...listStartFacts('Start by')],
      button: 'View booking',
    },
    brand: {
      subject: fitSubject`${getSubjectActor(booking, creatorName)} accepted your order: “${packageName}”`,
      title: 'Order accepted',
      paragraphs: [
        `${getActorName(booking, creatorName)} accepted “${packageName}”. Your card was charged ${formatMailDollars(booking.totalCents)}, and we hold the payment until the work is completed.`,
        ...(start === null
          ? []
          : [
              start.due === null
                ? `Send the product once ${creatorName} has entered a shipping address. ${creatorName} then has ${start.takes} to deliver, counted from the day the product arrives.`
                : `You don’t need to do anything right now. ${creatorName} has to start by ${start.by}, and the work is due by ${start.due} at the latest.`,
            ]),
        ...listCreatorNoteTexts(booking.moveNote, booking),
      ],
      facts: [['Charged', formatMailDollars(booking.totalCents)], ...listStartFacts('Start by')],
      button: 'View booking',
    },
  });
}

/** Suggests the next action to a brand whose order was cancelled. */
function describeNextOrder(reason: CancelReason | null): string {
  if (reason === 'withdrawn' || reason === 'superseded') return 'You don’t need to do anything.';
  return reason === 'payment_failed'
    ? 'To book again, use a different card.'
    : `Find another creator on ${PRODUCT_NAME}.`;
}

/** The email about a booking that ended before the card was charged. */
const createEndedMail = (booking: EventMail<EventKind>): MailParts => {
  const { packageName, creatorName, brandName, cancelReason } = booking;
  const reason = cancelReason === null ? '' : `${describeReason(booking, cancelReason)} `;
  const isDeclined = cancelReason === 'declined';
  return createBookingMailBySide(booking, {
    creator: {
      subject: isDeclined
        ? fitSubject`${getActorName(booking, 'You')} declined “${packageName}” for ${brandName}`
        : fitSubject`Order from ${brandName} cancelled: “${packageName}”`,
      title: isDeclined ? 'Order declined' : 'Order cancelled',
      paragraphs: [
        `${reason}The order from ${brandName} for “${packageName}” is cancelled, and nothing was charged.`,
        'You don’t need to do anything.',
      ],
      button: 'View booking',
    },
    brand: {
      subject: isDeclined
        ? fitSubject`${getSubjectActor(booking, creatorName)} declined your order: “${packageName}”`
        : fitSubject`Order with ${creatorName} cancelled: “${packageName}”`,
      title: isDeclined ? 'Order declined' : 'Order cancelled',
      paragraphs: [
        cancelReason === 'payment_failed'
          ? `We could not charge your card, so we cancelled your order for “${packageName}” and released the hold.`
          : `${reason}Your order for “${packageName}” is cancelled. Your card was not charged, and any hold on it is released.`,
        describeNextOrder(cancelReason),
        // Includes the creator's note only if it was written when declining. A note from the acceptance no longer
        // applies after a cancellation.
        ...(isDeclined ? listCreatorNoteTexts(booking.moveNote, booking) : []),
      ],
      ...(booking.declineReason !== null && { facts: [['Reason', DECLINE_LABELS[booking.declineReason]]] }),
      button: 'View booking',
    },
  });
};

const createStartedMail = (booking: EventMail<EventKind>, clock: MailClock): MailParts => {
  const { packageName, creatorName, brandName } = booking;
  const due = booking.dueAt === null ? null : clock.time(booking.dueAt);
  const facts: MailFact[] = due === null ? [] : [['Due', due]];
  return createBookingMailBySide(booking, {
    creator: {
      subject: fitSubject`Work started: “${packageName}” for ${brandName}`,
      title: 'Work started',
      paragraphs: [
        `${getActorName(booking, 'You')} started working on “${packageName}” for ${brandName}.`,
        `Deliver the work${due === null ? '' : ` by ${due}`}, then select “Mark as Completed”.`,
      ],
      facts,
      button: 'View booking',
    },
    brand: {
      subject: fitSubject`${getSubjectActor(booking, creatorName)} started working on “${packageName}”`,
      title: 'Work started',
      paragraphs: [
        `${getActorName(booking, creatorName)} started working on “${packageName}”.${due === null ? '' : ` The work is due by ${due}.`}`,
        'You don’t need to do anything right now. We hold your payment until the work is completed.',
      ],
      facts,
      button: 'View booking',
    },
  });
};

const createCompletedMail = (booking: EventMail<EventKind>, clock: MailClock): MailParts => {
  const { packageName, creatorName, brandName, deliveryLinks } = booking;
  const releaseAt = booking.releaseAt === null ? '' : clock.time(booking.releaseAt);
  const payout = formatMailDollars(booking.priceCents);
  return createBookingMailBySide(booking, {
    creator: {
      subject: fitSubject`${getActorName(booking, 'You')} completed “${packageName}” for ${brandName}`,
      title: 'Work completed',
      paragraphs: [
        `${getActorName(booking, 'You')} marked “${packageName}” as completed.`,
        `You will be paid ${payout} when ${brandName} approves the work, or automatically on ${releaseAt}.`,
      ],
      facts: [
        ['Your payout', payout],
        ['Paid out by', releaseAt],
      ],
      button: 'View booking',
    },
    brand: {
      subject: fitSubject`Review the work by ${creatorName}: “${packageName}”`,
      title: 'Work completed',
      paragraphs: [
        `${getActorName(booking, creatorName)} marked “${packageName}” as completed.`,
        `Approve the work or report a problem by ${releaseAt}. If you do nothing, ${payout} is paid out to ${creatorName} automatically.`,
        ...listCreatorNoteTexts(booking.deliveryNote, booking),
        ...(deliveryLinks.length === 0 ? [] : [`Links to the work: ${deliveryLinks.join(' · ')}`]),
      ],
      facts: [
        [`Payout to ${creatorName}`, payout],
        ['Review by', releaseAt],
      ],
      button: 'Review work',
    },
  });
};

/** For each kind of request, the requested action and the consequence of no answer. */
const ANSWER_REMINDERS: Record<
  AnswerableRequest,
  { subject: (day: string, packageName: string) => string; ask: string; otherwise: string; noun: 'answer' | 'review' }
> = {
  order: {
    subject: (day, packageName) => fitSubject`Accept or decline by ${day}: “${packageName}”`,
    ask: 'accept or decline the order for',
    otherwise: 'If you do nothing, the order is cancelled and nothing is charged.',
    noun: 'answer',
  },
  cancellation: {
    subject: (day, packageName) => fitSubject`Answer the cancellation request by ${day}: “${packageName}”`,
    ask: 'answer the cancellation request for',
    otherwise: 'If you do nothing, the booking is cancelled and the brand is refunded in full.',
    noun: 'answer',
  },
  dispute: {
    subject: (day, packageName) => fitSubject`Answer the dispute by ${day}: “${packageName}”`,
    ask: 'respond in the dispute about',
    otherwise: `If you do nothing, ${PRODUCT_NAME} decides without your response.`,
    noun: 'answer',
  },
  review: {
    subject: (day, packageName) => fitSubject`Review the work by ${day}: “${packageName}”`,
    ask: 'review the work for',
    otherwise: 'If you review it later, the creator’s due date moves by the same amount of time.',
    noun: 'review',
  },
};

/** The day of the first reminder to review completed work. */
const FIRST_REVIEW_REMINDER_DAY = 2;

export const BOOKING_MAILS: EventMails<
  | 'booking.requested'
  | 'booking.request_approved'
  | 'booking.ordered'
  | 'booking.moved'
  | 'booking.withdrawn'
  | 'booking.lapsed'
  | 'booking.approved'
  | 'booking.due_moved'
  | 'booking.acceptance_extended'
  | 'booking.reminded'
  | 'booking.payment_reminded'
  | 'booking.answer_reminded'
  | 'booking.start_reminded'
  | 'booking.overdue_reminded'
  | 'booking.rights_reminded'
  | 'payment.authorized'
  | 'payment.captured'
> = {
  // The request has emails of its own (order-requests.words.ts).
  'booking.requested': null,
  'booking.request_approved': null,
  'booking.ordered': null,
  'booking.approved': null,
  'booking.due_moved': {
    group: 'bookings',
    readers: 'creator',
    isSpaced: true,
    neutral: 'The due date of your work on a booking moved.',
    // Completed work is not due anymore.
    when: ({ completes }) => completes !== true,
    mail: (mail, clock) => {
      const { packageName, brandName } = mail;
      const { dueBefore, dueAt, hours } = mail.event;
      return createBookingMail(mail, {
        subject: fitSubject`New due date for “${packageName}”: ${clock.day(dueAt)}`,
        title: 'Your due date moved',
        paragraphs: [
          `${brandName}’s review of “${packageName}” took ${formatHours(hours)} longer than promised.`,
          `Your work is therefore due by ${clock.time(dueAt)} instead of ${clock.time(dueBefore)}. Complete the work by the new date.`,
        ],
        facts: [['Due', clock.time(dueAt)]],
        button: 'View booking',
      });
    },
  },
  'payment.authorized': {
    group: 'bookings',
    notifies: 'creator',
    readers: 'both',
    neutral: { creator: 'You have a new order.', brand: 'Your order is with the creator.' },
    mail: createOrderedMail,
  },
  'payment.captured': {
    group: 'money',
    notifies: 'brand',
    readers: 'both',
    neutral: { creator: 'You accepted an order.', brand: 'The creator accepted your order.' },
    mail: createAcceptedMail,
  },
  'booking.moved': {
    group: 'bookings',
    readers: 'both',
    neutral: ({ to }) =>
      to === 'in_progress'
        ? { creator: 'You started working on a booking.', brand: 'The creator started working on your booking.' }
        : to === 'completed'
          ? { creator: 'You marked the work as completed.', brand: 'The work is completed and ready for your review.' }
          : { creator: 'You declined an order.', brand: 'The creator declined your order. Your card was not charged.' },
    // No email for an acceptance, because the email about the card charge reports it. No email if the last approval
    // completed the booking, because the email about the payout reports that.
    when: ({ to, byApproval }) => to !== 'accepted' && byApproval !== true,
    mail: (mail, clock) =>
      mail.event.to === 'in_progress'
        ? createStartedMail(mail, clock)
        : mail.event.to === 'completed'
          ? createCompletedMail(mail, clock)
          : createEndedMail(mail),
  },
  'booking.withdrawn': {
    group: 'money',
    readers: 'both',
    neutral: { creator: 'A brand withdrew its order.', brand: 'You withdrew your order. Your card was not charged.' },
    mail: createEndedMail,
  },
  'booking.lapsed': {
    group: 'money',
    readers: 'both',
    neutral: 'One of your orders was cancelled, and no card was charged.',
    mail: createEndedMail,
  },
  'booking.acceptance_extended': {
    group: 'bookings',
    readers: 'both',
    neutral: { creator: 'You have more time to accept an order.', brand: 'You gave the creator more time to accept.' },
    mail: (mail, clock) => {
      const { packageName, creatorName, brandName } = mail;
      const acceptBy = clock.time(mail.event.acceptBy);
      return createBookingMailBySide(mail, {
        creator: {
          subject: fitSubject`More time to accept “${packageName}” for ${brandName}`,
          title: 'More time to accept',
          paragraphs: [
            `${getActorName(mail, brandName)} gave you more time to accept “${packageName}”.`,
            `Accept or decline the order by ${acceptBy}. If you do nothing, it is cancelled and nothing is charged.`,
          ],
          facts: [
            ['You receive', formatMailDollars(mail.priceCents)],
            ['Accept by', acceptBy],
          ],
          button: 'Review order',
        },
        brand: {
          subject: fitSubject`${getActorName(mail, 'You')} gave ${creatorName} more time: “${packageName}”`,
          title: 'More time to accept',
          paragraphs: [
            `${creatorName} can accept “${packageName}” until ${acceptBy}.`,
            'You don’t need to do anything. If the order is not accepted by then, it is cancelled, and you are not charged.',
          ],
          facts: [['Creator must accept by', acceptBy]],
          button: 'View booking',
        },
      });
    },
  },
  'booking.rights_reminded': {
    group: 'bookings',
    readers: 'both',
    neutral: 'The usage rights of a booking end soon.',
    mail: (mail, clock) => {
      const { packageName, creatorName, brandName } = mail;
      const [ends, day] = [clock.time(mail.event.endsAt), clock.day(mail.event.endsAt)];
      const facts: MailFact[] = [
        ['Usage rights', mail.event.rights],
        ['End on', ends],
      ];
      return createBookingMailBySide(mail, {
        brand: {
          subject: fitSubject`Usage rights end on ${day}: “${packageName}”`,
          title: 'Usage rights end soon',
          paragraphs: [
            `Your usage rights for “${packageName}” by ${creatorName} end on ${ends}.`,
            `Stop using the content by then, or ask ${creatorName} to renew the rights on the booking page.`,
          ],
          facts,
          button: 'View booking',
        },
        creator: {
          subject: fitSubject`${brandName}’s usage rights end on ${day}: “${packageName}”`,
          title: 'Usage rights end soon',
          paragraphs: [
            `${brandName}’s usage rights for “${packageName}” end on ${ends}.`,
            `You don’t need to do anything. ${brandName} may ask you to renew them.`,
          ],
          facts,
          button: 'View booking',
        },
      });
    },
  },
  'booking.reminded': {
    group: 'money',
    readers: 'brand',
    neutral: 'Completed work is waiting for your review.',
    mail: (mail, clock) => {
      const { packageName, creatorName } = mail;
      const { creatorCents, releaseAt, day } = mail.event;
      const [by, payout] = [clock.time(releaseAt), formatMailDollars(creatorCents)];
      return createBookingMail(mail, {
        subject:
          day <= FIRST_REVIEW_REMINDER_DAY
            ? fitSubject`Reminder: review “${packageName}” by ${clock.day(releaseAt)}`
            : fitSubject`Last reminder: review “${packageName}” by ${clock.day(releaseAt)}`,
        title: 'Review the completed work',
        paragraphs: [
          `${creatorName} completed “${packageName}” and is waiting for your review.`,
          `Approve the work or report a problem by ${by}. If you do nothing, ${payout} is paid out to ${creatorName} automatically.`,
        ],
        facts: [
          [`Payout to ${creatorName}`, payout],
          ['Review by', by],
        ],
        button: 'Review work',
      });
    },
  },
  'booking.payment_reminded': {
    group: 'bookings',
    readers: 'brand',
    neutral: 'Your order is not paid yet.',
    mail: (mail, clock) => {
      const { packageName, creatorName } = mail;
      const by = clock.time(mail.event.by);
      return createBookingMail(mail, {
        subject: fitSubject`Pay by ${clock.day(mail.event.by)} to place your order: “${packageName}”`,
        title: 'Your order is not paid yet',
        paragraphs: [
          `You have not paid for “${packageName}” from ${creatorName} yet.`,
          `Pay by ${by} to send the order to ${creatorName}. Otherwise the order is cancelled, and you are not charged. Your answers are saved.`,
        ],
        facts: [
          ['Total', formatMailDollars(mail.totalCents)],
          ['Pay by', by],
        ],
        button: 'Continue to payment',
      });
    },
  },
  'booking.answer_reminded': {
    group: 'money',
    readers: ({ side }) => side,
    neutral: 'One of your bookings is waiting for your answer.',
    mail: (mail, clock) => {
      const { subject, ask, otherwise, noun } = ANSWER_REMINDERS[mail.event.of];
      const by = clock.time(mail.event.by);
      return createBookingMail(mail, {
        subject: subject(clock.day(mail.event.by), mail.packageName),
        title: `Your ${noun} is due soon`,
        paragraphs: [
          `${getOtherSideName(mail)} is waiting for you to ${ask} “${mail.packageName}”.`,
          `Your ${noun} is due by ${by}. ${otherwise}`,
        ],
        facts: [[noun === 'answer' ? 'Answer by' : 'Review by', by]],
        button: noun === 'answer' ? 'Respond now' : 'Review work',
      });
    },
  },
  'booking.start_reminded': {
    group: 'money',
    readers: 'both',
    neutral: { creator: 'A booking is waiting for you to start.', brand: 'The creator has not started working yet.' },
    mail: (mail, clock) => {
      const { packageName, creatorName, brandName, event } = mail;
      const [startBy, endsAt] = [clock.time(event.startBy), clock.time(event.endsAt)];
      return createBookingMailBySide(mail, {
        creator: {
          subject: fitSubject`Start “${packageName}” for ${brandName} by ${clock.day(event.startBy)}`,
          title: 'Start working soon',
          paragraphs: [
            `You accepted “${packageName}” for ${brandName}, but have not started yet.`,
            `Select “Start Working” by ${startBy}. After that, ${brandName} can cancel the booking. On ${endsAt}, it is cancelled automatically, ${brandName} is refunded in full, and you are not paid.`,
          ],
          facts: [
            ['You receive', formatMailDollars(mail.priceCents)],
            ['Start by', startBy],
          ],
          button: 'Start working',
        },
        brand: {
          subject: fitSubject`${creatorName} has not started “${packageName}” yet`,
          title: 'Work has not started yet',
          paragraphs: [
            `${creatorName} has not started “${packageName}” yet. We reminded ${creatorName} to start by ${startBy}.`,
            `If work has not started by then, you can cancel for a full refund of ${formatMailDollars(mail.totalCents)}. On ${endsAt}, the booking is cancelled automatically, with the same refund.`,
          ],
          facts: [
            ['Start by', startBy],
            ['Cancelled automatically', endsAt],
          ],
          button: 'View booking',
        },
      });
    },
  },
  'booking.overdue_reminded': {
    group: 'money',
    readers: 'both',
    neutral: { creator: 'Your work on a booking is overdue.', brand: 'The work on one of your bookings is overdue.' },
    mail: (mail, clock) => {
      const { packageName, creatorName, brandName, dueAt } = mail;
      const [endsAt, due] = [clock.time(mail.event.endsAt), dueAt === null ? '' : clock.time(dueAt)];
      return createBookingMailBySide(mail, {
        creator: {
          subject: fitSubject`Overdue: deliver “${packageName}” by ${clock.day(mail.event.endsAt)}`,
          title: 'Your work is overdue',
          paragraphs: [
            `“${packageName}” for ${brandName} was due on ${due}.`,
            `Deliver the work and select “Mark as Completed” by ${endsAt}. Otherwise the booking is cancelled, ${brandName} is refunded in full, and you are not paid.`,
          ],
          facts: [
            ['You receive', formatMailDollars(mail.priceCents)],
            ['Cancelled automatically', endsAt],
          ],
          button: 'View booking',
        },
        brand: {
          subject: fitSubject`Overdue: “${packageName}” by ${creatorName}`,
          title: 'The work is overdue',
          paragraphs: [
            `“${packageName}” by ${creatorName} was due on ${due} and is not completed yet.`,
            `You can cancel now for a full refund of ${formatMailDollars(mail.totalCents)}. On ${endsAt}, the booking is cancelled automatically, with the same refund.`,
          ],
          facts: [
            ['Refund if cancelled', formatMailDollars(mail.totalCents)],
            ['Cancelled automatically', endsAt],
          ],
          button: 'View booking',
        },
      });
    },
  },
};
