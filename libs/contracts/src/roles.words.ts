/** Sentences about roles. They are a separate file, so that only the pages that show them load them. */
import type { UserType } from './user-types.ts';
import { hasPermission, listRoles, ROLES, type MemberRole, type Permission } from './roles.ts';

/** Begins a sentence about the roles with a permission: 'Only members with the role Owner or Finance'. */
export const describeRolesWith = (permission: Permission, userType: UserType): string =>
  `Only members with the role ${listRoles(userType)
    .filter((role) => hasPermission(role, permission))
    .map((role) => ROLES[role].label)
    .join(' or ')}`;

/** The purpose of each role, in one sentence. */
export const ROLE_PURPOSES: Record<MemberRole, string> = {
  owner: 'Can do everything, including inviting and removing members.',
  booker: 'Orders packages, writes to creators and reviews their work.',
  approver: 'Approves the orders that bookers request, and can also place orders.',
  finance: 'Manages cards and budgets and downloads documents, but places no orders.',
  reviewer: 'Reviews delivered work, but places no orders.',
  viewer: 'Sees bookings and messages, but changes nothing.',
  manager: 'Runs packages, bookings, messages and deliveries, but not the payout account.',
  assistant: 'Writes messages and delivers work, but sees no payouts.',
};
