/** Manages the members of workspaces. */
import type { Transaction } from 'kysely';
import { Failure } from '../../core/failures.ts';
import type { Database } from '../../db/schema.ts';
import { setBookingContact } from '../bookings/bookings.sql.ts';
import { deleteMember, listMembers, listWorkspacesByPerson, lockWorkspace } from './workspaces.sql.ts';

/**
 * Removes a person who deletes their account from all workspaces that have other members. The first remaining owner
 * becomes the contact of their bookings. Returns the ids of the workspaces in which the person is alone, which are
 * unchanged. Throws WORKSPACE_OWNER_LAST.
 */
export async function leaveSharedWorkspaces(tx: Transaction<Database>, personId: string): Promise<string[]> {
  const own: string[] = [];
  for (const { id: workspaceId } of await listWorkspacesByPerson(tx, personId)) {
    await lockWorkspace(tx, workspaceId);
    const others = (await listMembers(tx, workspaceId)).filter(({ id }) => id !== personId);
    const heir = others.find(({ role }) => role === 'owner');
    if (others.length === 0) own.push(workspaceId);
    else if (heir) await handOver(tx, { workspaceId, from: personId, to: heir.id });
    else throw new Failure('WORKSPACE_OWNER_LAST');
  }
  return own;
}

/** Makes a member the contact of another member's bookings, and removes the other member. */
async function handOver(
  tx: Transaction<Database>,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
): Promise<void> {
  await setBookingContact(tx, { workspaceId, from, to });
  await deleteMember(tx, { workspaceId, personId: from });
}
