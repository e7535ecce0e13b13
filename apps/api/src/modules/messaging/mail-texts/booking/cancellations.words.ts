/** Emails about requests to cancel a booking, and about cancellations after the acceptance. */
import type { EventKind } from '@marquee/booking';
import {
  createBookingMail,
  createRefundFact,
  describeFullRefund,
  describeReason,
  describeRefundTiming,
  getActorName,
  getOtherSideName,
  getSubjectActor,
  isCausedByReader,
  type EventMail,
  type EventMails,
} from '../events.words.ts';
import { fitSubject, type MailParts } from '../mail.words.ts';

/** The email after one side withdrew its request to cancel, before or during a dispute about it. */
export const createBookingContinuesMail = (mail: EventMail<Extract<EventKind, `${string}withdrawn`>>): MailParts => {
  const isOwn = isCausedByReader(mail);
  const other = getOtherSideName(mail);
  return createBookingMail(mail, {
    subject: isOwn
      ? fitSubject`Cancellation request withdrawn: “${mail.packageName}”`
      : fitSubject`${getSubjectActor(mail, other)} no longer wants to cancel “${mail.packageName}”`,
    title: 'The booking continues',
    paragraphs: [
      `${getActorName(mail, isOwn ? 'You' : other)} withdrew the cancellation request, so the booking “${mail.packageName}” continues.`,
      'You don’t need to do anything. We hold the payment until the work is completed.',
    ],
    button: 'View booking',
  });
};

export const CANCELLATION_MAILS: EventMails<
  'booking.cancellation_asked' | 'booking.cancellation_withdrawn' | 'booking.cancelled'
> = {
  'booking.cancellation_asked': {
    group: 'money',
    readers: 'both',
    isSpaced: true,
    neutral: 'There is a request to cancel one of your bookings.',
    mail: (mail, clock) => {
      const other = getOtherSideName(mail);
      const answerBy = clock.time(mail.event.answerBy);
      return createBookingMail(
        mail,
        isCausedByReader(mail)
          ? {
              subject: fitSubject`${getActorName(mail, 'You')} asked ${other} to cancel “${mail.packageName}”`,
              title: 'Cancellation request sent',
              paragraphs: [
                `${getActorName(mail, 'You')} asked ${other} to cancel “${mail.packageName}”: “${mail.event.reason}”`,
                `${other} has until ${answerBy} to respond. Without a response, the booking is cancelled. ${describeFullRefund(mail)}`,
              ],
              facts: [['Answer due by', answerBy]],
              button: 'View booking',
            }
          : {
              subject: fitSubject`${getSubjectActor(mail, other)} wants to cancel “${mail.packageName}”`,
              title: 'Cancellation request',
              paragraphs: [
                `${getActorName(mail, other)} wants to cancel “${mail.packageName}”: “${mail.event.reason}”`,
                `Agree or disagree by ${answerBy}. If you do nothing, the booking is cancelled. ${describeFullRefund(mail)}`,
              ],
              facts: [['Answer by', answerBy]],
              button: 'Answer request',
            },
      );
    },
  },
  'booking.cancellation_withdrawn': {
    group: 'money',
    readers: 'both',
    isSpaced: true,
    neutral: 'A cancellation request was withdrawn, and the booking continues.',
    mail: createBookingContinuesMail,
  },
  'booking.cancelled': {
    group: 'money',
    readers: 'both',
    // The email about staff's decision already reports this cancellation.
    when: ({ reason }) => reason !== 'decided',
    neutral: { creator: 'One of your bookings was cancelled.', brand: 'Your booking was cancelled and refunded.' },
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`Booking with ${getOtherSideName(mail)} cancelled: “${mail.packageName}”`,
        title: 'Booking cancelled',
        paragraphs: [
          `${describeReason(mail, mail.event.reason)} “${mail.packageName}” is cancelled. ${describeFullRefund(mail)}`,
          describeRefundTiming(mail),
        ],
        facts: [createRefundFact(mail, mail.event.refundCents)],
        button: 'View booking',
      }),
  },
};
