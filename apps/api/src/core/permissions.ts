/** Checks the permissions of roles. */
import { hasPermission, isAgentRole, type Permission } from '@marquee/contracts';
import type { Member } from './actor.ts';
import { Failure } from './failures.ts';

/**
 * The access that a procedure requires in the acting workspace:
 * - a permission, or one of several permissions. The people of a creator's agency have only `AGENT_PERMISSIONS`.
 * - `member`: any role of a member, but not the people of an agency.
 * - `member_or_agent`: any role. Only for what the people of an agency need to see for their work.
 * - `person`: any role, because the procedure concerns the caller's own account and not the workspace.
 */
export type Access = Permission | readonly Permission[] | 'member' | 'member_or_agent' | 'person';

/**
 * Throws EMAIL_UNCONFIRMED unless the person has confirmed their email address. Until then, another person may have
 * registered with it, and must not get lasting access to the account.
 */
export function assertEmailConfirmed({ emailVerifiedAt }: Pick<Member, 'emailVerifiedAt'>): void {
  if (emailVerifiedAt === null) throw new Failure('EMAIL_UNCONFIRMED');
}

/** The permissions that members of a reported workspace do not have until staff have reviewed it. */
const LOCKED_BY_REPORT: ReadonlySet<Access> = new Set<Permission>([
  'members.manage',
  'cards.manage',
  'payouts.manage',
  'workspace.edit',
]);

/** Throws WORKSPACE_REPORTED if the workspace is reported and the access is one that a report locks. */
export function assertNotLocked({ isReported }: Pick<Member, 'isReported'>, access: Access): void {
  const accesses = typeof access === 'string' ? [access] : access;
  if (isReported && accesses.some((each) => LOCKED_BY_REPORT.has(each))) throw new Failure('WORKSPACE_REPORTED');
}

/** Throws PERMISSION_MISSING unless the user's role in the acting workspace has the access. */
export function assertAccess({ memberRole }: Pick<Member, 'memberRole'>, access: Access): void {
  if (!hasAccess(memberRole, access)) throw new Failure('PERMISSION_MISSING');
}

function hasAccess(role: Member['memberRole'], access: Access): boolean {
  if (access === 'member_or_agent' || access === 'person') return true;
  if (access === 'member') return !isAgentRole(role);
  const permissions = typeof access === 'string' ? [access] : access;
  return permissions.some((permission) => hasPermission(role, permission));
}
