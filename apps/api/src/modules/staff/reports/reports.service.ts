/**
 * Handles reports of profiles, packages, messages, reviews and shared lists. Staff decide, the reporter and the
 * owner are notified, and the owner may appeal once. Content is hidden and users are suspended by the functions that
 * staff also use without a report.
 */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import {
  isHideable,
  type AppealDecision,
  type AppealForm,
  type DecisionInput,
  type HideableSubject,
  type ReportDecision,
  type ReportForm,
  type ReportListInput,
  type ReportSubject,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { suspendAccount, reinstateAccount } from '../../identity/accounts/suspension.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { findPublicLinkSubject } from '../../messaging/mail/links.service.ts';
import { moderatePackage } from '../../catalog/packages/moderation.service.ts';
import { moderateReview } from '../../catalog/reviews/reviews.service.ts';
import { moderateSavedList } from '../../catalog/saved-items/saved-items.service.ts';
import {
  setReportsDecision,
  countOpenReportsAndAppeals,
  findModerationDecision,
  findReportableSubject,
  insertModerationDecision,
  insertReport,
  listAppeals,
  listDecisionsByOwner,
  listReporters,
  listReports,
  lockModerationDecision,
  lockReport,
  updateModerationDecision,
  hasAdminActionSince,
} from './reports.sql.ts';

/**
 * Reports a profile, a package, a message to the caller, a published review or a shared list. Does nothing if the
 * caller already has an open report about it. Throws REPORT_SUBJECT_GONE, REPORT_OWN or TOO_MANY_REQUESTS.
 */
export async function submitReport(
  deps: Deps,
  actor: Actor,
  { kind, id, reason, sentence }: ReportForm,
): Promise<{ isNew: boolean }> {
  const limit = () => enforceRateLimit(deps, 'report', actor.id);
  return runIdempotently(deps, actor, { name: 'reports.create', limit }, { kind, id, reason, sentence }, async (tx) => {
    const subject = await findReportableSubject(tx.db, { kind, id, reporterWorkspaceId: actor.workspaceId });
    if (!subject) throw new Failure('REPORT_SUBJECT_GONE');
    if (subject.ownerWorkspaceId === actor.workspaceId) throw new Failure('REPORT_OWN');
    const isNew = await insertReport(tx.db, {
      reporterWorkspaceId: actor.workspaceId,
      subjectKind: kind,
      subjectId: id,
      subjectLabel: subject.label,
      ownerWorkspaceId: subject.ownerWorkspaceId,
      reason,
      sentence,
      createdAt: deps.now(),
      decisionId: null,
    });
    return { isNew };
  });
}

type ModerateSubject = (
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  input: { id: string; reason: string },
  to: 'hidden' | 'shown',
) => Promise<void>;

/** The functions that hide or show each kind of content. Staff also use them without a report. */
const moderateByKind: Record<HideableSubject, ModerateSubject> = {
  package: (db, deps, actor, input, to) => moderatePackage(db, deps, actor, input, `package.${to}`),
  review: (db, deps, actor, input, to) => moderateReview(db, deps, actor, input, `review.${to}`),
  list: (db, deps, actor, input, to) => moderateSavedList(db, deps, actor, input, `list.${to}`),
};

/**
 * Returns the entity under which the admin log lists an action. For a profile, this is the profile's owner. For a
 * message, it is the author.
 */
const toAuditSubject = ({
  subjectKind,
  subjectId,
  ownerWorkspaceId,
}: {
  subjectKind: ReportSubject;
  subjectId: string;
  ownerWorkspaceId: WorkspaceId;
}) =>
  isHideable(subjectKind) ? { subjectKind, subjectId } : { subjectKind: 'user' as const, subjectId: ownerWorkspaceId };

export const getReportsPage = async (deps: Deps, input: ReportListInput) =>
  toPage(await listReports(deps.db, input, parseCursor(input.cursor)), (row) => row.createdAt);

export const getAppealsPage = async (deps: Deps, input: { cursor?: string | undefined }) =>
  toPage(await listAppeals(deps.db, parseCursor(input.cursor)), (row) => row.appealedAt ?? row.decidedAt);

export const getOpenReportCounts = (db: Db) => countOpenReportsAndAppeals(db);

/**
 * Decides all open reports about a subject, and notifies the reporters and the owner. Throws
 * ADMIN_SUBJECT_NOT_FOUND, ADMIN_ACTION_STALE (already decided, hidden or suspended), ADMIN_NOT_SUSPENDABLE or
 * REPORT_NOT_HIDEABLE (see `isHideable`).
 */
export async function decideReport(deps: Deps, actor: Actor, { id, outcome, reason }: ReportDecision): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const reported = await lockReport(tx.db, id);
    if (!reported) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (reported.decisionId !== null) throw new Failure('ADMIN_ACTION_STALE');
    const { subjectKind, subjectId, subjectLabel, ownerWorkspaceId } = reported;
    if (outcome === 'hidden') {
      if (!isHideable(subjectKind)) throw new Failure('REPORT_NOT_HIDEABLE');
      await moderateByKind[subjectKind](tx.db, deps, actor, { id: subjectId, reason }, 'hidden');
    }
    if (outcome === 'suspended') await suspendAccount(tx, deps, actor, { id: ownerWorkspaceId, reason });
    // The time of the decision. If an appeal reverses the decision, it is used to detect later actions of staff.
    const at = deps.now();
    const decision = await insertModerationDecision(tx.db, {
      subjectKind,
      subjectId,
      subjectLabel,
      ownerWorkspaceId,
      outcome,
      reason,
      decidedByPersonId: actor.id,
      decidedAt: at,
    });
    const reporters = await setReportsDecision(tx.db, subjectId, decision.id);
    for (const { reporterWorkspaceId, fullName } of reporters) {
      await sendMail(tx, {
        kind: 'report_decided',
        subject: decision.id,
        to: { workspaceId: reporterWorkspaceId },
        data: { fullName, label: subjectLabel, outcome },
        at,
      });
    }
    const owner = await lockModerationDecision(tx.db, decision.id);
    await sendMail(tx, {
      kind: 'moderation_decided',
      subject: decision.id,
      to: { workspaceId: ownerWorkspaceId },
      data: {
        subjectId: decision.id,
        fullName: owner?.ownerName ?? '',
        kind: subjectKind,
        label: subjectLabel,
        outcome,
        reason,
      },
      at,
    });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'report.decided',
      ...toAuditSubject(reported),
      subjectLabel,
      reason,
      before: { reports: reporters.length },
      after: { outcome },
      at,
    });
  });
}

export async function listOwnDecisions(deps: Deps, actor: Actor) {
  const decisions = await listDecisionsByOwner(deps.db, actor.workspaceId);
  return decisions.map(toOwnerDecision);
}

/**
 * Returns a decision to the owner of the content. Throws LINK_INVALID, also for other users, or TOO_MANY_REQUESTS.
 */
export async function getModerationDecision(ctx: Ctx, decisionInput: DecisionInput) {
  const decision = await openOwnDecision(ctx, decisionInput);
  return toOwnerDecision(decision);
}

const toOwnerDecision = (decision: NonNullable<Awaited<ReturnType<typeof findModerationDecision>>>) => ({
  id: decision.id,
  subjectId: decision.subjectId,
  kind: decision.subjectKind,
  label: decision.subjectLabel,
  outcome: decision.outcome,
  reason: decision.reason,
  decidedAt: decision.decidedAt,
  appeal: decision.appeal,
  appealOutcome: decision.appealOutcome,
  appealReason: decision.appealReason,
});

/**
 * Finds a decision for the owner of the content. The owner is either signed in or uses the link in the email, which
 * is needed because a suspended user cannot sign in.
 */
async function openOwnDecision(ctx: Ctx, { id, token }: DecisionInput) {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const decision = await findModerationDecision(ctx.deps.db, id);
  const isOwner = decision !== undefined && decision.ownerWorkspaceId === ctx.user?.workspaceId;
  const isLinked = token !== undefined && (await findPublicLinkSubject(ctx.deps, 'appeal', token)) === id;
  if (decision === undefined || decision.outcome === 'none' || !(isOwner || isLinked))
    throw new Failure('LINK_INVALID');
  return decision;
}

/**
 * Stores the owner's appeal against a decision. Throws LINK_INVALID, APPEAL_MADE (only one is possible) or
 * TOO_MANY_REQUESTS.
 */
export async function appealModerationDecision(ctx: Ctx, { text, ...asked }: AppealForm) {
  await openOwnDecision(ctx, asked);
  await runIdempotently(
    ctx.deps,
    { ...ctx.user, idempotencyKey: ctx.request.idempotencyKey },
    'reports.appeal',
    { id: asked.id, text },
    async (tx) => {
      const decision = await lockModerationDecision(tx.db, asked.id);
      if (!decision) throw new Failure('LINK_INVALID');
      if (decision.appealedAt !== null) throw new Failure('APPEAL_MADE');
      await updateModerationDecision(tx.db, asked.id, { appeal: text, appealedAt: ctx.deps.now() });
    },
  );
  return getModerationDecision(ctx, asked);
}

/**
 * Decides an appeal, and notifies the owner and the reporters. Reversing the decision restores the content or the
 * account, unless staff have hidden or suspended it again since. Throws ADMIN_SUBJECT_NOT_FOUND, or
 * ADMIN_ACTION_STALE if there is no open appeal.
 */
export async function decideAppeal(deps: Deps, actor: Actor, { id, outcome, reason }: AppealDecision): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const decision = await lockModerationDecision(tx.db, id);
    if (!decision) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (decision.appealedAt === null || decision.appealOutcome !== null) throw new Failure('ADMIN_ACTION_STALE');
    const at = deps.now();
    const isAnew = outcome === 'reversed' && !(await reverseDecision(tx, deps, actor, { ...decision, reason }));
    await updateModerationDecision(tx.db, id, {
      appealOutcome: outcome,
      appealReason: reason,
      appealDecidedByPersonId: actor.id,
      appealDecidedAt: at,
    });
    const { subjectLabel: label, ownerWorkspaceId, ownerName } = decision;
    const owner = { id: ownerWorkspaceId, fullName: ownerName, isOwner: true };
    const reporters = (await listReporters(tx.db, id)).map((reporter) => ({ ...reporter, isOwner: false }));
    for (const { id: workspaceId, fullName, isOwner } of [owner, ...reporters]) {
      await sendMail(tx, {
        kind: 'appeal_decided',
        subject: id,
        to: { workspaceId },
        data: { fullName, label, outcome, reason, isOwner, isAnew },
        at,
      });
    }
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'appeal.decided',
      ...toAuditSubject(decision),
      subjectLabel: label,
      reason,
      before: { outcome: decision.outcome },
      after: { outcome },
      at,
    });
  });
}

/**
 * Undoes the effect of a decision. If staff have already undone it and acted again for another reason, changes
 * nothing and returns false.
 */
async function reverseDecision(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  decision: {
    outcome: string;
    subjectKind: ReportSubject;
    subjectId: string;
    ownerWorkspaceId: WorkspaceId;
    reason: string;
    decidedAt: Date;
  },
): Promise<boolean> {
  const { outcome, subjectKind, subjectId, ownerWorkspaceId, reason, decidedAt } = decision;
  const done =
    outcome === 'hidden' && isHideable(subjectKind)
      ? { action: `${subjectKind}.hidden` as const, subjectId }
      : { action: 'user.suspended' as const, subjectId: ownerWorkspaceId };
  if (await hasAdminActionSince(tx.db, { ...done, since: decidedAt })) return false;
  try {
    if (outcome === 'hidden' && isHideable(subjectKind))
      await moderateByKind[subjectKind](tx.db, deps, actor, { id: subjectId, reason }, 'shown');
    if (outcome === 'suspended') await reinstateAccount(tx, deps, actor, { id: ownerWorkspaceId, reason });
  } catch (error) {
    const isDone =
      error instanceof Failure && ['ADMIN_ACTION_STALE', 'ADMIN_SUBJECT_NOT_FOUND'].includes(error.failure);
    if (!isDone) throw error;
  }
  return true;
}
