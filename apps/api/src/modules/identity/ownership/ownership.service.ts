/**
 * Records changes of a workspace that could be steps to take it over, and emails its current owners and those of the
 * last 30 days.
 */
import { randomUUID } from 'node:crypto';
import {
  describeAction,
  describeActor,
  IS_SECURITY_ACTION,
  type ActionTopic,
  type PersonId,
  type WorkspaceId,
  type WorkspaceActionKind,
} from '@marquee/contracts';
import { recordAction, type NewAction } from '../../../core/workspace-actions.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import type { NonEventMailDataByKind } from '../../messaging/mail/mail.templates.ts';
import type { SecurityMailKind } from '../../messaging/mail-texts/identity/security.words.ts';
import { findActionNames, listRecentOwners } from './ownership.sql.ts';

/**
 * Appends an action to the log of the workspace. If its kind can be a step to take over the workspace, emails everybody
 * who owns it or owned it within the last 30 days. Returns the people who were emailed.
 */
export async function recordSecurityAction<K extends WorkspaceActionKind>(
  tx: UnitOfWork,
  action: NewAction<K>,
  { effectiveAt = null, except }: { effectiveAt?: Date | null; except?: PersonId } = {},
): Promise<ReadonlySet<string>> {
  await recordAction(tx.db, action);
  if (!IS_SECURITY_ACTION[action.kind]) return new Set();
  const { kind, data, at, actor } = action;
  const {
    workspaceName,
    memberName: name,
    about,
  } = await findActionNames(tx.db, {
    workspaceId: actor.workspaceId,
    personId: actor.id,
    aboutPersonId: action.aboutPersonId ?? null,
    aboutWorkspaceId: action.aboutWorkspaceId ?? null,
  });
  const memberName = describeActor({ memberName: name, topic: kind.split('.')[0] as ActionTopic });
  const sentence = describeAction({ kind, data }, about);
  const recipients = new Set(await listRecentOwners(tx.db, actor.workspaceId, at));
  if (except !== undefined) recipients.delete(except);
  const subject = randomUUID();
  for (const personId of recipients)
    await sendSecurityMails(tx, personId, {
      kind: 'workspace_changed',
      subject,
      data: {
        workspaceName,
        memberName: personId === actor.id ? null : memberName,
        action: sentence,
        effectiveAt: effectiveAt?.toISOString() ?? null,
      },
      at,
    });
  return recipients;
}

/** Emails everybody who owns a workspace, or owned it within the last 30 days, about a change of its security. */
export async function sendOwnersSecurityMails<K extends SecurityMailKind>(
  tx: UnitOfWork,
  workspaceId: WorkspaceId,
  mail: { kind: K; subject: string; data: NonEventMailDataByKind[K]; at: Date },
): Promise<void> {
  for (const personId of await listRecentOwners(tx.db, workspaceId, mail.at))
    await sendSecurityMails(tx, personId, mail);
}

export {
  cancelOwnershipChanges,
  findLastReport,
  findLastReturn,
  findOpenOwnershipChange,
  findReleaseAfter,
  findWhoEndedOwnership,
  insertEndedOwnership,
  insertOwnershipChange,
  listActionsBy,
  listOpenOwnershipChanges,
  listOwnerIds,
  listOwnersEver,
  listRecentlyOwnedWorkspaces,
  listRecentOwners,
  setOwnershipChangeDone,
  setReported,
  type OwnershipChange,
} from './ownership.sql.ts';
