/** Manages orders that wait for an approval. They reserve their budget, and the last approval places the order. */
import type { Actor } from '../../../core/actor.ts';
import { addHoursToDate } from '@marquee/time';
import { LIMITS, ORDER_REQUEST_HOURS, type NewOrderRequest, type OrderRequestDecline } from '@marquee/validation';
import type { WorkspaceActionKind, PersonId, WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import { runJobInProcess } from '../../../core/await-job.ts';
import { assertNotOnBothSides } from '../../../core/both-sides.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure, type FailureCode } from '../../../core/failures.ts';
import { crashAt, pauseAt } from '../../../core/faults.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction, type NewAction } from '../../../core/workspace-actions.ts';
import { assertStepUp } from '../../../core/step-up.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import {
  assertApprovalNeeded,
  computeApprovalProgress,
  findApproverRules,
  type ApprovalProgress,
} from '../approvals/approvals.service.ts';
import { placeOrder, quoteOrder, type ApprovedOrder } from '../orders/orders.service.ts';
import { lockBrand, updateBooking } from '../bookings/bookings.sql.ts';
import { lockBudgetPeriods } from '../budgets/budget-entries.sql.ts';
import { assertBudgetInUse } from '../budgets/budgets.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { listCards } from '../../money/payments/cards.service.ts';
import {
  closeRequest,
  countOpenRequests,
  findRequester,
  findRequestKeys,
  findWorkspaceName,
  hasOpenRequest,
  insertApproval,
  insertRequest,
  listApprovals,
  listOpenRequests,
  lockRequest,
  moveRequestedBudget,
  setRequestApproved,
  type LockedRequest,
  type OrderRequestRow,
} from './order-requests.sql.ts';
import { MAX_LISTED_REQUESTS, getOrderRequest } from './listings.service.ts';

/**
 * Requests the approval of an order, and reserves its budget. Throws the errors of `quoteOrder`, BRAND_USER_WRONG,
 * ORDER_LIMIT_EXCEEDED, APPROVAL_NEEDLESS, ORDER_REQUEST_OPEN, ORDER_REQUESTS_FULL, CARD_NOT_FOUND or
 * TOO_MANY_REQUESTS.
 */
export async function requestOrder(deps: Deps, actor: Actor, input: NewOrderRequest): Promise<{ id: string }> {
  const { order: requestedOrder, cardId } = input;
  const { workspaceId: brandId, id: requestedByPersonId } = actor;
  if ('brandUserId' in requestedOrder && requestedOrder.brandUserId !== requestedByPersonId)
    throw new Failure('BRAND_USER_WRONG');
  if (cardId !== null && !(await listCards(deps, actor)).cards.some(({ id }) => id === cardId))
    throw new Failure('CARD_NOT_FOUND');
  const limit = () => enforceRateLimit(deps, 'checkout', requestedByPersonId);
  return runIdempotently(deps, actor, { name: 'orderRequests.create', limit }, input, async (tx) => {
    const now = deps.now();
    const { creatorId, order, columns, priceCents, totalCents, budget } = await quoteOrder(
      tx.db,
      deps,
      actor,
      requestedOrder,
    );
    const newOrder = { workspaceId: brandId, personId: requestedByPersonId, creatorId, totalCents, now };
    await assertApprovalNeeded(tx.db, newOrder);
    const { packageId, offerId, packageName } = columns;
    if (await hasOpenRequest(tx.db, { brandId, requestedByPersonId, packageId, offerId }))
      throw new Failure('ORDER_REQUEST_OPEN');
    if ((await countOpenRequests(tx.db, brandId)) >= LIMITS.openOrderRequests) throw new Failure('ORDER_REQUESTS_FULL');
    const expiresAt = addHoursToDate(now, ORDER_REQUEST_HOURS);
    // Stores all details of the form, so that the approved order does not depend on an unpaid order or waiting-list
    // entry that existed at the time of the request.
    const answers = Object.fromEntries(order.answers.map(({ questionId, value }) => [questionId, value]));
    const details =
      'packageId' in requestedOrder ? { customer: order.customer, answers, choice: columns.chosen?.choice } : {};
    const { id } = await insertRequest(tx.db, {
      brandId,
      requestedByPersonId,
      creatorId,
      input: JSON.stringify({ ...requestedOrder, ...details }),
      sale: JSON.stringify(columns),
      packageName,
      priceCents,
      totalCents,
      ...budget,
      cardId,
      createdAt: now,
      expiresAt,
      state: 'open',
    });
    tx.enqueue('order_requests.expire', { requestId: id }, { runAt: expiresAt });
    await recordRequestAction(tx.db, actor, 'order.requested', { creatorId, packageName, totalCents }, now);
    const creatorName = await findWorkspaceName(tx.db, creatorId);
    const rules = await findApproverRules(tx.db, brandId);
    const { approverIds, needed } = computeApprovalProgress(rules, { requestedByPersonId, approvals: [] });
    const { fullName: requesterName } = actor;
    const data = toMailedRequest({ id, requesterName, creatorName, packageName, totalCents, expiresAt, needed });
    await sendMail(
      tx,
      ...approverIds
        .filter((personId) => personId !== requestedByPersonId)
        .map((personId) => {
          return {
            kind: 'order_requested',
            subject: id,
            to: { personId, workspaceId: brandId },
            data,
            at: now,
          } as const;
        }),
    );
    return { id };
  });
}

type MailedRequest = Pick<
  OrderRequestRow,
  'id' | 'requesterName' | 'creatorName' | 'packageName' | 'totalCents' | 'expiresAt'
> &
  Pick<ApprovalProgress, 'needed'>;

const toMailedRequest = ({ id, requesterName, expiresAt, ...request }: MailedRequest) => ({
  requestId: id,
  memberName: requesterName,
  creatorName: request.creatorName,
  packageName: request.packageName,
  totalCents: request.totalCents,
  approvalsNeeded: request.needed,
  expiresAt: expiresAt.toISOString(),
});

/**
 * Job: emails a member who became an approver at `since` about the open requests from before that time, unless they
 * have already approved them. All requests are in one email.
 */
export async function emailNewApprover(
  deps: Deps,
  { workspaceId, personId, since }: { workspaceId: WorkspaceId; personId: PersonId; since: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const now = deps.now();
    const rules = await findApproverRules(tx.db, workspaceId);
    const openRequests = (await listOpenRequests(tx.db, workspaceId))
      .map((request) => ({ ...request, ...computeApprovalProgress(rules, request) }))
      .filter(
        ({ requestedByPersonId, createdAt, expiresAt, waitingFor }) =>
          requestedByPersonId !== personId &&
          createdAt.toISOString() < since &&
          expiresAt > now &&
          waitingFor.some(({ id }) => id === personId),
      );
    if (openRequests.length === 0) return;
    await sendMail(tx, {
      kind: 'orders_waiting',
      subject: `${workspaceId} ${since}`,
      to: { personId, workspaceId },
      data: { items: openRequests.slice(0, MAX_LISTED_REQUESTS).map(toMailedRequest), count: openRequests.length },
      at: now,
    });
  });
}

type OrderRequestAction = Exclude<Extract<WorkspaceActionKind, `order.${string}`>, 'order.placed'>;

/** Records an action on a request in the log of the workspace. */
const recordRequestAction = (
  db: Transaction<Database>,
  actor: NewAction<OrderRequestAction>['actor'],
  kind: OrderRequestAction,
  { creatorId, packageName, totalCents }: Pick<LockedRequest, 'creatorId' | 'packageName' | 'totalCents'>,
  at: Date,
) =>
  recordAction(db, {
    kind,
    actor,
    aboutWorkspaceId: creatorId,
    data: { packageName, totalCents },
    at,
  });

/** Thrown if an order can no longer be placed as it was requested. The message describes the change. */
class OrderChangedError extends Error {}

/** Failures of an order that do not mean that the order has changed, so that the request stays open. */
const UNRELATED_FAILURES: readonly FailureCode[] = [
  'SIGNED_OUT',
  'ACCOUNT_SUSPENDED',
  'TOO_BUSY',
  'TOO_MANY_REQUESTS',
  'PAYMENT_UNAVAILABLE',
  'DATABASE_AWAY',
];

/** Runs `work`. Throws OrderChangedError if it fails because the order can no longer be placed as requested. */
async function asChangedOrder<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || UNRELATED_FAILURES.includes(error.failure)) throw error;
    throw new OrderChangedError(error.message);
  }
}

/**
 * Approves a request. The last approval places the order in the same transaction, and then pays for it with the saved
 * card. If the price, the content, the availability or the budget has changed, sends the request back to the requester
 * instead. Approving it again changes nothing. Throws ORDER_REQUEST_NOT_FOUND, ORDER_REQUEST_CLOSED, APPROVAL_OWN,
 * PERMISSION_MISSING, ACTS_FOR_BOTH_SIDES or the errors of `assertStepUp`.
 */
export async function approveOrderRequest(ctx: UserCtx, id: string) {
  const { deps, actor: caller } = ctx;
  const keys = await findRequestKeys(deps.db, id);
  const payoutHeldUntil = keys?.brandId === caller.workspaceId ? await assertStepUp(ctx, keys.totalCents) : null;
  let isBooked = false;
  try {
    isBooked = await inTransaction(deps, (tx) => approveLockedRequest(tx, deps, caller, { id, payoutHeldUntil }));
  } catch (error) {
    if (!(error instanceof OrderChangedError)) throw error;
    await inTransaction(deps, async (tx) => {
      const request = await lockRequest(tx.db, id);
      if (request?.state !== 'open') return;
      await endRequest(tx, request, { state: 'returned', reason: error.message }, deps.now());
      const actor = { workspaceId: request.brandId, id: null };
      await recordRequestAction(tx.db, actor, 'order.returned', request, deps.now());
    });
  }
  crashAt('approval.after_commit');
  if (isBooked) await runJobInProcess(deps, 'order_requests.pay', { requestId: id });
  return getOrderRequest(deps, caller, id);
}

/** Stores the caller's approval. Places the order and returns true if no further approval is needed. */
async function approveLockedRequest(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  { id, payoutHeldUntil }: { id: string; payoutHeldUntil: Date | null },
): Promise<boolean> {
  const { workspaceId, id: approvedByPersonId } = actor;
  const keys = await findRequestKeys(tx.db, id);
  if (keys?.brandId !== workspaceId) throw new Failure('ORDER_REQUEST_NOT_FOUND');
  await lockBrand(tx.db, workspaceId);
  await lockBudgetPeriods(tx.db, workspaceId, keys.budgetPeriodId);
  const request = await lockRequest(tx.db, id, workspaceId);
  if (request === undefined) throw new Failure('ORDER_REQUEST_NOT_FOUND');
  const now = deps.now();
  const rules = await assertMayDecide(tx.db, actor, request);
  if (request.state === 'approved') return false;
  if (request.state !== 'open' || request.expiresAt <= now || request.input === null)
    throw new Failure('ORDER_REQUEST_CLOSED');
  await asChangedOrder(() => assertBudgetInUse(tx.db, request.budgetPeriodId));
  if (await insertApproval(tx.db, { requestId: id, approvedByPersonId, approvedAt: now, payoutHeldUntil }))
    await recordRequestAction(tx.db, actor, 'order.approved', request, now);
  const approvals = await listApprovals(tx.db, id);
  const { counted, missing } = computeApprovalProgress(rules, {
    requestedByPersonId: request.requestedByPersonId,
    approvals,
  });
  if (missing > 0) return false;

  const { budgetPeriodId, clientId, totalCents, sale } = request;
  // Releases the reservation before the booking commits the same amount.
  await moveRequestedBudget(tx.db, budgetPeriodId, -totalCents);
  const budget = { clientId, budgetPeriodId };
  const history: ApprovedOrder['history'] = [
    { kind: 'booking.requested', personId: request.requestedByPersonId, at: request.createdAt },
    ...counted.map(
      ({ id: personId, at }) => ({ kind: 'booking.request_approved', personId, at: new Date(at) }) as const,
    ),
  ];
  const approved: ApprovedOrder = { sale: sale as ApprovedOrder['sale'], totalCents, budget, history };
  const { requester, isMember } = await findRequestingActor(tx.db, request.requestedByPersonId, actor);
  const { input } = request;
  const { id: bookingId } = await asChangedOrder(() => placeOrder(tx, deps, requester, input, approved));
  // The requester may have left the workspace since.
  if (!isMember) await updateBooking(tx.db, bookingId, { brandContactPersonId: approvedByPersonId });
  await setRequestApproved(tx.db, id, bookingId, now);
  tx.enqueue('order_requests.pay', { requestId: id }, { afterMs: deps.env.TIMING.ownMs });
  await pauseAt('approval.before_commit');
  return true;
}

/**
 * Returns the requester as the actor who orders: their own account and their role in the workspace, never those of the
 * approver. A requester who has left the workspace since has the role with the fewest permissions.
 */
export async function findRequestingActor(
  db: Transaction<Database>,
  personId: PersonId,
  { workspaceId, workspaceName, username, userType, profileImageUrl, payoutsEnabled, isReported }: Actor,
): Promise<{ requester: Actor; isMember: boolean }> {
  const { memberRole, ...person } = await findRequester(db, { personId, workspaceId });
  const workspace = {
    workspaceId,
    workspaceName,
    username,
    userType,
    profileImageUrl,
    payoutsEnabled,
    isReported,
  };
  return {
    requester: { ...person, ...workspace, memberRole: memberRole ?? 'viewer', isAlone: false, forAgency: null },
    isMember: memberRole !== null,
  };
}

/**
 * Throws APPROVAL_OWN, PERMISSION_MISSING or ACTS_FOR_BOTH_SIDES unless the caller can approve the request. Returns the
 * approval rules.
 */
async function assertMayDecide(db: Transaction<Database>, actor: Actor, request: LockedRequest) {
  const { workspaceId, id: personId } = actor;
  const rules = await findApproverRules(db, workspaceId);
  const { approverIds } = computeApprovalProgress(rules, {
    requestedByPersonId: request.requestedByPersonId,
    approvals: [],
  });
  if (!approverIds.includes(personId))
    throw new Failure(request.requestedByPersonId === personId ? 'APPROVAL_OWN' : 'PERMISSION_MISSING');
  await assertNotOnBothSides(db, actor, request.creatorId);
  return rules;
}

/** Declines a request. Throws ORDER_REQUEST_NOT_FOUND, ORDER_REQUEST_CLOSED, APPROVAL_OWN or PERMISSION_MISSING. */
export async function declineOrderRequest(deps: Deps, actor: Actor, { id, reason }: OrderRequestDecline) {
  await inTransaction(deps, async (tx) => {
    const request = await lockOpenRequest(tx.db, deps, actor, id);
    await assertMayDecide(tx.db, actor, request);
    await endRequest(tx, request, { state: 'declined', reason: reason.trim(), declinedBy: actor }, deps.now());
    await recordRequestAction(tx.db, actor, 'order.declined', request, deps.now());
  });
  return getOrderRequest(deps, actor, id);
}

/** Withdraws the caller's own request. Throws ORDER_REQUEST_NOT_FOUND or ORDER_REQUEST_CLOSED. */
export async function withdrawOrderRequest(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const request = await lockOpenRequest(tx.db, deps, actor, id);
    if (request.requestedByPersonId !== actor.id) throw new Failure('ORDER_REQUEST_NOT_FOUND');
    await endRequest(tx, request, { state: 'withdrawn' }, deps.now());
    await recordRequestAction(tx.db, actor, 'order.withdrawn', request, deps.now());
  });
  return getOrderRequest(deps, actor, id);
}

/** Locks an open request of the caller's workspace. Throws ORDER_REQUEST_NOT_FOUND or ORDER_REQUEST_CLOSED. */
async function lockOpenRequest(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<LockedRequest> {
  const request = await lockRequest(db, id, actor.workspaceId);
  if (request === undefined) throw new Failure('ORDER_REQUEST_NOT_FOUND');
  if (request.state !== 'open' || request.expiresAt <= deps.now()) throw new Failure('ORDER_REQUEST_CLOSED');
  return request;
}

/** Job: closes a request that was not approved in time. */
export async function expireOrderRequest(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const request = await lockRequest(tx.db, id);
    if (request?.state !== 'open') return;
    const now = deps.now();
    await endRequest(tx, request, { state: 'expired' }, now);
    await recordRequestAction(tx.db, { workspaceId: request.brandId, id: null }, 'order.expired', request, now);
  });
}

interface RequestEnd {
  state: 'declined' | 'withdrawn' | 'expired' | 'returned';
  /** The reason of the decline, or the change. */
  reason?: string;
  declinedBy?: { id: PersonId; fullName: string };
}

/** Closes a locked request without a booking, and emails the requester unless they withdrew it. */
async function endRequest(
  tx: UnitOfWork,
  request: LockedRequest,
  { state, reason = '', declinedBy }: RequestEnd,
  now: Date,
): Promise<void> {
  await closeRequest(tx.db, request, {
    state,
    declinedByPersonId: declinedBy?.id ?? null,
    closedAt: now,
    reason: reason === '' ? null : reason,
  });
  if (state === 'withdrawn') return;
  await sendMail(tx, {
    kind: 'order_request_closed',
    subject: request.id,
    to: { personId: request.requestedByPersonId, workspaceId: request.brandId },
    data: {
      requestId: request.id,
      outcome: state,
      memberName: declinedBy?.fullName ?? null,
      creatorName: await findWorkspaceName(tx.db, request.creatorId),
      packageName: request.packageName,
      closingReason: reason,
    },
    at: now,
  });
}
