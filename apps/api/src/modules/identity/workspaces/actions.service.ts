/** Reads the log of a workspace for its owners. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { MAX_TABLE_ROWS, type ActionFilter } from '@marquee/validation';
import { Failure } from '../../../core/failures.ts';
import { PAGE_SIZE, parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { listActionMembers, listWorkspaceActions } from './workspaces.sql.ts';

/**
 * Lists the log of the acting workspace, newest first. The first page also has the people in the log, for the filter.
 */
export async function getActionsPage(
  deps: Deps,
  actor: Actor,
  { cursor, ...filter }: ActionFilter & { cursor?: string | undefined },
) {
  const { workspaceId } = actor;
  const [rows, members] = await Promise.all([
    listWorkspaceActions(deps.db, { workspaceId, ...filter }, parseCursor(cursor), PAGE_SIZE),
    cursor === undefined ? listActionMembers(deps.db, workspaceId) : [],
  ]);
  return { ...toPage(rows, ({ at }) => at), members };
}

/** Lists all actions that match a filter, newest first. Throws PAPERS_TOO_MANY or TOO_MANY_REQUESTS. */
export async function listActionsForExport(deps: Deps, actor: Actor, filter: ActionFilter) {
  await enforceRateLimit(deps, 'export', actor.id);
  const rows = await listWorkspaceActions(deps.db, { workspaceId: actor.workspaceId, ...filter }, null, MAX_TABLE_ROWS);
  if (rows.length > MAX_TABLE_ROWS)
    throw new Failure(
      'PAPERS_TOO_MANY',
      `A download can contain at most ${MAX_TABLE_ROWS.toLocaleString('en-US')} entries. Please choose a shorter period.`,
    );
  return rows;
}

export type ExportedAction = Awaited<ReturnType<typeof listActionsForExport>>[number];
