/** Emails about members of workspaces. */
import { PRODUCT_NAME } from '@marquee/brand';
import { ROLE_PURPOSES, ROLES, type MemberRole } from '@marquee/contracts';
import { ACCOUNT_EXPLANATION, fitSubject, type MailRules } from '../mail.words.ts';

export interface WorkspaceMailData {
  /** An email to the invited address. `subjectId` is the id of the invitation, and `expiresAt` an ISO time. */
  workspace_invitation: {
    subjectId: string;
    workspaceName: string;
    inviterName: string;
    role: MemberRole;
    expiresAt: string;
  };
  /** An email to the invited address. `subjectId` is the id of the invitation. The code is valid for `minutes`. */
  invitation_code: { subjectId: string; codeId: string; workspaceName: string; minutes: number };
  /** An email to the member whose role an owner changed. */
  member_role_changed: { workspaceName: string; role: MemberRole };
  /** An email to a member after an owner has removed them. */
  member_removed: { workspaceName: string };
  /** An email to a member whose role or membership (`wasRemoved`) is back, because a reported change was undone. */
  member_restored: { workspaceName: string; role: MemberRole; wasRemoved: boolean };
  /** An email to the other members who manage cards. */
  card_changed: { workspaceName: string; memberName: string; card: string; change: 'added' | 'removed' };
  /** An email to the members who manage cards, after cards were removed at Stripe. */
  cards_removed: { workspaceName: string; cards: string[] };
}

const explainInvitation = (workspaceName: string) =>
  `You received this email because a member of ${workspaceName} entered this address.`;

const CARDS_BUTTON = { label: 'View cards', to: '/settings/billing#cards' };

export const WORKSPACE_MAILS: MailRules<WorkspaceMailData> = {
  workspace_invitation: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ workspaceName, inviterName, role, expiresAt }, { link, clock }) => ({
      // The person who opened a workspace often has its name.
      subject:
        inviterName === workspaceName
          ? fitSubject`${inviterName} invited you to join their workspace`
          : fitSubject`${inviterName} invited you to ${workspaceName}`,
      title: `Join ${workspaceName} on ${PRODUCT_NAME}`,
      paragraphs: [
        `${inviterName} invited you to ${inviterName === workspaceName ? 'join their workspace' : `work for ${workspaceName}`} on ${PRODUCT_NAME}.`,
        `Accept the invitation by ${clock.time(expiresAt)}.`,
      ],
      facts: [
        ['Workspace', workspaceName],
        ['Your role', ROLES[role].label],
        ['What it allows', ROLE_PURPOSES[role]],
      ],
      button: { label: 'View invitation', to: link ?? '' },
      after: ['If you already have an account, nothing in it changes. You can switch between workspaces at any time.'],
      why: explainInvitation(workspaceName),
    }),
  },
  invitation_code: {
    group: 'account',
    notifies: false,
    neutral: null,
    mail: ({ workspaceName, minutes }, { code }) => ({
      subject: `${code ?? ''} is your code for the invitation`,
      title: 'Your invitation code',
      paragraphs: [
        `You are joining ${workspaceName} as an owner.`,
        `Enter the code on the page within ${minutes} minutes. If you did not ask for it, ignore this email.`,
      ],
      facts: [['Code', code ?? '']],
      why: explainInvitation(workspaceName),
    }),
  },
  member_role_changed: {
    group: 'account',
    neutral: 'Your role in a workspace changed.',
    mail: ({ workspaceName, role }) => ({
      subject: fitSubject`Your role in ${workspaceName} changed`,
      title: `Your role in ${workspaceName} changed`,
      paragraphs: [`An owner of ${workspaceName} changed your role.`, 'You don’t need to do anything.'],
      facts: [
        ['New role', ROLES[role].label],
        ['What it allows', ROLE_PURPOSES[role]],
      ],
      why: ACCOUNT_EXPLANATION,
    }),
  },
  member_removed: {
    group: 'account',
    notifies: false,
    neutral: 'You are no longer a member of a workspace.',
    mail: ({ workspaceName }) => ({
      subject: fitSubject`You are no longer a member of ${workspaceName}`,
      title: `You are no longer a member of ${workspaceName}`,
      paragraphs: [
        `An owner of ${workspaceName} removed you from the workspace. Another member takes over your bookings.`,
        'Your account and your other workspaces stay as they are.',
      ],
      why: ACCOUNT_EXPLANATION,
    }),
  },
  member_restored: {
    group: 'account',
    neutral: 'Your access to a workspace is restored.',
    mail: ({ workspaceName, role, wasRemoved }) => ({
      subject: wasRemoved
        ? fitSubject`You are a member of ${workspaceName} again`
        : fitSubject`Your role in ${workspaceName} is restored`,
      title: wasRemoved ? `You are a member of ${workspaceName} again` : `Your role in ${workspaceName} is restored`,
      paragraphs: [
        `An owner of ${workspaceName} reported changes that they did not make. We undid them, so you have the role below again.`,
        'You don’t need to do anything.',
      ],
      facts: [
        ['Your role', ROLES[role].label],
        ['What it allows', ROLE_PURPOSES[role]],
      ],
      why: ACCOUNT_EXPLANATION,
    }),
  },
  card_changed: {
    group: 'account',
    neutral: 'A card of one of your workspaces was added or removed.',
    mail: ({ workspaceName, memberName, card, change }) => {
      const workspace = memberName === workspaceName ? 'the workspace' : workspaceName;
      return {
        subject: fitSubject`${memberName} ${change} a card: ${card}`,
        title: `${memberName} ${change} a card`,
        paragraphs: [
          change === 'added'
            ? `${memberName} added the card ${card} to ${workspace}. Members can pay for bookings with it.`
            : `${memberName} removed the card ${card} from ${workspace}. It can no longer be used for new bookings.`,
          `You don’t need to do anything if you expected this. Otherwise, ask ${memberName}.`,
        ],
        button: CARDS_BUTTON,
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
  cards_removed: {
    group: 'account',
    neutral: 'A saved card of one of your workspaces was removed.',
    mail: ({ workspaceName, cards }) => {
      const [first = ''] = cards;
      const isOne = cards.length === 1;
      return {
        subject: isOne ? fitSubject`A saved card was removed: ${first}` : `${cards.length} saved cards were removed`,
        title: isOne ? 'A saved card was removed' : 'Saved cards were removed',
        paragraphs: [
          isOne
            ? `Stripe, our payment provider, no longer has the card ${first} of ${workspaceName}, so we removed it from your saved cards.`
            : `Stripe, our payment provider, no longer has ${cards.length} cards of ${workspaceName}, so we removed them from your saved cards.`,
          `${isOne ? 'It' : 'They'} can no longer be used for new bookings. Add another card if you still need one.`,
        ],
        ...(cards.length > 1 && { facts: [['Removed', cards.join('\n')] as const] }),
        button: CARDS_BUTTON,
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
};
