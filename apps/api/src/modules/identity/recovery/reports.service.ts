/**
 * Reports workspaces after a person has reported a change of their account: undoes what the account did there recently,
 * and locks them until staff have checked them.
 */
import type { PersonId, WorkspaceActionData, WorkspaceActionKind, WorkspaceId } from '@marquee/contracts';
import { DAY_MS } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { restoreApprovalRules } from '../../booking/approvals/approvals.service.ts';
import { endConsentWith } from '../agencies/agencies.service.ts';
import {
  cancelOwnershipChanges,
  findLastReport,
  findLastReturn,
  findReleaseAfter,
  findWhoEndedOwnership,
  listActionsBy,
  listRecentlyOwnedWorkspaces,
  recordSecurityAction,
  setReported,
} from '../ownership/ownership.service.ts';
import {
  closeWithoutMembers,
  ensureOwner,
  listMembers,
  listPeopleInvitedBy,
  lockWorkspace,
  removeIntruders,
  setWorkspaceOpen,
  tellRestoredMembers,
  undoLimitsChange,
  undoRemoval,
  undoRoleChange,
} from '../workspaces/undo.service.ts';

interface Report {
  /** The person whose account was used without their consent. */
  personId: PersonId;
  /** Changes that the account made from this time on are undone. */
  since: Date;
  at: Date;
}

/**
 * Reports the workspaces that a person owns, or owned within the last 30 days, in the caller's transaction, which has
 * locked the account. Skips workspaces with another owner that staff released in the last 30 days, after an earlier
 * report of this person. Returns whether a creator's workspace is locked, so that its payouts wait.
 */
export async function reportWorkspaces(
  tx: UnitOfWork,
  { now }: Pick<Deps, 'now'>,
  report: Omit<Report, 'at'>,
): Promise<boolean> {
  let hasPayouts = false;
  for (const workspaceId of await listRecentlyOwnedWorkspaces(tx.db, report.personId, now())) {
    await setWorkspaceOpen(tx.db, workspaceId);
    const workspace = await lockWorkspace(tx.db, workspaceId);
    if (!workspace) continue;
    // Reads the time after taking the lock, so that changes made while waiting for it are undone, too.
    const isLocked = await reportWorkspace(tx, workspace, { ...report, at: now() });
    hasPayouts ||= isLocked && workspace.userType === 'influencer';
    await closeWithoutMembers(tx.db, workspaceId, now());
  }
  return hasPayouts;
}

/** After staff have released a workspace, a person who had reported it cannot report it again for this time. */
const RELEASE_MS = 30 * DAY_MS;

/** Reports a workspace, unless the person may not. Returns whether it is locked now. */
async function reportWorkspace(tx: UnitOfWork, workspace: LockedWorkspace, report: Report): Promise<boolean> {
  const { personId, at } = report;
  const workspaceId = workspace.id;
  const lastReport = await findLastReport(tx.db, { workspaceId, personId });
  const members = await listMembers(tx.db, workspaceId);
  const isOwner = members.some(({ id, role }) => id === personId && role === 'owner');
  // A former owner can report the workspace once, so that they cannot lock it for ever.
  if (!isOwner && lastReport !== undefined) return workspace.reportedAt !== null;
  const hasOtherOwner = members.some(({ id, role }) => id !== personId && role === 'owner');
  // Staff have checked it, so an owner whom another one wants to remove cannot stop that again and again.
  if (hasOtherOwner && lastReport !== undefined && (await wasReleasedLately(tx, workspaceId, { lastReport, at })))
    return workspace.reportedAt !== null;
  // Staff have decided who owns a workspace that they gave back, so nothing from before is undone.
  const since = findLatest([report.since, lastReport, await findLastReturn(tx.db, workspaceId)]);
  const undone = await undoActions(tx, workspace, { ...report, since }, { isOwner });
  await tellRestoredMembers(tx, workspace, members, at);
  const action = { kind: 'workspace.reported', actor: { workspaceId, id: personId }, data: { undone }, at } as const;
  if (workspace.reportedAt !== null) {
    await recordAction(tx.db, action);
    return true;
  }
  await setReported(tx.db, workspaceId, at);
  await cancelOwnershipChanges(tx.db, { workspaceId }, { at, by: null });
  await recordSecurityAction(tx, action, { except: personId });
  return true;
}

const findLatest = (times: readonly (Date | undefined)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));

/** Returns whether staff released a workspace after a person's last report, less than `RELEASE_MS` ago. */
async function wasReleasedLately(
  tx: UnitOfWork,
  workspaceId: WorkspaceId,
  { lastReport, at }: { lastReport: Date; at: Date },
): Promise<boolean> {
  const released = await findReleaseAfter(tx.db, workspaceId, lastReport);
  return released !== undefined && released.getTime() + RELEASE_MS > at.getTime();
}

type LockedWorkspace = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>;

interface DoneAction<K extends WorkspaceActionKind> {
  data: WorkspaceActionData[K];
  aboutPersonId: PersonId | null;
  aboutWorkspaceId: WorkspaceId | null;
}

/** Undoes one action. `report.personId` did it in the workspace. */
type Undo<K extends WorkspaceActionKind> = (
  tx: UnitOfWork,
  report: Report & { workspaceId: WorkspaceId },
  action: DoneAction<K>,
) => Promise<unknown> | undefined;

/** The kinds of actions that are undone from the log. */
const UNDO: { [K in WorkspaceActionKind]?: Undo<K> } = {
  'member.role_changed': (tx, { workspaceId }, { data, aboutPersonId: personId }) =>
    personId === null ? undefined : undoRoleChange(tx, { workspaceId, personId }, data),
  'member.limits_changed': (tx, { workspaceId }, { data, aboutPersonId: personId }) =>
    personId === null ? undefined : undoLimitsChange(tx, { workspaceId, personId }, data),
  'member.removed': (tx, { workspaceId, at }, { data, aboutPersonId: personId }) =>
    personId === null ? undefined : undoRemoval(tx, { workspaceId, personId }, data, at),
  'member.left': (tx, { workspaceId, personId, at }, { data }) => undoRemoval(tx, { workspaceId, personId }, data, at),
  'approval.rules_changed': (tx, { workspaceId }, { data }) =>
    restoreApprovalRules(tx.db, workspaceId, { from: data, to: data.before }),
  'agency.agreed': (tx, { workspaceId, personId: id, at }, { aboutWorkspaceId: agencyId }) =>
    agencyId === null ? undefined : endConsentWith(tx, { agencyId, actor: { workspaceId, id }, at }),
};

/**
 * Undoes a person's changes to the members, rules and agency of a workspace since a time, newest first. Also undoes the
 * changes of the people whom the person invited since then, or who were invited by them, and removes these people. If
 * the workspace then has no owner, makes the person an owner again. Undoes nothing for a former owner whose role
 * another owner ended. Returns the number of undone actions.
 */
async function undoActions(
  tx: UnitOfWork,
  workspace: LockedWorkspace,
  { personId, since, at }: Report,
  { isOwner }: { isOwner: boolean },
): Promise<number> {
  const workspaceId = workspace.id;
  const invited = new Set<PersonId>();
  const listIds = () => [personId, ...invited];
  for (let before = -1; before < invited.size;) {
    before = invited.size;
    for (const id of await listPeopleInvitedBy(tx.db, { workspaceId, personIds: listIds(), since }))
      if (id !== personId) invited.add(id);
  }
  if (!isOwner) {
    const endedBy = await findWhoEndedOwnership(tx.db, { workspaceId, personId });
    if (endedBy === undefined || !listIds().includes(endedBy)) return 0;
  }
  const kinds = Object.keys(UNDO) as WorkspaceActionKind[];
  const actions = await listActionsBy(tx.db, { workspaceId, personIds: listIds(), since, kinds });
  for (const { kind, ...action } of actions) {
    // `data` is that of `kind`.
    const undo = UNDO[kind] as ((...input: [...Parameters<Undo<typeof kind>>]) => unknown) | undefined;
    await undo?.(tx, { since, at, workspaceId, personId: action.personId ?? personId }, action);
  }
  await ensureOwner(tx, { workspaceId, personId, except: [...invited] }, at);
  const members = await listMembers(tx.db, workspaceId);
  const heirId = members.find(({ id, role }) => role === 'owner' && !invited.has(id))?.id;
  await removeIntruders(tx, workspace, { personIds: [...invited], heirId: heirId ?? personId, at });
  return actions.length;
}
