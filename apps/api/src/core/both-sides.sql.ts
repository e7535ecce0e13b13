import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { Db } from '../db/schema.ts';

/** Returns whether a person may act in a workspace, as a member or for the workspace's agency. */
export const hasWorkspacePerson = async (
  db: Db,
  { workspaceId, personId }: { workspaceId: WorkspaceId; personId: PersonId },
): Promise<boolean> =>
  (await db
    .selectFrom('workspacePerson')
    .select('personId')
    .where('workspaceId', '=', workspaceId)
    .where('personId', '=', personId)
    .executeTakeFirst()) !== undefined;

/**
 * Returns how a brand and a creator are related, or have been since `since`: 'person' if a person may act for both,
 * 'card' if they share a card. Returns null if they are not.
 */
export const findRelation = async (
  db: Db,
  { brandId, creatorId, since }: { brandId: WorkspaceId; creatorId: WorkspaceId; since: Date },
): Promise<'person' | 'card' | null> =>
  (
    await db
      .selectNoFrom((eb) =>
        eb
          .fn<'person' | 'card' | null>('find_relation', [eb.val(brandId), eb.val(creatorId), eb.val(since)])
          .as('relation'),
      )
      .executeTakeFirstOrThrow()
  ).relation;

/** Returns whether two workspaces have a member in common. */
export const hasSharedMember = async (
  db: Db,
  { brandId, creatorId }: { brandId: WorkspaceId; creatorId: WorkspaceId },
): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .innerJoin('member as other', 'other.personId', 'member.personId')
    .select('member.personId')
    .where('member.workspaceId', '=', brandId)
    .where('other.workspaceId', '=', creatorId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
