/** Applies the approval rules of a brand and the spending limits of its members. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { assertNotOnBothSides } from '../../../core/both-sides.ts';
import type { Deps } from '../../../core/deps.ts';
import { formatDollars } from '@marquee/money';
import type { ApprovalSettings } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { recordSecurityAction } from '../../identity/ownership/ownership.service.ts';
import type { Database, Db } from '../../../db/schema.ts';
import {
  findApprovalSettings,
  findMemberLimits,
  hasOrderedFrom,
  listPossibleApprovers,
  lockApprovalSettings,
  sumOrderedThisMonth,
  upsertApprovalSettings,
} from './approvals.sql.ts';

const DEFAULT_APPROVAL_SETTINGS = { rule: 'never', aboveCents: 0, approvers: 1, allowsOwn: false } as const;

/** Returns which orders of the caller's workspace need an approval. */
export const getApprovalSettings = async (deps: Deps, actor: Actor) =>
  (await findApprovalSettings(deps.db, actor.workspaceId)) ?? DEFAULT_APPROVAL_SETTINGS;

/**
 * Sets which orders of the caller's workspace need an approval. Requests that are already open stay open. Returns the
 * saved rules. Throws EDIT_STALE or TOO_MANY_REQUESTS.
 */
export async function saveApprovalSettings(deps: Deps, actor: Actor, { base, ...edited }: ApprovalSettings) {
  await enforceRateLimit(deps, 'workspace change', actor.id);
  return inTransaction(deps, async (tx) => {
    const brandId = actor.workspaceId;
    const saved = (await lockApprovalSettings(tx.db, brandId)) ?? DEFAULT_APPROVAL_SETTINGS;
    const settings = mergeEdit(saved, edited, base, [['rule', 'aboveCents']]);
    await upsertApprovalSettings(tx.db, { brandId, ...settings });
    await recordSecurityAction(tx, {
      kind: 'approval.rules_changed',
      actor,
      data: { ...settings, before: saved },
      at: deps.now(),
    });
    return settings;
  });
}

/** The rules of a workspace, and its members with the permission to approve. */
type ApproverRules = Awaited<ReturnType<typeof findApproverRules>>;

/** Reads the rules and the approvers of a workspace for `computeApprovalProgress`. */
export async function findApproverRules(db: Db, workspaceId: WorkspaceId) {
  const settings = (await findApprovalSettings(db, workspaceId)) ?? DEFAULT_APPROVAL_SETTINGS;
  return { settings, possible: await listPossibleApprovers(db, workspaceId) };
}

/**
 * Returns the approvers of the orders of `requestedByPersonId`, and how many of them have to approve: every member
 * with the permission except the requester, unless members may approve their own orders. If no member is left, the
 * owners can approve, including the requester, so that no request is stuck. If fewer members are left than have to
 * approve, all of them have to.
 */
function chooseApprovers({ settings, possible }: ApproverRules, requestedByPersonId: PersonId) {
  const others = possible.filter(({ id }) => settings.allowsOwn || id !== requestedByPersonId);
  const approvers = others.length > 0 ? others : possible.filter(({ role }) => role === 'owner');
  return { approvers, needed: Math.max(1, Math.min(settings.approvers, approvers.length)) };
}

/** An approval of a request. */
interface Approval {
  /** The person who approved. */
  id: PersonId;
  name: string;
  at: string;
}

/** The state of a request's approvals. */
export interface ApprovalProgress {
  /** The ids of all people who can approve the request. */
  approverIds: string[];
  /** The number of approvals that the request needs. */
  needed: number;
  /** The approvals that count, oldest first. */
  counted: Approval[];
  /** Approvals that no longer count, because the approver has left or lost the permission. */
  uncounted: Approval[];
  /** The number of approvals that are missing. If members have left since, an open request may lack none. */
  missing: number;
  /** The approvers who have not approved the request yet. */
  waitingFor: { id: string; name: string }[];
}

/**
 * Computes which approvals of a request count, and who still has to approve it. The decision, the screens and the
 * emails all use this function.
 */
export function computeApprovalProgress(
  rules: ApproverRules,
  { requestedByPersonId, approvals }: { requestedByPersonId: PersonId; approvals: readonly Approval[] },
): ApprovalProgress {
  const { approvers, needed } = chooseApprovers(rules, requestedByPersonId);
  const approverIds = approvers.map(({ id }) => id);
  const countedApprovals = approvals.filter(({ id }) => approverIds.includes(id));
  return {
    approverIds,
    needed,
    counted: countedApprovals,
    uncounted: approvals.filter(({ id }) => !approverIds.includes(id)),
    missing: Math.max(0, needed - countedApprovals.length),
    waitingFor: approvers
      .filter((approver) => !countedApprovals.some(({ id }) => id === approver.id))
      .map(({ id, name }) => ({ id, name })),
  };
}

interface NewOrder {
  workspaceId: WorkspaceId;
  /** The person who orders. */
  personId: PersonId;
  creatorId: WorkspaceId;
  totalCents: number;
  now: Date;
}

/**
 * Checks an order against the approval rules and the member's own limits. `refusal` is a sentence if the order exceeds
 * the limits. Such an order needs an approval, too, if another member can give it.
 */
async function checkOrder(
  db: Transaction<Database>,
  order: NewOrder,
): Promise<{ needsApproval: boolean; refusal: string | null }> {
  const { workspaceId, personId, creatorId, totalCents } = order;
  const settings = (await findApprovalSettings(db, workspaceId)) ?? DEFAULT_APPROVAL_SETTINGS;
  const refusal = await describeExceededLimit(db, order);
  const applies =
    refusal !== null ||
    settings.rule === 'always' ||
    (settings.rule === 'above' && totalCents > settings.aboveCents) ||
    (settings.rule === 'new_creators' && !(await hasOrderedFrom(db, { workspaceId, creatorId })));
  if (!applies) return { needsApproval: false, refusal };
  const possible = await listPossibleApprovers(db, workspaceId);
  const { approvers, needed } = chooseApprovers({ settings, possible }, personId);
  return { needsApproval: needed > 1 || !approvers.some(({ id }) => id === personId), refusal };
}

type MemberKey = Pick<NewOrder, 'workspaceId' | 'personId' | 'now'>;

/** Returns the limits of a member in cents, and the rest of the limit for this month. Null means no limit. */
export async function findOwnLimits(db: Db, { workspaceId, personId, now }: MemberKey) {
  const limits = await findMemberLimits(db, { workspaceId, personId });
  const { orderLimitCents = null, monthLimitCents = null } = limits ?? {};
  if (monthLimitCents === null) return { orderLimitCents, monthLimitCents, leftCents: null };
  const timeZone = limits?.timeZone ?? 'UTC';
  const orderedCents = await sumOrderedThisMonth(db, { workspaceId, personId, timeZone, now });
  return { orderLimitCents, monthLimitCents, leftCents: Math.max(0, monthLimitCents - orderedCents) };
}

/**
 * Returns a sentence if an order exceeds the amount that the member may order at once or in a month, or null. An order
 * that was requested counts in the month of the request.
 */
async function describeExceededLimit(db: Db, order: NewOrder): Promise<string | null> {
  const { totalCents } = order;
  const { orderLimitCents, monthLimitCents, leftCents } = await findOwnLimits(db, order);
  if (orderLimitCents !== null && totalCents > orderLimitCents)
    return `This order costs ${formatDollars(totalCents)}, but you may order at most ${formatDollars(orderLimitCents)} at once. Ask a member with a higher limit.`;
  if (monthLimitCents !== null && leftCents !== null && totalCents > leftCents)
    return `This order costs ${formatDollars(totalCents)}, but only ${formatDollars(leftCents)} of your ${formatDollars(monthLimitCents)} for this month is left.`;
  return null;
}

/**
 * Checks an order that is placed without a request. Throws APPROVAL_REQUIRED, or ORDER_LIMIT_EXCEEDED if the order
 * exceeds the member's own limits and no other member can approve it.
 */
export async function assertMayOrder(db: Transaction<Database>, order: NewOrder): Promise<void> {
  const { needsApproval, refusal } = await checkOrder(db, order);
  if (needsApproval) throw new Failure('APPROVAL_REQUIRED');
  if (refusal !== null) throw new Failure('ORDER_LIMIT_EXCEEDED', refusal);
}

/**
 * Checks an order that a member requests. Throws APPROVAL_NEEDLESS if the member can place it without a request, or
 * ORDER_LIMIT_EXCEEDED if it exceeds the member's own limits and no other member can approve it.
 */
export async function assertApprovalNeeded(db: Transaction<Database>, order: NewOrder): Promise<void> {
  const { needsApproval, refusal } = await checkOrder(db, order);
  if (needsApproval) return;
  if (refusal !== null) throw new Failure('ORDER_LIMIT_EXCEEDED', refusal);
  throw new Failure('APPROVAL_NEEDLESS');
}

/**
 * Checks whether the caller may pay for an unpaid order of their workspace. Throws ACTS_FOR_BOTH_SIDES, or
 * ORDER_LIMIT_EXCEEDED if another member ordered it and it exceeds the caller's own limits.
 */
export async function assertMayPay(
  deps: Deps,
  { id: personId, workspaceId }: Actor,
  {
    creatorId,
    orderedByPersonId,
    totalCents,
  }: { creatorId: WorkspaceId; orderedByPersonId: PersonId; totalCents: number },
): Promise<void> {
  await assertNotOnBothSides(deps.db, { id: personId }, creatorId);
  if (orderedByPersonId === personId) return;
  const order = { workspaceId, personId, creatorId, totalCents, now: deps.now() };
  const refusal = await describeExceededLimit(deps.db, order);
  if (refusal !== null) throw new Failure('ORDER_LIMIT_EXCEEDED', refusal);
}

export { restoreApprovalRules } from './approvals.sql.ts';
