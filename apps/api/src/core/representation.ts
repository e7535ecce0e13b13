/** Makes the end of an agency's consent take effect at once, also for calls that are already running. */
import type { Db } from '../db/schema.ts';
import { withTransactionGuard } from '../db/transaction.ts';
import type { SessionUser } from './ctx.ts';
import { Failure } from './failures.ts';
import { lockConsentInForce } from './representation.sql.ts';

/**
 * Returns the database with which a user makes changes. For a person of an agency, each transaction first locks the
 * consent, before any other lock, and throws WORKSPACE_NOT_FOUND if it has ended. Other users get `db` itself.
 */
export const guardRepresentation = (
  db: Db,
  { forAgency, workspaceId: creatorId }: Pick<SessionUser, 'forAgency' | 'workspaceId'>,
): Db =>
  forAgency === null
    ? db
    : withTransactionGuard(db, async (tx) => {
        if (!(await lockConsentInForce(tx, { agencyId: forAgency.id, creatorId })))
          throw new Failure('WORKSPACE_NOT_FOUND');
      });
