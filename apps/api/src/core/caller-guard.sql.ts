import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Member } from './actor.ts';

/**
 * Returns whether a session exists, and whether its user still has the role in the acting workspace. A person who acts
 * for an agency has to be a member of the agency with any role.
 */
export async function findCallerState(
  db: Transaction<Database>,
  sessionKey: string,
  { id, workspaceId, memberRole, forAgency }: Pick<Member, 'id' | 'workspaceId' | 'memberRole' | 'forAgency'>,
): Promise<{ hasSession: boolean; isMember: boolean; hasRole: boolean }> {
  const { hasSession, role } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('session').select('session.idHash').where('session.idHash', '=', sessionKey))
        .as('hasSession'),
      eb
        .selectFrom('member')
        .select('member.role')
        .where('member.workspaceId', '=', forAgency?.id ?? workspaceId)
        .where('member.personId', '=', id)
        .as('role'),
    ])
    .executeTakeFirstOrThrow();
  return {
    hasSession: Boolean(hasSession),
    isMember: role !== null,
    hasRole: forAgency !== null || role === memberRole,
  };
}
