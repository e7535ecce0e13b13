/** Keeps one person from acting for the brand and for the creator of the same booking, offer or order. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Db } from '../db/schema.ts';
import type { Actor } from './actor.ts';
import { hasSharedMember, hasWorkspacePerson } from './both-sides.sql.ts';
import { Failure } from './failures.ts';

/**
 * Throws ACTS_FOR_BOTH_SIDES if the caller may also act in the workspace of the other side, as a member or for an
 * agency. Otherwise, one person could agree with themselves.
 */
export async function assertNotOnBothSides(
  db: Db,
  { id: personId }: Pick<Actor, 'id'>,
  otherWorkspaceId: WorkspaceId,
): Promise<void> {
  if (await hasWorkspacePerson(db, { workspaceId: otherWorkspaceId, personId }))
    throw new Failure('ACTS_FOR_BOTH_SIDES');
}

/**
 * Checks whether the caller's brand may order from a creator, or ask for an offer. Throws ACTS_FOR_BOTH_SIDES, or
 * MEMBER_SHARED_WITH_CREATOR if any person is a member of both workspaces.
 */
export async function assertMayOrderFrom(
  db: Db,
  { id, workspaceId: brandId }: Pick<Actor, 'id' | 'workspaceId'>,
  creatorId: WorkspaceId,
): Promise<void> {
  await assertNotOnBothSides(db, { id }, creatorId);
  if (await hasSharedMember(db, { brandId, creatorId })) throw new Failure('MEMBER_SHARED_WITH_CREATOR');
}
