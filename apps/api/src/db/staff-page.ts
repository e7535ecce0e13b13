import type { WorkspaceId } from '@marquee/contracts';
import { sql, type RawBuilder } from 'kysely';

/**
 * Selects the workspace on whose page staff find a person: the first one that the person owns, or else the first one
 * that they joined. Null for a person without a workspace.
 */
export const workspaceForStaffSql = (personId: RawBuilder<unknown>) =>
  sql<WorkspaceId | null>`(select member.workspace_id from member where member.person_id = ${personId}
    order by member.role = 'owner' desc, member.joined_at, member.workspace_id limit 1)`;
