/** Emails about refunds, payouts and chargebacks. */
import {
  computeOwnPayout,
  describePayoutReturn,
  formatMinorUnits,
  PAYOUT_HOLD_HOURS,
  type AgencyPart,
  type PayoutBlockedReason,
} from '@marquee/booking';
import { createBookingMail, createBookingMailBySide, listSplitFacts, type EventMails } from '../events.words.ts';
import { ACCOUNT_EXPLANATION, fitSubject, formatMailDollars, type MailFact, type MailRules } from '../mail.words.ts';

/** The part of a payout that the creator's agency receives. Without its name, because the agency has chosen it. */
const listAgencyFacts = ({ agency }: { agency?: AgencyPart }): MailFact[] =>
  agency === undefined ? [] : [['Your agency’s share', formatMailDollars(agency.cents)]];

/** Why an approved payout is on hold, as the end of a sentence. */
const HOLD_REASONS: Record<Exclude<PayoutBlockedReason, 'payout_setup'>, string> = {
  payout_change: `it is on hold because your payout account was changed less than ${PAYOUT_HOLD_HOURS} hours ago`,
  payment_check: `it is on hold because we check the payment for ${PAYOUT_HOLD_HOURS} hours`,
  payouts_frozen: 'it is on hold because a workspace of this booking was reported',
};

export const PAYMENT_MAILS: EventMails<
  | 'payment.voided'
  | 'payment.release_decided'
  | 'payment.refund_decided'
  | 'payment.split_decided'
  | 'payment.surplus_found'
  | 'payment.surplus_refunded'
  | 'payment.refunded'
  | 'payment.refund_returned'
  | 'payment.refund_replaced'
  | 'payment.released'
  | 'payment.release_blocked'
> = {
  'payment.voided': null,
  'payment.release_decided': null,
  'payment.refund_decided': null,
  'payment.split_decided': null,
  'payment.surplus_found': null,
  'payment.surplus_refunded': null,
  'payment.refunded': {
    group: 'money',
    readers: 'brand',
    neutral: 'Your refund is on its way.',
    mail: (mail) => {
      const refund = formatMailDollars(mail.event.refundCents);
      return createBookingMail(mail, {
        subject: fitSubject`Refund of ${refund} sent: “${mail.packageName}”`,
        title: 'Refund sent',
        paragraphs: [
          `We refunded ${refund} for “${mail.packageName}” to your card. Your bank may need a few days to show it.`,
          'You don’t need to do anything.',
        ],
        facts: [
          ['You paid', formatMailDollars(mail.totalCents)],
          ['Refund to your card', refund],
        ],
        button: 'View booking',
      });
    },
  },
  'payment.refund_returned': {
    group: 'money',
    readers: 'brand',
    neutral: 'Your bank returned a refund. The money is still yours.',
    mail: (mail) => {
      const amount = formatMailDollars(mail.event.amountCents);
      return createBookingMail(mail, {
        subject: fitSubject`Your bank returned a refund: “${mail.packageName}”`,
        title: 'Refund returned',
        paragraphs: [
          `Your bank returned the refund of ${amount} for “${mail.packageName}”. This usually happens when the card was closed or replaced.`,
          'The money is still yours. We will contact you to agree on another way to pay you. You can also write to us through the contact page.',
        ],
        facts: [['Refund', amount]],
        button: 'View booking',
      });
    },
  },
  'payment.refund_replaced': {
    group: 'money',
    readers: 'brand',
    neutral: 'We paid your refund another way.',
    mail: (mail) => {
      const amount = formatMailDollars(mail.event.amountCents);
      return createBookingMail(mail, {
        subject: fitSubject`Refund of ${amount} paid another way: “${mail.packageName}”`,
        title: 'Refund paid another way',
        paragraphs: [
          `We paid the refund of ${amount} for “${mail.packageName}” as agreed with you, because your bank had returned it.`,
          'You don’t need to do anything.',
        ],
        facts: [['Refund', amount]],
        button: 'View booking',
      });
    },
  },
  'payment.released': {
    group: 'money',
    isAboutPayout: true,
    readers: 'both',
    neutral: { creator: 'A payout is on its way to you.', brand: 'The creator was paid for your booking.' },
    mail: (mail) => {
      const { packageName, creatorName, brandName } = mail;
      const { creatorCents, feeCents } = mail.event;
      const refundCents = mail.totalCents - creatorCents - feeCents;
      const payout = formatMailDollars(computeOwnPayout(mail.event));
      return createBookingMailBySide(mail, {
        creator: {
          subject: fitSubject`Payout of ${payout} sent: “${packageName}” for ${brandName}`,
          title: 'Payout sent',
          paragraphs: [
            `We sent ${payout} for “${packageName}” for ${brandName} to your Stripe account.`,
            'You don’t need to do anything. Stripe will pay it out to your bank account.',
          ],
          facts: [['Your payout', payout], ...listAgencyFacts(mail.event)],
          button: 'View booking',
        },
        brand: {
          subject: fitSubject`${creatorName} was paid for “${packageName}”`,
          title: 'Booking settled',
          paragraphs: [
            `${creatorName} was paid for “${packageName}”, and the booking is settled.`,
            'You don’t need to do anything.',
          ],
          facts: [
            ['You paid', formatMailDollars(mail.totalCents)],
            ...listSplitFacts(mail, { creatorCents, feeCents, refundCents }),
          ],
          button: 'View booking',
        },
      });
    },
  },
  'payment.release_blocked': {
    group: 'money',
    isAboutPayout: true,
    readers: 'creator',
    neutral: 'A payout is on hold.',
    mail: (mail) => {
      const { creatorCents, agency, reason } = mail.event;
      const payout =
        creatorCents === undefined
          ? null
          : formatMailDollars(computeOwnPayout({ creatorCents, ...(agency && { agency }) }));
      const amount = payout === null ? '' : ` of ${payout}`;
      const facts = payout !== null && { facts: [['Your payout', payout] as const] };
      if (reason !== 'payout_setup')
        return createBookingMail(mail, {
          subject: fitSubject`Payout on hold: “${mail.packageName}”`,
          title: 'Payout on hold',
          paragraphs: [
            `Your payout${amount} for “${mail.packageName}” is approved, but ${HOLD_REASONS[reason]}.`,
            reason === 'payouts_frozen'
              ? 'You don’t need to do anything. Our team will check the workspace and then send the payout.'
              : 'You don’t need to do anything. We will send the payout automatically when the hold ends.',
          ],
          ...facts,
          button: 'View payouts',
          to: '/payouts',
        });
      return createBookingMail(mail, {
        subject: fitSubject`Finish your payout setup: “${mail.packageName}”`,
        title: 'Payout on hold',
        paragraphs: [
          `Your payout${amount} for “${mail.packageName}” is approved, but your account cannot receive payments yet.`,
          'Finish your payout setup, and we will send the payout automatically.',
        ],
        ...facts,
        button: 'Finish payout setup',
        to: '/payouts',
      });
    },
  },
};

export const CHARGEBACK_MAILS: EventMails<
  | 'payment.charged_back'
  | 'payment.chargeback_won'
  | 'payment.chargeback_lost'
  | 'payment.reversed'
  | 'payment.restored'
> = {
  'payment.charged_back': {
    group: 'money',
    readers: 'both',
    neutral: 'A bank reversed the payment of one of your bookings.',
    mail: (mail) => {
      const { packageName, brandName } = mail;
      const amount = formatMailDollars(mail.event.amountCents);
      return createBookingMailBySide(mail, {
        creator: {
          subject: fitSubject`Payment by ${brandName} reversed: “${packageName}”`,
          title: 'Payment reversed',
          paragraphs: [
            `${brandName}’s bank reversed the payment of ${amount} for “${packageName}”. The payment is on hold until the bank decides.`,
            'You don’t need to do anything right now. We will email you when the bank has decided.',
          ],
          button: 'View booking',
        },
        brand: {
          subject: fitSubject`Your bank reversed a payment: “${packageName}”`,
          title: 'Payment reversed',
          paragraphs: [
            `Your bank reversed the payment of ${amount} for “${packageName}”. The payment is on hold until the bank decides.`,
            'If you did not request this, contact your bank.',
          ],
          facts: [['Reversed', amount]],
          button: 'View booking',
        },
      });
    },
  },
  'payment.chargeback_won': {
    group: 'money',
    readers: 'both',
    neutral: 'A bank confirmed the payment of one of your bookings.',
    mail: (mail) => {
      const amount = formatMailDollars(mail.event.amountCents);
      return createBookingMail(mail, {
        subject: fitSubject`Payment confirmed by the bank: “${mail.packageName}”`,
        title: 'Payment confirmed',
        paragraphs: [
          `${mail.viewer === 'brand' ? 'Your bank' : `${mail.brandName}’s bank`} confirmed the payment of ${amount} for “${mail.packageName}” and returned it to us.`,
          'You don’t need to do anything. The booking continues where it left off.',
        ],
        button: 'View booking',
      });
    },
  },
  'payment.chargeback_lost': {
    group: 'money',
    readers: 'both',
    neutral: 'A bank decided the chargeback for one of your bookings.',
    mail: (mail) => {
      const { packageName, brandName, viewer } = mail;
      const amount = formatMailDollars(mail.event.amountCents);
      return createBookingMail(mail, {
        subject: fitSubject`Chargeback decided: “${packageName}”`,
        title: viewer === 'brand' ? 'Your bank refunded you' : 'The payment stays reversed',
        paragraphs: [
          viewer === 'brand'
            ? `Your bank ruled in your favor and returned your ${amount} for “${packageName}”.`
            : `The bank ruled in favor of ${brandName}. The payment of ${amount} for “${packageName}” stays reversed, and we will make no further payout for it.`,
          mail.cancelReason === 'charged_back'
            ? 'The booking is cancelled. You don’t need to do anything.'
            : 'You don’t need to do anything.',
        ],
        button: 'View booking',
      });
    },
  },
  'payment.reversed': {
    group: 'money',
    isAboutPayout: true,
    readers: 'creator',
    neutral: 'A payout was reversed, because a bank is reviewing the payment.',
    mail: (mail) => {
      const payout = formatMailDollars(computeOwnPayout(mail.event));
      return createBookingMail(mail, {
        subject: fitSubject`Payout of ${payout} reversed: “${mail.packageName}”`,
        title: 'Payout reversed',
        paragraphs: [
          `We reversed your payout of ${payout} for “${mail.packageName}”, because ${mail.brandName}’s bank reversed the payment.`,
          'You don’t need to do anything right now. If the bank returns the payment to us, we will pay you again.',
        ],
        facts: [['Reversed payout', payout]],
        button: 'View booking',
      });
    },
  },
  'payment.restored': {
    group: 'money',
    isAboutPayout: true,
    readers: 'creator',
    neutral: 'A reversed payout was sent to you again.',
    mail: (mail) => {
      const payout = formatMailDollars(computeOwnPayout(mail.event));
      return createBookingMail(mail, {
        subject: fitSubject`Payout of ${payout} sent again: “${mail.packageName}”`,
        title: 'Payout sent again',
        paragraphs: [
          `The bank returned the payment for “${mail.packageName}” to us, and we sent your payout of ${payout} again.`,
          'You don’t need to do anything.',
        ],
        facts: [['Your payout', payout]],
        button: 'View booking',
      });
    },
  },
};

export interface PayoutMailData {
  /** An email to a creator whose bank returned a payout. `amount` is in the currency's minor units. */
  payout_returned: { fullName: string; amount: number; currency: string; failureCode: string };
}

export const PAYOUT_MAILS: MailRules<PayoutMailData> = {
  payout_returned: {
    group: 'money',
    neutral: null,
    mail: ({ amount, currency, failureCode }) => {
      const returned = formatMinorUnits(amount, currency);
      return {
        subject: fitSubject`Update your bank account: a payout of ${returned} failed`,
        title: 'Payout returned',
        paragraphs: [
          `Your bank returned a payout of ${returned}: ${describePayoutReturn(failureCode)}.`,
          'The money is still yours and is in your Stripe account. Add another bank account, and Stripe will send the money with your next payout.',
        ],
        facts: [['Returned payout', returned]],
        button: { label: 'Replace bank account', to: '/payouts' },
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
};
