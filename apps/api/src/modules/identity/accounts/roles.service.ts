/**
 * Grants and revokes the admin role. Only the command process/grant-admin.ts calls this, and no API procedure does.
 */
import type { AdminActionKind } from '@marquee/contracts';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { UserRole } from '../../../db/schema.ts';
import { clearStaffCode, createStaffCode } from '../factors/staff-codes.service.ts';
import { findWorkspaceForStaff, lockUserByEmail, setRole } from './accounts.sql.ts';

interface RoleChange {
  fullName: string;
  /** False if the account had the role before. */
  isChanged: boolean;
  /** The new staff code, or null if the role was revoked. */
  staffCode: string | null;
}

/**
 * Grants the admin role and creates a staff code, also for an account that has the role already. Records it in the
 * audit log. Returns the account's name and the code, or undefined if no account has this address.
 */
export const grantAdmin = (deps: Deps, email: string): Promise<RoleChange | undefined> =>
  inTransaction(deps, async (tx) => {
    const user = await lockUserByEmail(tx.db, email);
    if (!user) return undefined;
    const isChanged = user.role !== 'admin';
    await setRole(tx.db, user.id, 'admin');
    const staffCode = await createStaffCode(tx.db, deps, user.id);
    await recordRole(tx, deps, user, isChanged ? 'admin.granted' : 'admin.code_created', 'admin');
    return { fullName: user.fullName, isChanged, staffCode };
  });

/**
 * Revokes the admin role, also makes the staff code invalid, and records it in the audit log. Returns the account's
 * name, or undefined if no account has this address.
 */
export const revokeAdmin = (deps: Deps, email: string): Promise<RoleChange | undefined> =>
  inTransaction(deps, async (tx) => {
    const user = await lockUserByEmail(tx.db, email);
    if (!user) return undefined;
    if (user.role !== 'admin') return { fullName: user.fullName, isChanged: false, staffCode: null };
    await setRole(tx.db, user.id, 'user');
    await clearStaffCode(tx.db, user.id);
    await recordRole(tx, deps, user, 'admin.revoked', 'user');
    return { fullName: user.fullName, isChanged: true, staffCode: null };
  });

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUserByEmail>>>;

const recordRole = async (
  tx: UnitOfWork,
  deps: Deps,
  user: LockedUser,
  action: Extract<AdminActionKind, `admin.${string}`>,
  role: UserRole,
) =>
  recordAdminAction(tx.db, {
    actorPersonId: null,
    action,
    subjectKind: 'user',
    subjectId: await findWorkspaceForStaff(tx.db, user.id),
    subjectLabel: user.fullName,
    reason: 'npm run admin',
    before: { role: user.role },
    after: { role },
    at: deps.now(),
  });
