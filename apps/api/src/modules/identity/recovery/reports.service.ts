/**
 * Reports workspaces after a person has reported a change of their account: undoes what the account did there recently,
 * and locks them until staff have checked them.
 */
import type { PersonId, WorkspaceActionData, WorkspaceActionKind, WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { restoreApprovalRules } from '../../booking/approvals/approvals.service.ts';
import { endConsentWith } from '../agencies/agencies.service.ts';
import {
  cancelOwnershipChanges,
  listActionsBy,
  listRecentlyOwnedWorkspaces,
  recordSecurityAction,
  setReported,
} from '../ownership/ownership.service.ts';
import {
  ensureOwner,
  lockWorkspace,
  undoInvitations,
  undoLimitsChange,
  undoRemoval,
  undoRoleChange,
} from '../workspaces/undo.service.ts';

interface Report {
  /** The person whose account was used without their consent. */
  personId: PersonId;
  /** What the account did from this time on is undone. */
  since: Date;
  at: Date;
}

/**
 * Reports the workspaces that a person owns, or owned within the last 30 days, in the caller's transaction, which has
 * locked the account. Returns whether any of them is a creator's, whose payouts now wait.
 */
export async function reportWorkspaces(tx: UnitOfWork, report: Report): Promise<boolean> {
  let hasPayouts = false;
  for (const workspaceId of await listRecentlyOwnedWorkspaces(tx.db, report.personId, report.at)) {
    const workspace = await lockWorkspace(tx.db, workspaceId);
    if (!workspace) continue;
    hasPayouts ||= workspace.userType === 'influencer';
    await setReported(tx.db, workspaceId, report.at);
    await cancelOwnershipChanges(tx.db, { workspaceId }, { at: report.at, by: null });
    await undoActions(tx, workspaceId, report);
    const actor = { workspaceId, id: report.personId };
    await recordSecurityAction(
      tx,
      { kind: 'workspace.reported', actor, data: {}, at: report.at },
      { except: report.personId },
    );
  }
  return hasPayouts;
}

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
  'approval.rules_changed': (tx, { workspaceId }, { data }) => restoreApprovalRules(tx.db, workspaceId, data.before),
  'agency.agreed': (tx, { workspaceId, personId: id, at }, { aboutWorkspaceId: agencyId }) =>
    agencyId === null ? undefined : endConsentWith(tx, { agencyId, actor: { workspaceId, id }, at }),
};

/**
 * Undoes what a person did to the members, rules and agency of a workspace since a time, newest first. If the workspace
 * then has no owner, the person is its owner again, because everybody who is no longer one got the role from this
 * account.
 */
async function undoActions(tx: UnitOfWork, workspaceId: WorkspaceId, report: Report): Promise<void> {
  const { personId, since, at } = report;
  const kinds = Object.keys(UNDO) as WorkspaceActionKind[];
  for (const { kind, ...action } of await listActionsBy(tx.db, { workspaceId, personId, since, kinds })) {
    // `data` is that of `kind`.
    const undo = UNDO[kind] as ((...input: [...Parameters<Undo<typeof kind>>]) => unknown) | undefined;
    await undo?.(tx, { ...report, workspaceId }, action);
  }
  await undoInvitations(tx, { workspaceId, personId }, { since, at });
  await ensureOwner(tx, { workspaceId, personId }, at);
}
