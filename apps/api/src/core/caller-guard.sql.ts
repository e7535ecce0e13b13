import type { Transaction } from 'kysely';
import { sql } from 'kysely';
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
  const { rows } = await sql<{ hasSession: boolean; role: string | null }>`
    select exists (select from session where id_hash = ${sessionKey}) as has_session,
      (select role from member where workspace_id = ${forAgency?.id ?? workspaceId} and person_id = ${id}) as role
  `.execute(db);
  const [{ hasSession, role } = { hasSession: false, role: null }] = rows;
  return { hasSession, isMember: role !== null, hasRole: forAgency !== null || role === memberRole };
}
