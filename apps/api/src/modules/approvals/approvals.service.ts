/** Decides which orders of a brand need an approval, who can give it, and how much a member may order. */
import { formatDollars } from '@marquee/money';
import type { ApprovalSettings } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { recordAction } from '../../core/workspace-actions.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Database, Db } from '../../db/schema.ts';
import {
  findApprovalSettings,
  findMemberLimits,
  hasOrderedFrom,
  listPossibleApprovers,
  sumOrderedThisMonth,
  upsertApprovalSettings,
} from './approvals.sql.ts';

const DEFAULT_APPROVAL_SETTINGS = { rule: 'never', aboveCents: 0, approvers: 1, allowsOwn: false } as const;

/** Returns which orders of the caller's workspace need an approval. */
export const getApprovalSettings = async (ctx: UserCtx) =>
  (await findApprovalSettings(ctx.db, ctx.user.workspaceId)) ?? DEFAULT_APPROVAL_SETTINGS;

/** Sets which orders of the caller's workspace need an approval. Requests that are already open stay open. */
export async function saveApprovalSettings(ctx: UserCtx, settings: ApprovalSettings): Promise<void> {
  const { allowsOwn: _, ...data } = settings;
  await inTransaction(ctx.db, async (tx) => {
    await upsertApprovalSettings(tx, { brandId: ctx.user.workspaceId, ...settings });
    await recordAction(tx, { kind: 'approval.rules_changed', actor: ctx.user, data, at: ctx.now() });
  });
}

/** Who can approve the orders that a member requests, and how many of them have to. */
export interface ApproverChoice {
  /** The ids of the people who can approve. */
  approverIds: string[];
  needed: number;
}

/**
 * Returns who can approve the orders of `requestedBy`: every member with the permission except the requester, unless
 * members may approve their own orders. If nobody is left, the owners can, also the requester, so that no request is
 * stuck. If fewer members are left than have to approve, all of them have to.
 */
export async function findApprovers(
  db: Db,
  { workspaceId, requestedBy }: { workspaceId: string; requestedBy: string },
): Promise<ApproverChoice> {
  const { approvers, allowsOwn } = (await findApprovalSettings(db, workspaceId)) ?? DEFAULT_APPROVAL_SETTINGS;
  const possible = await listPossibleApprovers(db, workspaceId);
  const others = possible.filter(({ id }) => allowsOwn || id !== requestedBy);
  const chosen = others.length > 0 ? others : possible.filter(({ role }) => role === 'owner');
  return { approverIds: chosen.map(({ id }) => id), needed: Math.max(1, Math.min(approvers, chosen.length)) };
}

interface NewOrder {
  workspaceId: string;
  /** The person who orders. */
  personId: string;
  creatorId: string;
  totalCents: number;
  now: Date;
}

/** Returns whether an order needs an approval of another member. */
export async function isApprovalNeeded(tx: Transaction<Database>, order: NewOrder): Promise<boolean> {
  const { workspaceId, personId, creatorId, totalCents } = order;
  const { rule, aboveCents } = (await findApprovalSettings(tx, workspaceId)) ?? DEFAULT_APPROVAL_SETTINGS;
  const applies =
    rule === 'always' ||
    (rule === 'above' && totalCents > aboveCents) ||
    (rule === 'new_creators' && !(await hasOrderedFrom(tx, { workspaceId, creatorId })));
  if (!applies) return false;
  const { approverIds, needed } = await findApprovers(tx, { workspaceId, requestedBy: personId });
  return needed > 1 || !approverIds.includes(personId);
}

/**
 * Throws ORDER_LIMIT_EXCEEDED if an order exceeds the amount that the member may order at once or in a month. An order
 * that was requested counts in the month of the request.
 */
export async function assertWithinMemberLimits(tx: Transaction<Database>, order: NewOrder): Promise<void> {
  const { workspaceId, personId, totalCents, now } = order;
  const {
    orderLimitCents = null,
    monthLimitCents = null,
    timeZone,
  } = (await findMemberLimits(tx, { workspaceId, personId })) ?? {};
  if (orderLimitCents !== null && totalCents > orderLimitCents)
    throw new Failure(
      'ORDER_LIMIT_EXCEEDED',
      `This order costs ${formatDollars(totalCents)}, but you may order at most ${formatDollars(orderLimitCents)} at once. Ask another member to order it.`,
    );
  if (monthLimitCents === null) return;
  const orderedCents = await sumOrderedThisMonth(tx, { workspaceId, personId, timeZone: timeZone ?? 'UTC', now });
  if (orderedCents + totalCents > monthLimitCents)
    throw new Failure(
      'ORDER_LIMIT_EXCEEDED',
      `This order costs ${formatDollars(totalCents)}, but only ${formatDollars(Math.max(0, monthLimitCents - orderedCents))} of your ${formatDollars(monthLimitCents)} for this month is left.`,
    );
}

/** Checks an order that is placed without a request. Throws APPROVAL_REQUIRED or ORDER_LIMIT_EXCEEDED. */
export async function assertMayOrder(tx: Transaction<Database>, order: NewOrder): Promise<void> {
  await assertWithinMemberLimits(tx, order);
  if (await isApprovalNeeded(tx, order)) throw new Failure('APPROVAL_REQUIRED');
}
