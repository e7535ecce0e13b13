/**
 * Grants and revokes the admin role. Only the command process/grant-admin.ts calls this, and no API procedure does.
 */
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { findWorkspaceForStaff, lockUserByEmail, setRole } from './accounts.sql.ts';

/**
 * Grants or revokes the admin role and records it in the audit log. Returns the account's name, or undefined if no
 * account has this address. `changed` is false if the role was already set.
 */
export function setAdmin(
  deps: Deps,
  email: string,
  isAdmin: boolean,
): Promise<{ fullName: string; changed: boolean } | undefined> {
  return inTransaction(deps, async (tx) => {
    const user = await lockUserByEmail(tx.db, email);
    if (!user) return undefined;
    const role = isAdmin ? 'admin' : 'user';
    if (user.role === role) return { fullName: user.fullName, changed: false };
    await setRole(tx.db, user.id, role);
    await recordAdminAction(tx.db, {
      actorPersonId: null,
      action: isAdmin ? 'admin.granted' : 'admin.revoked',
      subjectKind: 'user',
      subjectId: await findWorkspaceForStaff(tx.db, user.id),
      subjectLabel: user.fullName,
      reason: 'npm run admin',
      before: { role: user.role },
      after: { role },
      at: deps.now(),
    });
    return { fullName: user.fullName, changed: true };
  });
}
