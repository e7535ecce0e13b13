/** Emails about guests, who review delivered work without an account. */
import type { Verdict } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { ACCOUNT_EXPLANATION, fitSubject, type MailRules } from '../mail.words.ts';

export interface GuestMailData {
  /** An email to a guest. `subjectId` is the id of the guest, and `expiresAt` an ISO time. */
  guest_invited: { subjectId: string; workspaceName: string; inviterName: string; expiresAt: string };
  /** An email to a guest who opened the link. The email's code is valid for `minutes`. */
  guest_code: { subjectId: string; codeId: string; workspaceName: string; minutes: number };
  /** An email to the contact of the booking. */
  guest_voted: { bookingId: string; guestName: string; deliverableTitle: string; number: number; vote: Verdict };
}

const explainGuestMail = (workspaceName: string) =>
  `You received this email because a member of ${workspaceName} entered this address.`;

export const GUEST_MAILS: MailRules<GuestMailData> = {
  guest_invited: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ workspaceName, inviterName, expiresAt }, { link, clock }) => ({
      subject: fitSubject`${workspaceName} asks for your review`,
      title: `Review work for ${workspaceName}`,
      paragraphs: [
        `${inviterName} asks you to review delivered work${inviterName === workspaceName ? '' : ` for ${workspaceName}`} on ${PRODUCT_NAME}.`,
        `Open the review by ${clock.time(expiresAt)}. You don’t need an account.`,
      ],
      facts: [['Workspace', workspaceName]],
      button: { label: 'Open review', to: link ?? '' },
      after: ['The link works only together with a code that we send to this address.'],
      why: explainGuestMail(workspaceName),
    }),
  },
  guest_code: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ workspaceName, minutes }, { code }) => ({
      subject: `${code ?? ''} is your code for the review`,
      title: 'Your review code',
      paragraphs: [
        `You are opening a review for ${workspaceName}.`,
        `Enter the code on the page within ${minutes} minutes. If you did not ask for it, ignore this email.`,
      ],
      facts: [['Code', code ?? '']],
      why: explainGuestMail(workspaceName),
    }),
  },
  guest_voted: {
    group: 'bookings',
    neutral: 'A guest reviewed a version of a deliverable.',
    mail: ({ bookingId, guestName, deliverableTitle, number, vote }) => ({
      subject:
        vote === 'approved'
          ? fitSubject`${guestName} approves “${deliverableTitle}”`
          : fitSubject`${guestName} wants changes to “${deliverableTitle}”`,
      title: 'New review by a guest',
      paragraphs: [
        vote === 'approved'
          ? `${guestName} would approve version ${number} of “${deliverableTitle}”.`
          : `${guestName} would request changes to version ${number} of “${deliverableTitle}”.`,
        'See the review on the booking page, then approve the version or request changes.',
      ],
      button: { label: 'View review', to: `/booking-details?bookingId=${bookingId}` },
      why: ACCOUNT_EXPLANATION,
    }),
  },
};
