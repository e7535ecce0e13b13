/**
 * Emails about changes after which a thief could take over an account or its payouts. Each has a link with which the
 * user secures the account (accounts/secure-account.service.ts).
 */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { getCountryName } from '@marquee/contracts';
import { ACCOUNT_EXPLANATION, ACCOUNT_SETTINGS_PATH, fitSubject, type MailRules } from '../mail.words.ts';

export interface SecurityMailData {
  /** `detail` is the new country (ISO 3166-1) or the last digits of the new bank account. `heldUntil` is an ISO time. */
  payout_changed: {
    change: 'country' | 'bank_account' | 'bank_added' | 'first_setup';
    detail: string;
    heldUntil: string;
  };
  /**
   * A member or a service changed a workspace in a way that could be a step to take it over. `memberName` is null if
   * the recipient did it. `action` is the end of a sentence, and `effectiveAt` the ISO time of a change that waits.
   */
  workspace_changed: {
    workspaceName: string;
    memberName: string | null;
    action: string;
    effectiveAt: string | null;
  };
  /** The account was deleted. `erasedAt` is the ISO time at which its data is erased. */
  account_closed: { erasedAt: string };
  /** Staff asked to remove the user's second factors. `at` is the ISO time of the removal. */
  factor_reset_requested: { at: string };
  factors_reset: Record<string, never>;
  /** Staff give a workspace back to a former owner. `dueAt` is the ISO time, or null unless it was just requested. */
  workspace_return: {
    stage: WorkspaceReturnStage;
    workspaceName: string;
    ownerName: string;
    dueAt: string | null;
  };
  /** `isCreator` is true if the workspace has payouts. */
  payouts_released: { isCreator: boolean };
  /** After the user reported a change. `isCreator` is true if the account has payouts. */
  account_secured: { isCreator: boolean };
}

export type WorkspaceReturnStage = 'requested' | 'stopped' | 'done';

/** The kinds of emails with the link. */
const KINDS = [
  'password_changed',
  'email_change_asked',
  'email_changed',
  'identity_connected',
  'factor_added',
  'factor_removed',
  'recovery_codes_replaced',
  'recovery_code_used',
  'codes_blocked',
  'new_sign_in',
  'payout_changed',
  'workspace_changed',
  'account_closed',
  'factor_reset_requested',
  'factors_reset',
] as const;
export type SecurityMailKind = (typeof KINDS)[number];
export const isSecurityMail = (kind: string): kind is SecurityMailKind => KINDS.some((each) => each === kind);

/** The label of the link, and the sentence before it. */
export const NOT_ME_LABEL = 'This was not me';
export const SECURE_ADVICE = 'If this was you, you don’t need to do anything. If not, secure your account now.';

/** The sentence for owners who did not make the change themselves. */
const REPORT_ADVICE =
  'If you expected this, you don’t need to do anything. If not, report it now. We lock the workspace until our team has reviewed it, sign you out everywhere and ask you to choose a new password.';

function describePayoutChange({ change, detail }: SecurityMailData['payout_changed']): string {
  switch (change) {
    case 'country':
      return `The payout country of your ${PRODUCT_NAME} account was changed to ${getCountryName(detail)}.`;
    case 'bank_account':
      return `The bank account for your ${PRODUCT_NAME} payouts was changed to the one ending in ${detail}.`;
    case 'bank_added':
      return `The bank account ending in ${detail} was added to your ${PRODUCT_NAME} payouts.`;
    case 'first_setup':
      return `Your ${PRODUCT_NAME} payouts were set up with the bank account ending in ${detail}.`;
  }
}

export const SECURITY_MAILS: MailRules<SecurityMailData> = {
  payout_changed: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (data, { link, clock }) => ({
      subject: 'Your payout account was changed',
      title: 'Your payout account was changed',
      paragraphs: [
        describePayoutChange(data),
        `For your protection, payouts wait ${PAYOUT_HOLD_HOURS} hours. ${SECURE_ADVICE}`,
      ],
      facts: [['Payouts resume', clock.time(data.heldUntil)]],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  workspace_changed: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ workspaceName, memberName, action, effectiveAt }, { link, clock }) => ({
      subject: fitSubject`${memberName ?? 'You'} ${action}`,
      title: `A change to ${workspaceName}`,
      paragraphs: [
        `${memberName ?? 'You'} ${action}.`,
        ...(effectiveAt === null
          ? []
          : ['This takes effect at the time below. Until then, any owner can cancel it under Settings → Members.']),
        memberName === null ? SECURE_ADVICE : REPORT_ADVICE,
      ],
      facts: [
        ['Workspace', workspaceName],
        ...(effectiveAt === null ? [] : [['Takes effect', clock.time(effectiveAt)] as const]),
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: `You received this email because you own ${workspaceName}, or owned it within the last 30 days.`,
    }),
  },
  account_closed: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ erasedAt }, { link, clock }) => ({
      subject: 'Your account was closed',
      title: 'Your account was closed',
      paragraphs: [
        `Your ${PRODUCT_NAME} account was closed. You can no longer sign in, and your profile and packages are hidden.`,
        'If you did this, you don’t need to do anything. We erase your data at the time below. If you didn’t, use the button to restore and secure your account before then.',
      ],
      facts: [['Data erased on', clock.time(erasedAt)]],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  factor_reset_requested: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ at }, { link, clock }) => ({
      subject: 'Your second factor is about to be removed',
      title: 'Your second factor is about to be removed',
      paragraphs: [
        `We received a request to remove the passkeys, authenticator app and recovery codes of your ${PRODUCT_NAME} account.`,
        'If you requested this, you can sign in with your password after the time below. If not, secure your account now.',
      ],
      facts: [['Removal', clock.time(at)]],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  factors_reset: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: (_data, { link }) => ({
      subject: 'Your second factor was removed',
      title: 'Your second factor was removed',
      paragraphs: [
        `We removed the passkeys, authenticator app and recovery codes of your ${PRODUCT_NAME} account and signed out all devices.`,
        'Sign in with your password and set up a new second factor. If you did not ask for this, secure your account now.',
      ],
      button: { label: NOT_ME_LABEL, to: link ?? '' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  workspace_return: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ stage, workspaceName, ownerName, dueAt }, { clock }) => ({
      ...RETURN_TEXTS[stage](workspaceName, ownerName),
      facts: [
        ['Workspace', workspaceName],
        ['Owner', ownerName],
        ...(dueAt === null ? [] : [['Takes effect', clock.time(dueAt)] as const]),
      ],
      button: { label: 'Contact us', to: '/contact' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  payouts_released: {
    group: 'money',
    neutral: null,
    mail: ({ isCreator }) => ({
      subject: 'Your workspace is unlocked',
      title: 'Your workspace is unlocked',
      paragraphs: [
        `We have reviewed your ${PRODUCT_NAME} workspace and unlocked it. You can change members, approval rules and cards again.`,
        `You don’t need to do anything.${isCreator ? ' Payouts that were due are being sent now.' : ''}`,
      ],
      button: isCreator
        ? { label: 'View payouts', to: '/payouts' }
        : { label: 'View members', to: '/settings/members' },
      why: ACCOUNT_EXPLANATION,
    }),
  },
  account_secured: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ isCreator }, { link }) => ({
      subject: 'Choose a new password for your account',
      title: 'Your account is secured',
      paragraphs: [
        `You reported a change to your ${PRODUCT_NAME} account that you didn’t make. We signed out all devices and removed your password.`,
        'Choose a new password with the link below. It expires in one hour and works once.',
      ],
      button: { label: 'Choose new password', to: link ?? '' },
      after: isCreator
        ? [`Your payouts are frozen until our team has checked your account. We will email you. ${CHECK_ADVICE}`]
        : [CHECK_ADVICE],
      why: ACCOUNT_EXPLANATION,
    }),
  },
};

const RETURN_TEXTS: Record<
  WorkspaceReturnStage,
  (workspaceName: string, ownerName: string) => { subject: string; title: string; paragraphs: string[] }
> = {
  requested: (workspaceName, ownerName) => ({
    subject: fitSubject`Ownership of ${workspaceName} is under review`,
    title: `Ownership of ${workspaceName} is under review`,
    paragraphs: [
      `We received a report that ${workspaceName} was taken over. If our team confirms it, ${ownerName} becomes its only owner at the time below. The other owners are removed.`,
      'Until then, members, approval rules, cards and payouts are locked. If you think this is wrong, contact us before the time below.',
    ],
  }),
  stopped: (workspaceName, ownerName) => ({
    subject: fitSubject`The owners of ${workspaceName} stay the same`,
    title: `The owners of ${workspaceName} stay the same`,
    paragraphs: [
      `We have rejected the request to make ${ownerName} the only owner of ${workspaceName}. We unlock the workspace after a final check.`,
    ],
  }),
  done: (workspaceName, ownerName) => ({
    subject: fitSubject`${ownerName} is the only owner of ${workspaceName} again`,
    title: `${ownerName} is the only owner of ${workspaceName} again`,
    paragraphs: [
      `The other owners of ${workspaceName} are no longer members. Members, approval rules, cards and payouts stay locked until we have checked them.`,
    ],
  }),
};

const CHECK_ADVICE = `After signing in, check your details under ${ACCOUNT_SETTINGS_PATH}.`;
