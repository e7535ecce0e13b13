/** Changes the time zone in which the days and months of a workspace begin: budgets, limits, its log and its calendar. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { TimeZoneChange } from '@marquee/validation';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { lockWorkspace, setWorkspaceTimeZone } from './workspaces.sql.ts';

/**
 * Sets the time zone of the acting workspace. Amounts stay in the month and day in which they were recorded. Throws
 * TOO_MANY_REQUESTS.
 */
export async function changeTimeZone(deps: Deps, actor: Actor, { timeZone }: TimeZoneChange): Promise<TimeZoneChange> {
  const { workspaceId } = actor;
  await enforceRateLimit(deps, 'workspace change', actor.id);
  await inTransaction(deps, async (tx) => {
    const before = await lockWorkspace(tx.db, workspaceId);
    if (before === undefined || before.timeZone === timeZone) return;
    await setWorkspaceTimeZone(tx.db, workspaceId, timeZone);
    await recordAction(tx.db, { kind: 'workspace.time_zone_changed', actor, data: { timeZone }, at: deps.now() });
  });
  return { timeZone };
}
