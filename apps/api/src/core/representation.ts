/** Makes the end of an agency's consent take effect at once, also for calls that are already running. */
import type { Member } from './actor.ts';
import type { Deps } from './deps.ts';
import { Failure } from './failures.ts';
import { lockConsentInForce } from './representation.sql.ts';

/**
 * Returns the dependencies with which a user makes changes. For a person of an agency, each transaction first locks the
 * consent, before any other lock, and throws WORKSPACE_NOT_FOUND if it has ended. Other users get `deps` itself.
 */
export const guardRepresentation = (
  deps: Deps,
  { forAgency, workspaceId: creatorId }: Pick<Member, 'forAgency' | 'workspaceId'>,
): Deps =>
  forAgency === null
    ? deps
    : {
        ...deps,
        async transactionGuard(db) {
          if (!(await lockConsentInForce(db, { agencyId: forAgency.id, creatorId })))
            throw new Failure('WORKSPACE_NOT_FOUND');
        },
      };
