/** What staff sees and does that belongs to no other module. Every action writes its record in its own transaction. */
import type {
  AdminAudit,
  AdminBookings,
  AdminNote,
  AdminOpenOrDone,
  AdminPackages,
  AdminUsers,
} from '@marquee/validation';
import { recordAdminAction } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { afterOf, pageOf } from '../../core/paging.ts';
import { hasRoom } from '../../core/storage.ts';
import { inTransaction } from '../../db/transaction.ts';
import { listTimeline } from '../bookings/bookings.sql.ts';
import { listStatements } from '../bookings/disputes.sql.ts';
import { deliveredOf } from '../deliveries/deliveries.service.ts';
import { resolveException, type ExceptionKind } from '../ledger/exceptions.service.ts';
import { readForDispute } from '../messages/dispute.service.ts';
import { waitingProofs } from '../evidence/evidence.service.ts';
import { waitingReports } from '../reports/reports.service.ts';
import { allReviewsOf } from '../reviews/reviews.service.ts';
import { recordReplacement } from '../settlements/returned-refunds.service.ts';
import { openThreads } from '../support/threads.service.ts';
import { listActors, listAdminActions } from './audit.sql.ts';
import { countAttention, findBooking, findUser, listBookings, listPackages, listUsers } from './people.sql.ts';
import { listRevenue } from './revenue.sql.ts';
import {
  countWork,
  findDispute,
  listBlockedPayouts,
  listChargebacks,
  listDisputes,
  listExceptions,
  listLedgerOf,
  listRefunds,
  lockException,
} from './work.sql.ts';

/** What waits for staff, and what the platform has taken this month. */
export async function overview(ctx: UserCtx) {
  const [work, unansweredMessages, waiting, proofs, attention, months, acceptsFiles] = await Promise.all([
    countWork(ctx.db),
    openThreads(ctx.db),
    waitingReports(ctx.db),
    waitingProofs(ctx.db),
    countAttention(ctx.db),
    listRevenue(ctx.db, ctx.now(), 1),
    hasRoom(ctx),
  ]);
  const [thisMonth] = months;
  if (!thisMonth) throw new Error('The revenue report has no month');
  return { ...work, unansweredMessages, ...waiting, proofs, attention: attention.count, thisMonth, acceptsFiles };
}

export const usersPage = async (ctx: UserCtx, input: AdminUsers) =>
  pageOf(await listUsers(ctx.db, input, afterOf(input.cursor)), (row) => row.createdAt);

export const packagesPage = async (ctx: UserCtx, input: AdminPackages) =>
  pageOf(await listPackages(ctx.db, input, { after: afterOf(input.cursor) }), (row) => row.createdAt);

export const bookingsPage = async (ctx: UserCtx, input: AdminBookings) =>
  pageOf(await listBookings(ctx.db, input, afterOf(input.cursor)), (row) => row.createdAt);

export const blockedPayoutsPage = async (ctx: UserCtx, input: { cursor?: string | undefined }) =>
  pageOf(await listBlockedPayouts(ctx.db, afterOf(input.cursor)), (row) => row.claimedAt);

export const exceptionsPage = async (ctx: UserCtx, input: AdminOpenOrDone) =>
  pageOf(await listExceptions(ctx.db, input, afterOf(input.cursor)), (row) => row.openedAt);

export const chargebacksPage = async (ctx: UserCtx, input: AdminOpenOrDone) =>
  pageOf(await listChargebacks(ctx.db, input, afterOf(input.cursor)), (row) => row.openedAt);

export const refundsPage = async (ctx: UserCtx, input: AdminOpenOrDone) =>
  pageOf(await listRefunds(ctx.db, input, afterOf(input.cursor)), (row) => row.decidedAt);

export const disputesPage = async (ctx: UserCtx, input: AdminOpenOrDone) =>
  pageOf(await listDisputes(ctx.db, input, afterOf(input.cursor)), (row) => row.openedAt);

/** What staff did, and who may be chosen as its author. */
export async function auditPage(ctx: UserCtx, input: AdminAudit) {
  const page = pageOf(await listAdminActions(ctx.db, input, afterOf(input.cursor)), (row) => row.at);
  return { ...page, actors: await listActors(ctx.db) };
}

/** A person with their packages; their bookings are a list of their own. Fails with ADMIN_SUBJECT_NOT_FOUND. */
export async function userOf(ctx: UserCtx, id: string) {
  const user = await findUser(ctx.db, id);
  if (!user) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  return { ...user, packages: await listPackages(ctx.db, { show: 'all' }, { after: null, creatorId: id }) };
}

/** A booking with its timeline and every movement of its money. Fails with ADMIN_SUBJECT_NOT_FOUND. */
export async function bookingOf(ctx: UserCtx, id: string) {
  const booking = await findBooking(ctx.db, id);
  if (!booking) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const [timeline, ledger, reviews] = await Promise.all([
    listTimeline(ctx.db, id),
    listLedgerOf(ctx.db, id),
    allReviewsOf(ctx.db, id),
  ]);
  return { ...booking, timeline, ledger, reviews };
}

/** A dispute with what both sides wrote, and its booking. Fails with ADMIN_SUBJECT_NOT_FOUND. */
export async function disputeOf(ctx: UserCtx, id: string) {
  const dispute = await findDispute(ctx.db, id);
  if (!dispute) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const [statements, booking, deliverables] = await Promise.all([
    listStatements(ctx.db, id),
    bookingOf(ctx, dispute.bookingId),
    // Their files are read while it is open, which is recorded.
    dispute.closedAt === null ? deliveredOf(ctx.db, dispute.bookingId) : null,
  ]);
  return { ...dispute, statements, booking, deliverables };
}

/**
 * A page of what the two sides of an open dispute wrote to each other; opening it is recorded. Null: nothing. Fails
 * with ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE (decided).
 */
export async function conversationOfDispute(ctx: UserCtx, { id, before }: { id: string; before?: number | undefined }) {
  const dispute = await findDispute(ctx.db, id);
  if (!dispute) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (dispute.closedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
  return readForDispute(ctx, dispute, before);
}

/**
 * Takes an exception off the list, with what was done about it; a returned refund is paid with that, and booked so.
 * Fails with ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE.
 */
export async function settleException(ctx: UserCtx, { id, note }: AdminNote): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const exception = await lockException(tx, id);
    if (!exception) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (exception.resolvedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
    const at = ctx.now();
    await resolveException(tx, {
      kind: exception.kind as ExceptionKind,
      subject: exception.subject,
      resolution: note,
      resolvedBy: ctx.user.id,
      at,
    });
    if (exception.kind === 'refund_returned') await recordReplacement(tx, exception.subject, at);
    await recordAdminAction(tx, {
      actorId: ctx.user.id,
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
