/**
 * Makes the end of a session, a membership or an agency's consent take effect at once, also for changes that are
 * already running.
 */
import type { RequestSession, SessionUser } from './ctx.ts';
import type { Deps, TransactionGuard } from './deps.ts';
import { Failure } from './failures.ts';
import { findCallerState } from './caller-guard.sql.ts';
import { lockConsentInForce } from './representation.sql.ts';

/**
 * Returns the dependencies with which a signed-in user makes changes. Each of their transactions has two checks:
 *
 * - `before`, for a person of an agency: locks the consent, before any other lock. Throws WORKSPACE_NOT_FOUND if it has
 *   ended.
 * - `after`, for calls over HTTP: reads whether the session still exists and whether the user still has the role in the
 *   workspace. Throws SIGNED_OUT, WORKSPACE_NOT_FOUND (no longer a member) or PERMISSION_MISSING (another role).
 *
 * The second check is a plain read at the end of the transaction, and needs no lock. Whoever ends the session, for
 * example to secure the account, also locks what they undo: the account for its factors, email address, identities and
 * calendar feeds, and the workspace for its members and invitations. A change of these takes the same lock before it
 * writes. If the change gets the lock first, it commits first, and the other transaction sees and undoes it. Otherwise,
 * the change waits until the other transaction has committed. At READ COMMITTED, each statement has a new snapshot, so
 * the check then finds that the session is gone, and nothing is written.
 *
 * A service that ends its caller's own session or membership calls `checkCaller` of the unit of work after it has taken
 * its lock and before it ends them.
 */
export function guardChanges(deps: Deps, user: SessionUser, session: RequestSession | null): Deps {
  const { forAgency, workspaceId: creatorId } = user;
  const isSessionStored = session?.isStored === true;
  if (forAgency === null && !isSessionStored) return deps;
  const transactionGuard: TransactionGuard = {
    ...(forAgency !== null && {
      before: async (db) => {
        if (!(await lockConsentInForce(db, { agencyId: forAgency.id, creatorId })))
          throw new Failure('WORKSPACE_NOT_FOUND');
      },
    }),
    ...(isSessionStored && {
      after: async (db) => {
        const { hasSession, isMember, hasRole } = await findCallerState(db, session.key, user);
        if (!hasSession) throw new Failure('SIGNED_OUT');
        if (!isMember) throw new Failure('WORKSPACE_NOT_FOUND');
        if (!hasRole) throw new Failure('PERMISSION_MISSING');
      },
    }),
  };
  return { ...deps, transactionGuard };
}
