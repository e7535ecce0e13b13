/** Keeps one person from acting for the brand and for the creator of the same booking, offer or order. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { addDaysToDate } from '@marquee/time';
import type { Db } from '../db/schema.ts';
import type { Actor } from './actor.ts';
import { findRelation, hasSharedMember, hasWorkspacePerson } from './both-sides.sql.ts';
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

/** Two workspaces that shared a person or a card count as related for this many days after that. */
export const RELATION_DAYS = 30;

/**
 * Returns whether a brand and a creator are related, or were in the last `RELATION_DAYS`, because they share a person
 * or a card. Their bookings have no reviews and do not count for the creator's place in lists.
 */
export const areRelated = async (
  db: Db,
  { brandId, creatorId }: { brandId: WorkspaceId; creatorId: WorkspaceId },
  now: Date,
): Promise<boolean> =>
  (await findRelation(db, { brandId, creatorId, since: addDaysToDate(now, -RELATION_DAYS) })) !== null;

/**
 * Returns whether a person who may act in the workspace of the other side has signed in on the caller's device.
 * `devicePersonIds` are the people who have signed in on it.
 */
export async function isDeviceShared(
  db: Db,
  devicePersonIds: readonly PersonId[],
  otherWorkspaceId: WorkspaceId,
): Promise<boolean> {
  for (const personId of devicePersonIds)
    if (await hasWorkspacePerson(db, { workspaceId: otherWorkspaceId, personId })) return true;
  return false;
}
