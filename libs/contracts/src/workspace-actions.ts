/** The log of a workspace: the actions of its members, and what happened without them, apart from the events of bookings. */
import { PRODUCT_NAME } from '@marquee/brand';
import { formatDollars } from '@marquee/money';
import { ROLES, type MemberRole } from './roles.ts';
import { RULE_LABELS, type ApprovalRule } from './approval-rules.ts';

/** The topics by which the log can be filtered. A topic is the part of an action's name before the dot. */
export const ACTION_TOPICS = {
  member: 'Members and roles',
  order: 'Orders and approvals',
  approval: 'Approval rules',
  budget: 'Budgets',
  client: 'Clients',
  card: 'Cards',
  guest: 'Guest reviewers',
  agency: 'Agencies',
  payout: 'Payout account',
  workspace: 'Workspace',
} as const;
export type ActionTopic = keyof typeof ACTION_TOPICS;

/** A change of who owns a workspace: a new owner, an owner who gets another role, or an owner who leaves. */
export const OWNERSHIP_CHANGE_KINDS = ['grant', 'demote', 'remove'] as const;
export type OwnershipChangeKind = (typeof OWNERSHIP_CHANGE_KINDS)[number];

interface SpendingLimits {
  orderLimitCents: number | null;
  monthLimitCents: number | null;
}

interface ApprovalRules {
  rule: ApprovalRule;
  aboveCents: number;
  approvers: number;
  allowsOwn: boolean;
}

interface OrderAction {
  packageName: string;
  totalCents: number;
}

/**
 * The data that each action has in addition to the member, the time, and the person or workspace that it is about.
 * Names of people and workspaces are never part of the data, because they have to disappear with their account.
 */
export interface WorkspaceActionData {
  'member.invited': { email: string; role: MemberRole };
  'member.invitation_withdrawn': { email: string };
  'member.joined': { role: MemberRole };
  'member.role_changed': { role: MemberRole; before: MemberRole };
  'member.limits_changed': SpendingLimits & { before: SpendingLimits };
  'member.removed': { before: MemberRole } & SpendingLimits;
  'member.left': { before: MemberRole } & SpendingLimits;
  /** `effectiveAt` is the ISO time from which the change applies. */
  'member.ownership_requested': { change: OwnershipChangeKind; effectiveAt: string };
  'member.ownership_stopped': { change: OwnershipChangeKind };
  'order.placed': OrderAction;
  'order.requested': OrderAction;
  'order.approved': OrderAction;
  'order.declined': OrderAction;
  'order.withdrawn': OrderAction;
  'order.expired': OrderAction;
  'order.returned': OrderAction;
  'approval.rules_changed': ApprovalRules & { before: ApprovalRules };
  'budget.created': { name: string; limitCents: number };
  'budget.changed': { name: string; limitCents: number };
  'budget.archived': { name: string };
  'budget.restored': { name: string };
  'client.created': { name: string };
  'client.changed': { name: string };
  'client.archived': { name: string };
  'client.restored': { name: string };
  'card.added': { card: string };
  'card.removed': { card: string };
  'guest.invited': { email: string };
  'guest.removed': { email: string };
  'agency.invited': { shareBps: number };
  'agency.agreed': { shareBps: number };
  'agency.ended': { shareBps: number };
  'payout.country_changed': { country: string };
  'payout.account_opened': Record<string, never>;
  'payout.bank_changed': { last4: string };
  'payout.enabled': Record<string, never>;
  'payout.disabled': Record<string, never>;
  'workspace.renamed': { name: string };
  'workspace.username_changed': { username: string };
  'workspace.billing_changed': Record<string, never>;
  'workspace.time_zone_changed': { timeZone: string };
  /** `undone` is the number of actions that were undone. */
  'workspace.reported': { undone: number };
  'workspace.released': Record<string, never>;
  'workspace.return_requested': { dueAt: string };
  'workspace.return_stopped': Record<string, never>;
  'workspace.returned': Record<string, never>;
}

/** Leaves out kinds without a topic, so that they cannot be recorded. */
export type WorkspaceActionKind = Extract<keyof WorkspaceActionData, `${ActionTopic}.${string}`>;

export type WorkspaceAction = {
  [K in WorkspaceActionKind]: { kind: K; data: WorkspaceActionData[K] };
}[WorkspaceActionKind];

/** The name of the person or workspace that an action is about, or an empty string. */
type Sentence<K extends WorkspaceActionKind> = (data: WorkspaceActionData[K], about: string) => string;

const formatLimit = (cents: number | null) => (cents === null ? 'no limit' : formatDollars(cents));
const formatShare = (shareBps: number) => `${shareBps / 100}%`;
const describeOrder =
  (verb: string, reason = '') =>
  (order: OrderAction, creatorName: string) =>
    `${verb} “${order.packageName}” of ${creatorName} for ${formatDollars(order.totalCents)}${reason}`;

const OWNERSHIP_REQUESTS: Record<OwnershipChangeKind, (about: string) => string> = {
  grant: (about) => `asked to make ${about} an owner`,
  demote: (about) => `asked to remove the owner role from ${about}`,
  remove: (about) => `asked to remove the owner ${about}`,
};
const OWNERSHIP_STOPS: Record<OwnershipChangeKind, (about: string) => string> = {
  grant: (about) => `cancelled the request to make ${about} an owner`,
  demote: (about) => `cancelled the request to remove the owner role from ${about}`,
  remove: (about) => `cancelled the request to remove the owner ${about}`,
};

/** The action, as the end of a sentence that begins with the name of the member, or of `describeActor`. */
const SENTENCES: { [K in WorkspaceActionKind]: Sentence<K> } = {
  'member.invited': ({ email, role }) => `invited ${email} as ${ROLES[role].label.toLowerCase()}`,
  'member.invitation_withdrawn': ({ email }) => `withdrew the invitation to ${email}`,
  'member.joined': ({ role }) => `joined as ${ROLES[role].label.toLowerCase()}`,
  'member.role_changed': ({ role }, about) => `changed the role of ${about} to ${ROLES[role].label.toLowerCase()}`,
  'member.limits_changed': ({ orderLimitCents, monthLimitCents }, about) =>
    `changed the spending limits of ${about} to ${formatLimit(orderLimitCents)} per order and ${formatLimit(monthLimitCents)} per month`,
  'member.removed': (_, about) => `removed ${about}`,
  'member.left': () => 'left the workspace',
  'member.ownership_requested': ({ change }, about) => OWNERSHIP_REQUESTS[change](about),
  'member.ownership_stopped': ({ change }, about) => OWNERSHIP_STOPS[change](about),
  'order.placed': describeOrder('ordered'),
  'order.requested': describeOrder('requested an approval to order'),
  'order.approved': describeOrder('approved the order of'),
  'order.declined': describeOrder('declined the order of'),
  'order.withdrawn': describeOrder('withdrew the request to order'),
  'order.expired': describeOrder('closed the request to order', ' because it expired'),
  'order.returned': describeOrder('returned the request to order', ' because the order had changed'),
  'approval.rules_changed': ({ rule, aboveCents, approvers, allowsOwn }) =>
    `changed the approval rules to “${RULE_LABELS[rule]}${rule === 'above' ? ` (${formatDollars(aboveCents)})` : ''}” with ${approvers === 1 ? 'one approver' : `${approvers} approvers`}${allowsOwn ? ', and members may approve their own orders' : ''}`,
  'budget.created': ({ name, limitCents }) => `created the budget “${name}” with ${formatDollars(limitCents)}`,
  'budget.changed': ({ name, limitCents }) => `changed the budget “${name}” to ${formatDollars(limitCents)}`,
  'budget.archived': ({ name }) => `archived the budget “${name}”`,
  'budget.restored': ({ name }) => `restored the budget “${name}”`,
  'client.created': ({ name }) => `added the client “${name}”`,
  'client.changed': ({ name }) => `changed the client “${name}”`,
  'client.archived': ({ name }) => `archived the client “${name}”`,
  'client.restored': ({ name }) => `restored the client “${name}”`,
  'card.added': ({ card }) => `added the card ${card}`,
  'card.removed': ({ card }) => `removed the card ${card}`,
  'guest.invited': ({ email }) => `invited ${email} as a guest reviewer`,
  'guest.removed': ({ email }) => `removed the guest reviewer ${email}`,
  'agency.invited': ({ shareBps }, about) => `invited ${about} to be represented for ${formatShare(shareBps)}`,
  'agency.agreed': ({ shareBps }, about) => `agreed to be represented by ${about} for ${formatShare(shareBps)}`,
  'agency.ended': (_, about) => `ended the representation with ${about}`,
  'payout.country_changed': ({ country }) => `set the payout country to ${country}`,
  'payout.account_opened': () => 'opened the payout account at Stripe',
  'payout.bank_changed': ({ last4 }) => `reported a new bank account ending in ${last4}`,
  'payout.enabled': () => 'turned on payouts',
  'payout.disabled': () => 'turned off payouts',
  'workspace.renamed': ({ name }) => `changed the name to “${name}”`,
  'workspace.username_changed': ({ username }) => `changed the username to ${username}`,
  'workspace.billing_changed': () => 'changed the billing details',
  'workspace.time_zone_changed': ({ timeZone }) => `changed the time zone to ${timeZone}`,
  'workspace.reported': ({ undone }) =>
    `reported a change that they did not make${undone === 0 ? '' : ` (${undone} ${undone === 1 ? 'action was' : 'actions were'} undone)`}`,
  'workspace.released': () => 'checked the workspace and unlocked it',
  'workspace.return_requested': (_, about) => `asked to make ${about} the only owner again`,
  'workspace.return_stopped': (_, about) => `cancelled the request to make ${about} the only owner again`,
  'workspace.returned': (_, about) => `made ${about} the only owner again`,
};

/** Returns the action as the end of a sentence that begins with the name from `describeActor`. */
export const describeAction = <K extends WorkspaceActionKind>(
  { kind, data }: { kind: K; data: WorkspaceActionData[K] },
  about: string,
): string => SENTENCES[kind](data, about);

/**
 * Whether an action could be a step to take over the workspace. All its owners, and those of the last 30 days, then get
 * an email with which they can report it.
 */
export const IS_SECURITY_ACTION: Record<WorkspaceActionKind, boolean> = {
  'member.invited': true,
  'member.invitation_withdrawn': false,
  'member.joined': true,
  'member.role_changed': true,
  'member.limits_changed': true,
  'member.removed': true,
  'member.left': true,
  'member.ownership_requested': true,
  'member.ownership_stopped': true,
  'order.placed': false,
  'order.requested': false,
  'order.approved': false,
  'order.declined': false,
  'order.withdrawn': false,
  'order.expired': false,
  'order.returned': false,
  'approval.rules_changed': true,
  'budget.created': false,
  'budget.changed': false,
  'budget.archived': false,
  'budget.restored': false,
  'client.created': false,
  'client.changed': false,
  'client.archived': false,
  'client.restored': false,
  'card.added': true,
  'card.removed': false,
  'guest.invited': false,
  'guest.removed': false,
  'agency.invited': false,
  'agency.agreed': true,
  'agency.ended': false,
  // Changes of the payout account have their own email (`payout_changed`).
  'payout.country_changed': false,
  'payout.account_opened': false,
  'payout.bank_changed': false,
  'payout.enabled': false,
  'payout.disabled': false,
  'workspace.renamed': false,
  'workspace.username_changed': false,
  'workspace.billing_changed': false,
  'workspace.time_zone_changed': false,
  'workspace.reported': true,
  'workspace.released': false,
  // The return of a workspace has its own email (`workspace_return`).
  'workspace.return_requested': false,
  'workspace.return_stopped': false,
  'workspace.returned': false,
};

/** Returns who acted: the member, or the service that acted without a member (`memberName` is null). */
export const describeActor = ({ memberName, topic }: { memberName: string | null; topic: ActionTopic }): string =>
  memberName ?? (topic === 'card' || topic === 'payout' ? 'Stripe' : PRODUCT_NAME);
