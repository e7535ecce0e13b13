import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type RawBuilder } from 'kysely';

/**
 * Selects a column of the workspace's first owner, who answers for the workspace towards staff and in documents.
 * `workspaceId` is a reference to the workspace in the surrounding query.
 */
export const firstOwnerSql = <T>(column: string, workspaceId: WorkspaceId): RawBuilder<T> =>
  sql<T>`(select ${sql.ref(`owner.${column}`)} from member join person as owner on owner.id = member.person_id
    where member.workspace_id = ${sql.ref(workspaceId)} and member.role = 'owner'
    order by member.joined_at, owner.id limit 1)`;

/**
 * Selects the username of a workspace if links for the person have to name it: null if `workspaceId` is null, or if it
 * is the workspace that the person joined first, which opens without a name in the address. `personId` and
 * `workspaceId` are references in the surrounding query.
 */
export const otherWorkspaceUsernameSql = (personId: PersonId, workspaceId: WorkspaceId): RawBuilder<string | null> =>
  sql<string | null>`(select username from workspace where id = ${sql.ref(workspaceId)}
    and id <> (select home.workspace_id from member home join workspace other on other.id = home.workspace_id
      where home.person_id = ${sql.ref(personId)} and other.deleted_at is null and other.suspended_at is null
      order by home.joined_at, home.workspace_id limit 1))`;
