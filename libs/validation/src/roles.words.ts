import type { UserType } from './account.ts';
import { hasPermission, listRoles, ROLES, type Permission } from './roles.ts';

/** Begins a sentence about the roles with a permission: 'Only members with the role Owner or Finance'. */
export const describeRolesWith = (permission: Permission, userType: UserType): string =>
  `Only members with the role ${listRoles(userType)
    .filter((role) => hasPermission(role, permission))
    .map((role) => ROLES[role].label)
    .join(' or ')}`;
