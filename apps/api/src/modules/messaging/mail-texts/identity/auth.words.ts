/** Emails about accounts: sign-in, passwords, addresses and suspensions. */
import { PRODUCT_NAME } from '@marquee/brand';
import { ACCOUNT_EXPLANATION, type MailRules } from '../mail.words.ts';
import { NOT_ME_LABEL, SECURE_ADVICE } from './security.words.ts';

export interface AuthMailData {
  verify_email: Record<string, never>;
  reset_password: { fullName: string };
  password_changed: { fullName: string };
  change_email: { fullName: string };
  /** An email to the account's current address when the user requests a change of address. `email` is the new address. */
  email_change_asked: { fullName: string; email: string };
  /**
   * An email to the account's former address after the change. `email` is the new address. It has no link if the change
   * was confirmed with an old factor.
   */
  email_changed: { fullName: string; email: string; wasConfirmed: boolean };
  identity_connected: { fullName: string; label: string };
  factor_added: { fullName: string; factor: 'passkey' | 'authenticator'; name: string };
  factor_removed: { fullName: string; factor: 'passkey' | 'authenticator'; name: string };
  recovery_codes_replaced: { fullName: string };
  /** `left` is the number of unused codes. */
  recovery_code_used: { fullName: string; left: number };
  codes_blocked: { fullName: string };
  /** `at` is an ISO time. `place` is null without a location database. */
  new_sign_in: { fullName: string; device: string; place: string | null; at: string };
  account_suspended: { fullName: string; reason: string };
  suspension_lifted: { fullName: string };
  account_deleted: { fullName: string; wasConfirmed: boolean };
}

const ENTERED_ADDRESS_EXPLANATION = `You received this email because this address was entered on ${PRODUCT_NAME}.`;
const FORMER_ADDRESS_EXPLANATION = `You received this email because this address belonged to a ${PRODUCT_NAME} account until now.`;

export const AUTH_MAILS: MailRules<AuthMailData> = {
  verify_email: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Confirm your email address',
      title: `Welcome to ${PRODUCT_NAME}`,
      paragraphs: [
        `You created a ${PRODUCT_NAME} account with this email address.`,
        'Confirm your address within 24 hours to get emails about your bookings and payments.',
      ],
      button: { label: 'Confirm email address', to: link ?? '' },
      after: ['If you did not create an account, ignore this email. We will not use your address.'],
      why: ENTERED_ADDRESS_EXPLANATION,
    }),
  },
  reset_password: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Reset your password',
      title: 'Reset your password',
      paragraphs: [
        `We received a request to reset your ${PRODUCT_NAME} password.`,
        'Choose a new password with the link below. It expires in one hour and works once.',
      ],
      button: { label: 'Choose new password', to: link ?? '' },
      after: ['If you did not request this, ignore this email. Your password does not change.'],
      why: ACCOUNT_EXPLANATION,
    }),
  },
  password_changed: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Your password was changed',
      title: 'Your password was changed',
      paragraphs: [
        `The password of your ${PRODUCT_NAME} account was just changed, and all other devices were signed out.`,
        SECURE_ADVICE,
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  change_email: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Confirm your new email address',
      title: 'Confirm your new email address',
      paragraphs: [
        `You asked to use this address for your ${PRODUCT_NAME} account.`,
        'Confirm the change within 24 hours. Until then, your account keeps its current address.',
      ],
      button: { label: 'Confirm new address', to: link ?? '' },
      after: ['If you did not request this, ignore this email.'],
      why: ENTERED_ADDRESS_EXPLANATION,
    }),
  },
  email_change_asked: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ email }, { link }) => ({
      subject: 'Your email address is about to change',
      title: 'Your email address is about to change',
      paragraphs: [
        `We received a request to change the email address of your ${PRODUCT_NAME} account to ${email}.`,
        'If this was you, confirm the change with the link that we sent to the new address. If not, secure your account now.',
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  email_changed: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ email }, { link }) => ({
      subject: 'Your email address was changed',
      title: 'Your email address was changed',
      paragraphs: [
        `Your ${PRODUCT_NAME} account now uses ${email}, and we no longer send emails to this address.`,
        link === null
          ? 'The change was confirmed with a second factor of the account. If this was not you, contact us.'
          : SECURE_ADVICE,
      ],
      button: link === null ? { label: 'Contact us', to: '/contact' } : { label: NOT_ME_LABEL, to: link },
      why: FORMER_ADDRESS_EXPLANATION,
    }),
  },
  identity_connected: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ label }, { link }) => ({
      subject: `${label} is connected to your account`,
      title: `${label} is connected`,
      paragraphs: [`You can now sign in to your ${PRODUCT_NAME} account with ${label}.`, SECURE_ADVICE],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  factor_added: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ factor, name }, { link }) => ({
      subject: factor === 'passkey' ? 'A passkey was added to your account' : 'An authenticator app was added',
      title: factor === 'passkey' ? 'A passkey was added' : 'An authenticator app was added',
      paragraphs: [
        factor === 'passkey'
          ? `You can now sign in to your ${PRODUCT_NAME} account with the passkey “${name}”.`
          : `Signing in to your ${PRODUCT_NAME} account now also needs a code from your authenticator app.`,
        SECURE_ADVICE,
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  factor_removed: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ factor, name }, { link }) => ({
      subject: factor === 'passkey' ? 'A passkey was removed from your account' : 'An authenticator app was removed',
      title: factor === 'passkey' ? 'A passkey was removed' : 'An authenticator app was removed',
      paragraphs: [
        factor === 'passkey'
          ? `The passkey “${name}” no longer works for your ${PRODUCT_NAME} account.`
          : `Signing in to your ${PRODUCT_NAME} account no longer uses your authenticator app.`,
        SECURE_ADVICE,
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  recovery_codes_replaced: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Your recovery codes were replaced',
      title: 'Your recovery codes were replaced',
      paragraphs: [
        `Your ${PRODUCT_NAME} account has new recovery codes, and the former ones no longer work.`,
        SECURE_ADVICE,
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  recovery_code_used: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ left }, { link }) => ({
      subject: 'A recovery code was used',
      title: 'A recovery code was used',
      paragraphs: [
        `A recovery code of your ${PRODUCT_NAME} account was just used, and all other devices were signed out.`,
        left === 0
          ? 'You have no recovery codes left. Create new ones in your account settings.'
          : `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`,
        SECURE_ADVICE,
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  codes_blocked: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Too many wrong codes were entered',
      title: 'Too many wrong codes',
      paragraphs: [
        `Several wrong codes were entered for your ${PRODUCT_NAME} account, so we refuse all codes for a while. Passkeys still work.`,
        'The sign-in asks for a code only after the first step, so another person may know your password.',
        SECURE_ADVICE,
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  new_sign_in: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ device, place, at }, { clock, link }) => ({
      subject: 'New sign-in to your account',
      title: 'New sign-in',
      paragraphs: [`Your ${PRODUCT_NAME} account was used on a device that we have not seen before.`, SECURE_ADVICE],
      facts: [['Device', device], ...(place === null ? [] : [['Place', place] as const]), ['Time', clock.time(at)]],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  account_suspended: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ reason }) => ({
      subject: `Your ${PRODUCT_NAME} account is suspended`,
      title: 'Your account is suspended',
      paragraphs: [
        `We suspended your ${PRODUCT_NAME} account. You cannot sign in, and brands cannot book your packages.`,
        `Reason: “${reason}”`,
        'Your open bookings continue, and their deadlines still apply. Payments and refunds are processed as usual.',
        'If you think this is a mistake, contact us and tell us why.',
      ],
      button: { label: 'Contact us', to: '/contact' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  suspension_lifted: {
    group: 'account',
    neutral: null,
    mail: () => ({
      subject: `Your ${PRODUCT_NAME} account is active again`,
      title: 'Your account is active again',
      paragraphs: [`We lifted the suspension of your ${PRODUCT_NAME} account.`, 'You can sign in again.'],
      button: { label: 'Sign in', to: '/login' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  account_deleted: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: () => ({
      subject: 'Your account was deleted',
      title: 'Your account was deleted',
      paragraphs: [
        `We deleted your ${PRODUCT_NAME} account and your personal data. We keep records of your bookings and payments without your name.`,
        'If you did not do this, contact us right away. You can create a new account at any time.',
      ],
      button: { label: 'Contact us', to: '/contact' },
      why: `${FORMER_ADDRESS_EXPLANATION} This is the last email that we send you.`,
    }),
  },
};
