/** Emails about deliverables, the brand's product and published posts. */
import { formatDay } from '@marquee/time';
import { createBookingMail, getActorName, getSubjectActor, type EventMails } from '../events.words.ts';
import { fitSubject } from '../mail.words.ts';

/** Formats a version of a deliverable: '“1 Reel”' for the first version, 'version 2 of “1 Reel”' for a later one. */
const formatDeliveryVersion = ({ title, number }: { title: string; number: number }): string =>
  number === 1 ? `“${title}”` : `version ${number} of “${title}”`;

export const DELIVERY_MAILS: EventMails<
  'delivery.sent' | 'delivery.approved' | 'delivery.changes_asked' | 'delivery.planned'
> = {
  'delivery.sent': {
    group: 'bookings',
    readers: 'brand',
    isSpaced: true,
    neutral: 'The creator sent work for your review.',
    // If this version completes the booking, the email about the completed booking reports it.
    when: ({ completes }) => completes !== true,
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`Review “${mail.event.title}” by ${mail.creatorName} (${mail.packageName})`,
        title: mail.event.number === 1 ? 'New work to review' : 'New version to review',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} sent ${formatDeliveryVersion(mail.event)} for “${mail.packageName}”.`,
          'Approve it or request changes.',
        ],
        button: 'Review work',
      }),
  },
  'delivery.approved': {
    group: 'bookings',
    readers: 'creator',
    isSpaced: true,
    neutral: 'The brand approved a deliverable.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`${getSubjectActor(mail, mail.brandName)} approved “${mail.event.title}” (${mail.packageName})`,
        title: 'Deliverable approved',
        paragraphs: [
          `${getActorName(mail, mail.brandName)} approved ${formatDeliveryVersion(mail.event)} for “${mail.packageName}”.`,
          'Send any remaining deliverables. When everything is approved, select “Mark as Completed”.',
        ],
        button: 'View booking',
      }),
  },
  'delivery.changes_asked': {
    group: 'bookings',
    readers: 'creator',
    isSpaced: true,
    neutral: 'The brand requested changes to a deliverable.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`Changes to “${mail.event.title}” for ${mail.brandName} (${mail.packageName})`,
        title: 'Changes requested',
        paragraphs: [
          `${getActorName(mail, mail.brandName)} requested changes to ${formatDeliveryVersion(mail.event)} for “${mail.packageName}”: “${mail.event.changeRequest}”`,
          'See their comments on the booking page, then send a new version.',
        ],
        button: 'View change request',
      }),
  },
  'delivery.planned': {
    group: 'bookings',
    readers: 'brand',
    isSpaced: true,
    neutral: 'The creator scheduled the deliverables of your booking.',
    when: ({ days }) => days > 0,
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`${getSubjectActor(mail, mail.creatorName)} scheduled the work on “${mail.packageName}”`,
        title: 'Delivery schedule',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} scheduled the deliverables for “${mail.packageName}”. The last one is planned for ${formatDay(mail.event.last)}.`,
          'You don’t need to do anything right now.',
        ],
        button: 'View schedule',
      }),
  },
};

export const SHIPMENT_MAILS: EventMails<'shipment.addressed' | 'shipment.sent' | 'shipment.arrived'> = {
  'shipment.addressed': {
    group: 'bookings',
    readers: 'brand',
    isSpaced: true,
    neutral: 'The creator entered a shipping address for your product.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`Send your product to ${mail.creatorName}: “${mail.packageName}”`,
        title: 'Ready for your product',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} entered a shipping address for “${mail.packageName}”.`,
          'Send the product, then mark it as sent on the booking page.',
        ],
        button: 'View address',
      }),
  },
  'shipment.sent': {
    group: 'bookings',
    readers: 'creator',
    isSpaced: true,
    neutral: 'The brand sent you the product for a booking.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`${getSubjectActor(mail, mail.brandName)} sent the product for “${mail.packageName}”`,
        title: 'The product is on its way',
        paragraphs: [
          `${getActorName(mail, mail.brandName)} sent the product for “${mail.packageName}”.`,
          'Confirm on the booking page when it arrives. Your delivery time starts then.',
        ],
        button: 'View booking',
      }),
  },
  'shipment.arrived': {
    group: 'bookings',
    readers: 'brand',
    neutral: 'The creator received your product.',
    mail: (mail, clock) =>
      createBookingMail(mail, {
        subject: fitSubject`${getSubjectActor(mail, mail.creatorName)} received the product for “${mail.packageName}”`,
        title: 'The product arrived',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} received the product for “${mail.packageName}”.`,
          mail.event.dueAt === null
            ? `You don’t need to do anything. The delivery time starts when ${mail.creatorName} starts working.`
            : `You don’t need to do anything. The work is due by ${clock.time(mail.event.dueAt)}.`,
        ],
        button: 'View booking',
      }),
  },
};

export const PUBLICATION_MAILS: EventMails<
  | 'publication.added'
  | 'publication.removed'
  | 'publication.picture_added'
  | 'publication.picture_removed'
  | 'publication.figures_reported'
> = {
  'publication.removed': null,
  'publication.picture_added': null,
  'publication.picture_removed': null,
  'publication.added': {
    group: 'bookings',
    readers: 'brand',
    isSpaced: true,
    neutral: 'The creator published a post for your booking.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`${getSubjectActor(mail, mail.creatorName)} published a post for “${mail.packageName}”`,
        title: 'Post published',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} published a post for “${mail.packageName}” on ${formatDay(mail.event.publishedOn)}, and confirmed that it is marked as advertising.`,
          'You don’t need to do anything.',
        ],
        button: 'View results',
        to: `/booking-results?bookingId=${mail.bookingId}`,
      }),
  },
  'publication.figures_reported': {
    group: 'bookings',
    readers: 'brand',
    isSpaced: true,
    neutral: 'There are new results for one of your bookings.',
    mail: (mail) =>
      createBookingMail(mail, {
        subject: fitSubject`New results from ${mail.creatorName}: “${mail.packageName}”`,
        title: 'New results',
        paragraphs: [
          `${getActorName(mail, mail.creatorName)} added new metrics for a post from “${mail.packageName}”.`,
          'You don’t need to do anything.',
        ],
        button: 'View results',
        to: `/booking-results?bookingId=${mail.bookingId}`,
      }),
  },
};
