/**
 * The roles of workspace members and their permissions. Roles are presets: code asks only for permissions, so a role
 * is changed in this file alone.
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
  /** Approve delivered versions or request changes to them. */
  'content.review',
  'messages.write',
  /** Deliver work, plan posts and report shipments. */
  'work.deliver',
  /** Edit packages, order questions, availability and the public profile. */
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
  /** Change the workspace's name, username and picture. */
  'workspace.edit',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const BRAND_ROLES = ['owner', 'booker', 'approver', 'finance', 'reviewer', 'viewer'] as const;
export const CREATOR_ROLES = ['owner', 'manager', 'assistant'] as const;

export type MemberRole = (typeof BRAND_ROLES)[number] | (typeof CREATOR_ROLES)[number];

export const MEMBER_ROLES = [...BRAND_ROLES, 'manager', 'assistant'] as const satisfies readonly MemberRole[];

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
    permissions: ['orders.place', 'bookings.decide', 'content.review', 'messages.write'],
  },
  approver: {
    label: 'Approver',
    permissions: ['orders.place', 'orders.approve', 'bookings.decide', 'content.review', 'messages.write'],
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

/** Lists the roles with a permission. */
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

/** Returns whether a member with this role may do something. */
export const hasPermission = (role: MemberRole, permission: Permission): boolean =>
  ROLES[role].permissions.includes(permission);
