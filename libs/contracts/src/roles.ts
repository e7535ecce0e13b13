/**
 * The roles of workspace members and of the people of a creator's agency, with their permissions. Roles are presets:
 * code asks only for permissions, so a role is changed in this file alone.
 */
import type { UserType } from './user-types.ts';

/** The permissions of members in a workspace. Every member may see the workspace's bookings, packages and messages. */
export const PERMISSIONS = [
  /** Order packages, request offers and save creators. */
  'orders.place',
  /** Approve or decline the orders that other members request. */
  'orders.approve',
  /** Accept, start, withdraw, cancel, approve and dispute bookings, answer offers, and write reviews. */
  'bookings.decide',
  /** Ask for or agree to cancellations with a refund, and propose or accept splits of a payment. */
  'refunds.agree',
  /** Approve delivered versions or request changes to them. */
  'content.review',
  'messages.write',
  /** Deliver work, plan posts and report shipments. */
  'work.deliver',
  /** Edit packages, order questions, availability and the pictures of packages. */
  'catalog.edit',
  'cards.manage',
  'budgets.manage',
  /** Read receipts, statements, payouts and other documents with amounts. */
  'documents.read',
  'billing.edit',
  /** Change the payout country and bank account, and agree to an agency. */
  'payouts.manage',
  /** Invite and remove members, change roles and the workspace's rules, and read the log of actions. */
  'members.manage',
  /** Change the workspace's name, username, picture, public profile and time zone. */
  'workspace.edit',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const BRAND_ROLES = ['owner', 'booker', 'approver', 'finance', 'reviewer', 'viewer'] as const;
export const CREATOR_ROLES = ['owner', 'manager', 'assistant'] as const;

export type MemberRole = (typeof BRAND_ROLES)[number] | (typeof CREATOR_ROLES)[number];

export const MEMBER_ROLES = [...BRAND_ROLES, 'manager', 'assistant'] as const satisfies readonly MemberRole[];

/**
 * The roles of the people of a creator's agency in the workspace of that creator. Owners and managers of the agency act
 * as agents, its assistants as assistants.
 */
export const AGENT_ROLES = ['agent', 'agent_assistant'] as const;

export type AgentRole = (typeof AGENT_ROLES)[number];

/** The role of a person who acts in a workspace. */
export type WorkspaceRole = MemberRole | AgentRole;

/** The roles that members of a workspace of this type can have. */
export const listRoles = (userType: UserType): readonly MemberRole[] =>
  userType === 'brand' ? BRAND_ROLES : CREATOR_ROLES;

interface RoleDescription {
  label: string;
  permissions: readonly Permission[];
}

export const ROLES: Record<MemberRole, RoleDescription> = {
  owner: {
    label: 'Owner',
    permissions: PERMISSIONS,
  },
  booker: {
    label: 'Booker',
    permissions: ['orders.place', 'bookings.decide', 'refunds.agree', 'content.review', 'messages.write'],
  },
  approver: {
    label: 'Approver',
    permissions: [
      'orders.place',
      'orders.approve',
      'bookings.decide',
      'refunds.agree',
      'content.review',
      'messages.write',
    ],
  },
  finance: {
    label: 'Finance',
    permissions: ['cards.manage', 'budgets.manage', 'documents.read', 'billing.edit'],
  },
  reviewer: {
    label: 'Reviewer',
    permissions: ['content.review', 'messages.write'],
  },
  viewer: {
    label: 'Viewer',
    permissions: [],
  },
  manager: {
    label: 'Manager',
    permissions: [
      'bookings.decide',
      'refunds.agree',
      'work.deliver',
      'messages.write',
      'catalog.edit',
      'documents.read',
      'workspace.edit',
    ],
  },
  assistant: {
    label: 'Assistant',
    permissions: ['work.deliver', 'messages.write'],
  },
};

/**
 * Everything that the people of an agency may do in the workspace of a creator, besides reading what their work needs
 * (`member_or_agent` in core/permissions.ts). A new permission is denied to them unless it is added here.
 */
export const AGENT_PERMISSIONS: Record<AgentRole, readonly Permission[]> = {
  agent: ['bookings.decide', 'work.deliver', 'messages.write', 'catalog.edit'],
  agent_assistant: ['work.deliver', 'messages.write'],
};

/** Returns whether a role is one of an agency's people, who are not members of the workspace. */
export const isAgentRole = (role: WorkspaceRole): role is AgentRole =>
  (AGENT_ROLES as readonly WorkspaceRole[]).includes(role);

/** Lists the roles of members with a permission. */
export const listRolesWith = (permission: Permission): readonly MemberRole[] =>
  MEMBER_ROLES.filter((role) => hasPermission(role, permission));

/**
 * The permission that a member needs for the next action of their side in a booking, by the booking's status. Requests,
 * offers and disputes about a booking need 'bookings.decide' in every status.
 */
export const ACTION_PERMISSIONS = {
  creator: {
    pending: 'bookings.decide',
    accepted: 'bookings.decide',
    in_progress: 'work.deliver',
    completed: 'payouts.manage',
  },
  brand: { pending: 'orders.place', in_progress: 'content.review', completed: 'bookings.decide' },
} as const satisfies Record<'creator' | 'brand', Record<string, Permission>>;

/** Returns whether a person with this role may do something. */
export const hasPermission = (role: WorkspaceRole, permission: Permission): boolean =>
  (isAgentRole(role) ? AGENT_PERMISSIONS[role] : ROLES[role].permissions).includes(permission);
