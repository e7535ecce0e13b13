/**
 * Staff queries and actions that belong to no other module. Each action records itself in the audit log in the same
 * transaction.
 */
import { VERSION } from '../../../config/version.ts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type {
  AdminAudit,
  AdminBookings,
  AdminNote,
  AdminOpenOrDone,
  AdminPackages,
  AdminUsers,
} from '@marquee/validation';
import { findDueAt } from '@marquee/booking';
import { addDaysToDate, DAY_MS } from '@marquee/time';
import type { Transaction } from 'kysely';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import { RELATION_DAYS } from '../../../core/both-sides.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { hasFreeSpace } from '../../../core/storage-quota.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { getFactorReset } from '../../identity/accounts/factor-resets.service.ts';
import { getWorkspaceReturn } from '../../identity/recovery/workspace-returns.service.ts';
import { listTimeline } from '../../booking/bookings/timeline.sql.ts';
import { listDisputeStatements } from '../../booking/bookings/bookings.service.ts';
import { listDeliverablesAsBrand } from '../../booking/deliveries/deliveries.service.ts';
import { resolveException, type ExceptionKind } from '../../money/ledger/exceptions.service.ts';
import { applyIntent } from '../../money/payments/payments.service.ts';
import { insertLostBooking, readLostPayment } from '../../money/reconciliation/lost-bookings.service.ts';
import { readConversationForDispute } from '../../messaging/messages/dispute.service.ts';
import { countPendingFollowerProofs } from '../../catalog/follower-proofs/follower-proofs.service.ts';
import { getOpenReportCounts } from '../reports/reports.service.ts';
import { listReviewsForStaff } from '../../catalog/reviews/reviews.service.ts';
import { recordRefundReplacement } from '../../money/settlements/returned-refunds.service.ts';
import { getOpenThreadCount } from '../../messaging/support/threads.service.ts';
import { listInbox, type InboxCursor } from './inbox.sql.ts';
import { listStaffActors, listAdminActions } from './audit.sql.ts';
import {
  listRelatedWorkspaces,
  countBookingsNeedingAttention,
  findBookingForStaff,
  findUser,
  listAccountChanges,
  listPayoutChanges,
  listBookingsForStaff,
  listPackages,
  listUsers,
} from './people.sql.ts';
import {
  countStaffWork,
  findDisputeForStaff,
  listBlockedPayouts,
  listChargebacks,
  listDisputes,
  listExceptions,
  listLedgerEntriesByBooking,
  listRefunds,
  lockException,
} from './work.sql.ts';

/** Returns the number of open items in each staff queue, and whether uploads are accepted. */
export async function getAdminOverview(deps: Deps) {
  const [work, unansweredMessages, waitingCount, proofs, attention, acceptsFiles] = await Promise.all([
    countStaffWork(deps.db),
    getOpenThreadCount(deps.db),
    getOpenReportCounts(deps.db),
    countPendingFollowerProofs(deps.db),
    countBookingsNeedingAttention(deps.db),
    hasFreeSpace(deps),
  ]);
  return {
    ...work,
    unansweredMessages,
    ...waitingCount,
    proofs,
    attention: attention.count,
    acceptsFiles,
    version: VERSION,
  };
}

/**
 * Returns a page of everything that needs action from staff. Items with a deadline come first, earliest deadline
 * first, then the others, oldest first.
 */
export async function getInboxPage(deps: Deps, { cursor = '' }: { cursor?: string | undefined }) {
  const { items, nextCursor } = toPage(await listInbox(deps.db, parseInboxCursor(cursor), deps.now()), ({ at }) => at);
  const prefix = items.at(-1)?.hasDeadline === true ? DEADLINE_PREFIX : '';
  return { items, nextCursor: nextCursor === null ? null : prefix + nextCursor };
}

/** Marks a cursor whose item has a deadline. */
const DEADLINE_PREFIX = 'due_';

function parseInboxCursor(cursor: string): InboxCursor | null {
  const hasDeadline = cursor.startsWith(DEADLINE_PREFIX);
  const parsedCursor = parseCursor(hasDeadline ? cursor.slice(DEADLINE_PREFIX.length) : cursor);
  return parsedCursor && { ...parsedCursor, hasDeadline };
}

export const getUsersPage = async (deps: Deps, input: AdminUsers) =>
  toPage(await listUsers(deps.db, input, parseCursor(input.cursor)), (row) => row.createdAt);

export const getPackagesPage = async (deps: Deps, input: AdminPackages) =>
  toPage(await listPackages(deps.db, input, { after: parseCursor(input.cursor) }), (row) => row.createdAt);

export const getBookingsPage = async (deps: Deps, input: AdminBookings) =>
  toPage(await listBookingsForStaff(deps.db, input, parseCursor(input.cursor)), (row) => row.createdAt);

export const getBlockedPayoutsPage = async (deps: Deps, input: { cursor?: string | undefined }) =>
  toPage(await listBlockedPayouts(deps.db, parseCursor(input.cursor)), (row) => row.claimedAt);

export const getExceptionsPage = async (deps: Deps, input: AdminOpenOrDone) =>
  toPage(await listExceptions(deps.db, input, parseCursor(input.cursor)), (row) => row.openedAt);

export const getChargebacksPage = async (deps: Deps, input: AdminOpenOrDone) =>
  toPage(await listChargebacks(deps.db, input, parseCursor(input.cursor)), (row) => row.openedAt);

export const getRefundsPage = async (deps: Deps, input: AdminOpenOrDone) =>
  toPage(await listRefunds(deps.db, input, parseCursor(input.cursor)), (row) => row.decidedAt);

export const getDisputesPage = async (deps: Deps, input: AdminOpenOrDone) =>
  toPage(await listDisputes(deps.db, input, parseCursor(input.cursor)), (row) => row.openedAt);

/** Returns a page of the audit log, and the staff members to filter it by. */
export async function getAuditPage(deps: Deps, input: AdminAudit) {
  const page = toPage(await listAdminActions(deps.db, input, parseCursor(input.cursor)), (row) => row.at);
  return { ...page, actors: await listStaffActors(deps.db) };
}

/** Time for which staff see the changes of an account. */
const ACCOUNT_CHANGES_MS = 14 * DAY_MS;

/**
 * Returns a user with their packages, the latest changes that matter for the account's security, the open requests to
 * remove the second factors and to give the workspace back, the people who ever owned it, and the workspaces that may
 * belong to the same people. Throws ADMIN_SUBJECT_NOT_FOUND.
 */
export async function getUserForStaff(deps: Deps, id: string) {
  const user = await findUser(deps.db, id);
  if (!user) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const since = new Date(deps.now().getTime() - ACCOUNT_CHANGES_MS);
  const [packages, accountChanges, payoutChanges, factorReset, ownership, related] = await Promise.all([
    listPackages(deps.db, { show: 'all' }, { after: null, creatorId: id }),
    listAccountChanges(deps.db, id, since),
    listPayoutChanges(deps.db, id, since),
    user.ownerId === null ? null : getFactorReset(deps.db, user.ownerId, deps.now()),
    getWorkspaceReturn(deps.db, id, deps.now()),
    listRelatedWorkspaces(deps.db, id, addDaysToDate(deps.now(), -RELATION_DAYS)),
  ]);
  return { ...user, packages, accountChanges, payoutChanges, factorReset, ownership, related };
}

/** Returns a booking with its timeline, ledger entries and reviews. Throws ADMIN_SUBJECT_NOT_FOUND. */
export async function getBookingForStaff(deps: Deps, id: string) {
  const staffBooking = await findBookingForStaff(deps.db, id);
  if (!staffBooking) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const { reviewBy, pausedAt, ...booking } = staffBooking;
  const dueAt = findDueAt({ status: booking.status, dueAt: booking.dueAt, reviewBy, pausedAt }, deps.now());
  const [timeline, ledger, reviews] = await Promise.all([
    listTimeline(deps.db, id),
    listLedgerEntriesByBooking(deps.db, id),
    listReviewsForStaff(deps.db, id),
  ]);
  return { ...booking, dueAt, timeline, ledger, reviews };
}

/**
 * Returns a dispute with its statements and booking. While the dispute is open, also returns the deliverables.
 * Throws ADMIN_SUBJECT_NOT_FOUND.
 */
export async function getDisputeForStaff(deps: Deps, id: string) {
  const dispute = await findDisputeForStaff(deps.db, id);
  if (!dispute) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const [statements, booking, deliverables] = await Promise.all([
    listDisputeStatements(deps.db, id),
    getBookingForStaff(deps, dispute.bookingId),
    // Staff can open the files only while the dispute is open. Each access is recorded.
    dispute.closedAt === null ? listDeliverablesAsBrand(deps.db, dispute.bookingId) : null,
  ]);
  return { ...dispute, statements, booking, deliverables };
}

/**
 * Returns a page of the conversation between the brand and the creator of an open dispute, or null if they have
 * none. Opening the conversation is recorded. Throws ADMIN_SUBJECT_NOT_FOUND, or ADMIN_ACTION_STALE if the dispute
 * has been decided.
 */
export async function readDisputeConversation(
  deps: Deps,
  actor: Actor,
  { id, before }: { id: string; before?: number | undefined },
) {
  const dispute = await findDisputeForStaff(deps.db, id);
  if (!dispute) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (dispute.closedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
  return readConversationForDispute(deps, actor, dispute, before);
}

/**
 * Resolves an exception with a note. For a refund that the bank returned, this records that the operator paid the
 * brand by other means. Throws ADMIN_SUBJECT_NOT_FOUND, or ADMIN_ACTION_STALE if the exception is already resolved.
 */
export async function resolveExceptionAsStaff(deps: Deps, actor: Actor, { id, note }: AdminNote): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const exception = await lockException(tx.db, id);
    if (!exception) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (exception.resolvedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
    const at = deps.now();
    await resolveException(tx.db, {
      kind: exception.kind as ExceptionKind,
      subject: exception.subject,
      resolution: note,
      resolvedByPersonId: actor.id,
      at,
    });
    if (exception.kind === 'refund_returned') await recordRefundReplacement(tx, exception.subject, at);
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'exception.resolved',
      subjectKind: 'exception',
      subjectId: id,
      subjectLabel: `${exception.kind} ${exception.subject}`,
      reason: note,
      before: { resolvedAt: null },
      after: { resolvedAt: at },
      at,
    });
  });
}

/**
 * Rebuilds the booking of a `lost_booking` exception from its payment at Stripe, and applies the payment. The creator
 * can then accept the order again. Throws ADMIN_SUBJECT_NOT_FOUND, ADMIN_ACTION_STALE or LOST_BOOKING_UNUSABLE.
 */
export async function rebuildBookingAsStaff(deps: Deps, actor: Actor, { id, note }: AdminNote): Promise<void> {
  const intentId = await inTransaction(deps, async (tx) => (await lockLostBooking(tx.db, id)).subject);
  const intent = await readLostPayment(deps, intentId);
  const bookingId = await inTransaction(deps, async (tx) => {
    const { kind, subject } = await lockLostBooking(tx.db, id);
    const at = deps.now();
    const rebuiltId = await insertLostBooking(tx, intent, at);
    await resolveException(tx.db, {
      kind: kind as ExceptionKind,
      subject,
      resolution: note,
      resolvedByPersonId: actor.id,
      at,
    });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'booking.rebuilt',
      subjectKind: 'booking',
      subjectId: rebuiltId,
      subjectLabel: intent.order?.packageName ?? subject,
      reason: note,
      before: {},
      after: { intentId: subject, totalCents: intent.amount },
      at,
    });
    return rebuiltId;
  });
  await applyIntent(deps, bookingId, intent);
}

/** Locks an open exception about a lost booking. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE. */
async function lockLostBooking(db: Transaction<Database>, id: string) {
  const exception = await lockException(db, id);
  if (exception?.kind !== 'lost_booking') throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (exception.resolvedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
  return exception;
}
