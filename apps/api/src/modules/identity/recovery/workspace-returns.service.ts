/**
 * Gives a workspace back to a person who owned it, if a thief owns it and a report came too late to undo that. One
 * staff member requests it, another one approves it, and the owners of the last 30 days get an email and at least three
 * days to object. The workspace is locked from the request until staff release it.
 */
import type { AdminActionKind, PersonId, WorkspaceId } from '@marquee/contracts';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import type { Db } from '../../../db/schema.ts';
import {
  approveStaffRequest,
  assertUninvolved,
  cancelStaffRequest,
  getStaffRequest,
  openStaffRequest,
  takeDueStaffRequest,
} from '../accounts/staff-requests.service.ts';
import { sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import type { WorkspaceReturnStage } from '../../messaging/mail-texts/identity/security.words.ts';
import {
  cancelOwnershipChanges,
  insertEndedOwnership,
  listOwnerIds,
  listOwnersEver,
  listRecentOwners,
  setReported,
} from '../ownership/ownership.service.ts';
import {
  closeWithoutMembers,
  ensureOwner,
  lockWorkspace,
  removeIntruders,
  setWorkspaceOpen,
} from '../workspaces/undo.service.ts';

interface ReturnInput {
  id: WorkspaceId;
  reason: string;
}

/** Returns the people who can get a workspace back, and the open request to give it to one of them. */
export async function getWorkspaceReturn(db: Db, workspaceId: WorkspaceId, now: Date) {
  const [owners, request] = await Promise.all([
    listOwnersEver(db, workspaceId),
    getStaffRequest(db, { kind: 'workspace_return', workspaceId }, now),
  ]);
  return { owners, request };
}

/**
 * Requests that a person who owned a workspace becomes its only owner again. Locks the workspace, opens it again if it
 * was closed, stops the changes of ownership that wait, and emails the person and the owners of the last 30 days.
 * Throws ADMIN_SUBJECT_NOT_FOUND, STAFF_INVOLVED, WORKSPACE_RETURN_STRANGER or ADMIN_ACTION_STALE (there is an open
 * request).
 */
export async function requestWorkspaceReturn(
  deps: Deps,
  actor: Actor,
  { id: workspaceId, personId, reason }: ReturnInput & { personId: PersonId },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await setWorkspaceOpen(tx.db, workspaceId);
    const workspace = await lockForStaff(tx, workspaceId, actor);
    const owner = await findOwnerEver(tx.db, workspaceId, personId);
    if (!owner) throw new Failure('WORKSPACE_RETURN_STRANGER');
    const at = deps.now();
    const { id, dueAt } = await openStaffRequest(tx, {
      kind: 'workspace_return',
      workspaceId,
      personId,
      reason,
      requestedByPersonId: actor.id,
      requestedAt: at,
    });
    await setReported(tx.db, workspaceId, at);
    await cancelOwnershipChanges(tx.db, { workspaceId }, { at, by: null });
    tx.enqueue('recovery.return_workspace', { requestId: id }, { runAt: dueAt });
    const data = { dueAt: dueAt.toISOString() };
    await recordAction(tx.db, {
      kind: 'workspace.return_requested',
      actor: { workspaceId, id: null },
      aboutPersonId: personId,
      data,
      at,
    });
    await emailOwners(tx, workspace, { stage: 'requested', owner, dueAt, subject: id, at });
    await recordReturnAction(tx, actor, { workspace, reason, action: 'workspace.return_requested', at });
  });
}

/**
 * Approves the request to give a workspace back. Throws ADMIN_SUBJECT_NOT_FOUND, STAFF_INVOLVED, ADMIN_ACTION_STALE (no
 * open request, or already approved) or STAFF_REQUEST_OWN (the same staff member made it).
 */
export async function approveWorkspaceReturn(
  deps: Deps,
  actor: Actor,
  { id: workspaceId, reason }: ReturnInput,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const workspace = await lockForStaff(tx, workspaceId, actor);
    const at = deps.now();
    const subject = { kind: 'workspace_return', workspaceId } as const;
    const { id, personId, dueAt, isLater } = await approveStaffRequest(tx, subject, { by: actor.id, at });
    tx.enqueue('recovery.return_workspace', { requestId: id }, { runAt: dueAt });
    // After a late approval, the time in the first email is no longer right.
    const owner = await findOwnerEver(tx.db, workspaceId, personId);
    if (isLater && owner)
      await emailOwners(tx, workspace, { stage: 'requested', owner, dueAt, subject: `${id}:approved`, at });
    await recordReturnAction(tx, actor, { workspace, reason, action: 'workspace.return_approved', at });
  });
}

/**
 * Stops giving a workspace back. It stays locked until staff release it. Throws ADMIN_SUBJECT_NOT_FOUND, STAFF_INVOLVED
 * or ADMIN_ACTION_STALE (no open request).
 */
export async function stopWorkspaceReturn(
  deps: Deps,
  actor: Actor,
  { id: workspaceId, reason }: ReturnInput,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const workspace = await lockForStaff(tx, workspaceId, actor);
    const at = deps.now();
    const request = await cancelStaffRequest(tx.db, { kind: 'workspace_return', workspaceId }, { by: actor.id, at });
    if (!request) throw new Failure('ADMIN_ACTION_STALE');
    await recordStop(tx, workspace, { requestId: request.id, personId: request.personId, at });
    await recordReturnAction(tx, actor, { workspace, reason, action: 'workspace.return_stopped', at });
  });
}

/**
 * Job: makes the person the only owner, if the request is approved, its delay is over, and both staff members still are
 * staff. The other owners are removed, and the workspace stays locked until staff release it.
 */
export async function runWorkspaceReturn(deps: Deps, requestId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const at = deps.now();
    const due = await takeDueStaffRequest(tx, requestId, at);
    if (due?.request === null) return tx.enqueue('recovery.return_workspace', { requestId }, { runAt: due.dueAt });
    if (!due || due.request.workspaceId === null) return;
    const { workspaceId, personId } = due.request;
    await setWorkspaceOpen(tx.db, workspaceId);
    const workspace = await lockWorkspace(tx.db, workspaceId);
    if (!workspace) return;
    const owner = await findOwnerEver(tx.db, workspaceId, personId);
    // The person has deleted their account, or a staff member has lost the role.
    if (!owner || due.isCancelled) return recordStop(tx, workspace, { requestId, personId, at });
    await emailOwners(tx, workspace, { stage: 'done', owner, dueAt: null, subject: requestId, at });
    const otherIds = (await listOwnerIds(tx.db, workspaceId)).filter((id) => id !== personId);
    await cancelOwnershipChanges(tx.db, { workspaceId }, { at, by: null });
    await ensureOwner(tx, { workspaceId, personId, except: otherIds }, at);
    await removeIntruders(tx, workspace, { personIds: otherIds, heirId: personId, at });
    // Staff can still give the workspace to one of them, if this was wrong.
    for (const id of otherIds)
      await insertEndedOwnership(tx.db, {
        workspaceId,
        personId: id,
        heirPersonId: personId,
        requestedByPersonId: personId,
        at,
      });
    await recordAction(tx.db, {
      kind: 'workspace.returned',
      actor: { workspaceId, id: null },
      aboutPersonId: personId,
      data: {},
      at,
    });
  });
}

type LockedWorkspace = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>;

/** Locks a workspace about which staff decide. Throws ADMIN_SUBJECT_NOT_FOUND or STAFF_INVOLVED. */
async function lockForStaff(tx: UnitOfWork, workspaceId: WorkspaceId, actor: Actor): Promise<LockedWorkspace> {
  const workspace = await lockWorkspace(tx.db, workspaceId);
  if (!workspace) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  await assertUninvolved(tx.db, workspaceId, actor.id);
  return workspace;
}

/** Returns a person who owns the workspace or ever owned it, and whose account is open. */
const findOwnerEver = async (db: Db, workspaceId: WorkspaceId, personId: PersonId) =>
  (await listOwnersEver(db, workspaceId)).find(({ id }) => id === personId);

async function recordStop(
  tx: UnitOfWork,
  workspace: LockedWorkspace,
  { requestId, personId, at }: { requestId: string; personId: PersonId; at: Date },
): Promise<void> {
  const workspaceId = workspace.id;
  await recordAction(tx.db, {
    kind: 'workspace.return_stopped',
    actor: { workspaceId, id: null },
    aboutPersonId: personId,
    data: {},
    at,
  });
  const owner = await findOwnerEver(tx.db, workspaceId, personId);
  if (owner) await emailOwners(tx, workspace, { stage: 'stopped', owner, dueAt: null, subject: requestId, at });
  await closeWithoutMembers(tx.db, workspaceId, at);
}

/** Emails the person who gets the workspace back, and the owners of the last 30 days. */
async function emailOwners(
  tx: UnitOfWork,
  workspace: LockedWorkspace,
  {
    stage,
    owner,
    dueAt,
    subject,
    at,
  }: {
    stage: WorkspaceReturnStage;
    owner: { id: PersonId; fullName: string };
    dueAt: Date | null;
    subject: string;
    at: Date;
  },
): Promise<void> {
  const { fullName: workspaceName } = workspace;
  for (const personId of new Set([owner.id, ...(await listRecentOwners(tx.db, workspace.id, at))]))
    await sendSecurityMails(tx, personId, {
      kind: 'workspace_return',
      subject: `${subject}:${stage}`,
      data: { stage, workspaceName, ownerName: owner.fullName, dueAt: dueAt?.toISOString() ?? null },
      at,
    });
}

const recordReturnAction = (
  tx: UnitOfWork,
  actor: Actor,
  { workspace, reason, action, at }: { workspace: LockedWorkspace; reason: string; action: AdminActionKind; at: Date },
) =>
  recordAdminAction(tx.db, {
    actorPersonId: actor.id,
    action,
    subjectKind: 'user',
    subjectId: workspace.id,
    subjectLabel: workspace.fullName,
    reason,
    before: {},
    after: {},
    at,
  });
