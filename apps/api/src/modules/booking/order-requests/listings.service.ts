/** Shows orders that wait or waited for an approval to the members of a brand. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { computeApprovalProgress, findApproverRules } from '../approvals/approvals.service.ts';
import {
  findRequest,
  hasRequests,
  listClosedRequests,
  listOpenRequests,
  type OrderRequestRow,
} from './order-requests.sql.ts';

/** The largest number of requests that one email lists. */
export const MAX_LISTED_REQUESTS = 20;

/** Adds the progress of the approvals, which is null for a closed request, and the caller's possible actions. */
function describeRequest<R extends OrderRequestRow>(
  deps: Deps,
  actor: Actor,
  request: R,
  rules: Awaited<ReturnType<typeof findApproverRules>>,
) {
  const personId = actor.id;
  const { approverIds, ...progress } = computeApprovalProgress(rules, request);
  const isOpen = request.state === 'open' && request.expiresAt > deps.now();
  const mayDecide = isOpen && approverIds.includes(personId);
  return {
    ...request,
    // The job that closes an expired request may run later.
    state: request.state === 'open' && !isOpen ? 'expired' : request.state,
    progress: isOpen ? progress : null,
    // If members have left since, the approvals may already be enough, and any approver can finish it.
    canApprove: mayDecide && (progress.missing === 0 || progress.waitingFor.some(({ id }) => id === personId)),
    canDecline: mayDecide,
    canWithdraw: isOpen && request.requestedByPersonId === personId,
  };
}

/** Returns a request of the caller's workspace. Throws ORDER_REQUEST_NOT_FOUND. */
export async function getOrderRequest(deps: Deps, actor: Actor, id: string) {
  const request = await findRequest(deps.db, { id, brandId: actor.workspaceId });
  if (!request) throw new Failure('ORDER_REQUEST_NOT_FOUND');
  return describeRequest(deps, actor, request, await findApproverRules(deps.db, actor.workspaceId));
}

/** Lists the open requests of the caller's workspace. Requests that the caller can approve come first. */
export async function listOpenOrderRequests(deps: Deps, actor: Actor) {
  const rules = await findApproverRules(deps.db, actor.workspaceId);
  const rows = await listOpenRequests(deps.db, actor.workspaceId);
  const described = rows.map((row) => describeRequest(deps, actor, row, rules));
  return described.toSorted((one, other) => Number(other.canApprove) - Number(one.canApprove));
}

/** Lists the closed requests of the caller's workspace, newest first. */
export async function listClosedOrderRequests(deps: Deps, actor: Actor, { cursor }: { cursor?: string | undefined }) {
  const rows = await listClosedRequests(deps.db, actor.workspaceId, parseCursor(cursor));
  return toPage(rows, ({ createdAt }) => createdAt);
}

/**
 * Counts the requests that the caller can approve. `isUsed` is false if the workspace never had a request, so that
 * pages do not mention approvals.
 */
export async function getWaitingRequestCount(deps: Deps, actor: Actor): Promise<{ count: number; isUsed: boolean }> {
  if (!(await hasRequests(deps.db, actor.workspaceId))) return { count: 0, isUsed: false };
  const open = await listOpenOrderRequests(deps, actor);
  return { count: open.filter(({ canApprove }) => canApprove).length, isUsed: true };
}
