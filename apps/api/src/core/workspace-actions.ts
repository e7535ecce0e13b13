/**
 * Records the actions of members, timers and Stripe for a workspace, in the same transactions. Owners can read the log.
 */
import type { WorkspaceActionData, WorkspaceActionKind, PersonId, WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { EventActor } from './events.ts';

export interface NewAction<K extends WorkspaceActionKind> {
  kind: K;
  /** The member, in the workspace whose log contains the action. `id` is null if a timer or Stripe acted. */
  actor: EventActor | { workspaceId: WorkspaceId; id: null };
  data: WorkspaceActionData[K];
  /** The person, or the creator or agency, that the action is about. */
  aboutPersonId?: PersonId;
  aboutWorkspaceId?: WorkspaceId;
  at: Date;
}

/** Appends an action to the log of the workspace. */
export async function recordAction<K extends WorkspaceActionKind>(
  db: Transaction<Database>,
  { actor, data, ...action }: NewAction<K>,
): Promise<void> {
  await db
    .insertInto('workspaceAction')
    .values({ ...action, workspaceId: actor.workspaceId, personId: actor.id, data: JSON.stringify(data) })
    .execute();
}
