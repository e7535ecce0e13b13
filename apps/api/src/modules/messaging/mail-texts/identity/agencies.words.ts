/** Emails about the representation of creators by agencies. */
import { PAYOUT_HOLD_HOURS, type PayoutBlockedReason } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import { getActorName, getSubjectActor } from '../events.words.ts';
import { ACCOUNT_EXPLANATION, fitSubject, formatMailDollars, type MailFact, type MailRules } from '../mail.words.ts';

/** The state of the payout of an agency's share: it was made, or reversed and made again, or it is on hold. */
export type AgencyPayoutState = 'paid' | 'reversed' | 'restored' | PayoutBlockedReason;

/** `actorName` is the person who acted for the other side as in 'Kim for Ada', or null if its name says enough. */
interface ConsentMail {
  actorName: string | null;
}

export interface AgencyMailData {
  /** Invites a creator to be represented by an agency. */
  agency_invited: ConsentMail & { agencyName: string; shareBps: number };
  /** An email to an agency whose invitation a creator has accepted. */
  agency_agreed: ConsentMail & { creatorName: string; shareBps: number };
  /**
   * An email to the side that did not end an invitation or a consent. `sunsetAt` is an ISO timestamp, or null for an
   * invitation.
   */
  agency_ended: ConsentMail & { otherName: string; isToCreator: boolean; sunsetAt: string | null };
  /** An email to an agency about the payout of its share of a booking. */
  agency_payout: { state: AgencyPayoutState; amountCents: number; packageName: string; creatorName: string };
}

const AGENCY_BUTTON = { label: 'Open agency settings', to: '/settings/agency' };

const PAYOUT_TITLES: Record<AgencyPayoutState, string> = {
  paid: 'Agency share sent',
  reversed: 'Agency share reversed',
  restored: 'Agency share sent again',
  payout_setup: 'Agency share on hold',
  payout_change: 'Agency share on hold',
  payment_check: 'Agency share on hold',
  payouts_frozen: 'Agency share on hold',
};

/** Describes the payout of `share`, which names the booking, and the agency's next step. */
const describeAgencyPayout = (state: AgencyPayoutState, share: string): [string, string] => {
  switch (state) {
    case 'paid':
      return [
        `We sent ${share} to your Stripe account.`,
        'You don’t need to do anything. Stripe will pay it out to your bank account.',
      ];
    case 'reversed':
      return [
        `We reversed ${share}, because the brand’s bank reversed the payment.`,
        'You don’t need to do anything right now. If the bank returns the payment to us, we will pay you again.',
      ];
    case 'restored':
      return [`The bank returned the payment to us, and we sent ${share} again.`, 'You don’t need to do anything.'];
    case 'payout_setup':
      return [
        `We could not send ${share}, because your account cannot receive payments yet.`,
        'Finish your payout setup, and we will send it automatically.',
      ];
    case 'payout_change':
      return [
        `We have not sent ${share} yet, because your payout account was changed less than ${PAYOUT_HOLD_HOURS} hours ago.`,
        'You don’t need to do anything. If you did not change your account, use the link in the email about the change.',
      ];
    case 'payment_check':
      return [
        `We have not sent ${share} yet, because we check the payment for ${PAYOUT_HOLD_HOURS} hours.`,
        'You don’t need to do anything. We will send it automatically.',
      ];
    case 'payouts_frozen':
      return [
        `We have not sent ${share} yet, because a workspace of the booking was reported.`,
        'You don’t need to do anything. Our team will check the workspace and then send the payout.',
      ];
  }
};

export const AGENCY_MAILS: MailRules<AgencyMailData> = {
  agency_invited: {
    group: 'account',
    neutral: 'An agency would like to represent you.',
    mail: ({ agencyName, actorName, shareBps }) => ({
      subject: fitSubject`${agencyName} would like to represent you`,
      title: 'Agency invitation',
      paragraphs: [
        `${agencyName} would like to act for you, for ${formatRate(shareBps)} of the price of your bookings.`,
        'Accept or decline the invitation in your settings. Nothing changes until you accept it.',
      ],
      facts: [
        ...(actorName === null ? [] : [['Invited by', actorName] satisfies MailFact]),
        ['Agency’s share', formatRate(shareBps)],
      ],
      button: AGENCY_BUTTON,
      why: ACCOUNT_EXPLANATION,
    }),
  },
  agency_agreed: {
    group: 'account',
    neutral: 'A creator agreed to be represented by you.',
    mail: ({ creatorName, actorName, shareBps }) => ({
      subject: fitSubject`You now represent ${creatorName}`,
      title: 'Invitation accepted',
      paragraphs: [
        `${actorName === null ? `${creatorName} agreed to be represented by you` : `${actorName} agreed that you represent ${creatorName}`}. Your share is part of every booking that is accepted from now on.`,
        `To act for ${creatorName}, open the workspace from your user menu.`,
      ],
      facts: [['Your share', formatRate(shareBps)]],
      button: AGENCY_BUTTON,
      why: ACCOUNT_EXPLANATION,
    }),
  },
  agency_ended: {
    group: 'account',
    neutral: 'A representation by an agency or an invitation to it ended.',
    mail: (data, { clock }) => {
      const { otherName, isToCreator, sunsetAt } = data;
      const actor = getActorName(data, otherName);
      const subjectActor = getSubjectActor(data, otherName);
      if (sunsetAt === null)
        return {
          subject: isToCreator
            ? fitSubject`${subjectActor} withdrew the invitation`
            : fitSubject`${subjectActor} declined your invitation`,
          title: isToCreator ? 'Invitation withdrawn' : 'Invitation declined',
          paragraphs: [
            isToCreator
              ? `${actor} withdrew the invitation to represent you.`
              : `${actor} declined your invitation to be represented by you.`,
            'You don’t need to do anything.',
          ],
          button: AGENCY_BUTTON,
          why: ACCOUNT_EXPLANATION,
        };
      return {
        subject: fitSubject`${subjectActor} ended the representation`,
        title: 'Representation ended',
        paragraphs: [
          `${actor} ended the representation. ${isToCreator ? 'The agency’s people can no longer act for you.' : `You can no longer act for ${otherName}.`}`,
          `You don’t need to do anything. New bookings have no agency share, but bookings of offers that were already sent have it until ${clock.day(sunsetAt)}.`,
        ],
        button: AGENCY_BUTTON,
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
  agency_payout: {
    group: 'money',
    neutral: 'There is news about the payout of an agency share.',
    mail: ({ state, amountCents, packageName, creatorName }) => {
      const share = formatMailDollars(amountCents);
      const [what, next] = describeAgencyPayout(state, `your share of ${share} for “${packageName}” by ${creatorName}`);
      return {
        subject: fitSubject`${PAYOUT_TITLES[state]}: “${packageName}” by ${creatorName}`,
        title: PAYOUT_TITLES[state],
        paragraphs: [what, next],
        facts: [['Your share', share]],
        button: { label: state === 'payout_setup' ? 'Finish payout setup' : 'View payouts', to: '/payouts' },
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
};
