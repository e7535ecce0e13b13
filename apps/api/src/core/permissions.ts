/** Checks the permissions of roles. */
import { hasPermission, type Permission } from '@marquee/contracts';
import type { Member } from './actor.ts';
import { Failure } from './failures.ts';

/**
 * The access that a procedure requires: a permission, one of several permissions, or `member` for any role in the
 * acting workspace.
 */
export type Access = Permission | readonly Permission[] | 'member';

/**
 * Throws EMAIL_UNCONFIRMED unless the person has confirmed their email address. Until then, another person may have
 * registered with it, and must not get lasting access to the account.
 */
export function assertEmailConfirmed({ emailVerifiedAt }: Pick<Member, 'emailVerifiedAt'>): void {
  if (emailVerifiedAt === null) throw new Failure('EMAIL_UNCONFIRMED');
}

/** Throws PERMISSION_MISSING unless the user's role in the acting workspace has the access. */
export function assertAccess({ memberRole }: Pick<Member, 'memberRole'>, access: Access): void {
  if (access === 'member') return;
  const permissions = typeof access === 'string' ? [access] : access;
  if (!permissions.some((permission) => hasPermission(memberRole, permission))) throw new Failure('PERMISSION_MISSING');
}
