/**
 * Handles disputes between the two sides. The brand opens one by reporting a problem with completed work, and either
 * side does by rejecting a cancellation request. The money is frozen (`disputed`) until the sides agree or staff
 * decide. Ways to end a dispute:
 * - The claimant, who wants the booking undone, withdraws. The booking continues, and the release window resumes.
 * - The other side agrees to a full refund.
 * - The creator offers to share the money for completed work, and the brand accepts.
 * - Staff decide. Before completion, the booking continues or is refunded. After completion, the money is released,
 * refunded or split.
 */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { computeDecideBy, type BookingAction } from '@marquee/booking';
import { addDaysToDate } from '@marquee/time';
import { parseDollars, type PaymentSplit } from '@marquee/money';
import type { DisputeStatement, ProblemReport, SplitAcceptance, SplitProposal } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { awaitJob } from '../../../core/await-job.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { getBooking } from '../bookings/bookings.service.ts';
import { scheduleRelease } from '../bookings/moves.service.ts';
import { findOpenChargeback, lockBooking, updateBooking, type LockedBooking } from '../bookings/bookings.sql.ts';
import {
  updateDisputeAsClosed,
  findDispute,
  findOpenDispute,
  insertDispute,
  insertDisputeStatement,
  updateDispute,
  type DisputeRow,
} from './disputes.sql.ts';
import { resumeWork, scheduleAnswerReminder } from '../bookings/deadlines.service.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { lockBookingForAction } from '../bookings/rules.service.ts';
import { openException, resolveException } from '../../money/ledger/exceptions.service.ts';
import {
  cancelWithRefund,
  claimSettlement,
  createPartialSplit,
  createFullRefundSplit,
  type SettlementDecision,
} from '../../money/settlements/settlements.service.ts';

/**
 * Opens a dispute because the brand reports a problem with completed work before the payout is released. The payout
 * stops, and the creator has `disputeDays` (7 by default) to answer. Throws BOOKING_NOT_FOUND (also for the
 * creator), PROBLEM_REFUSED or PROBLEMS_SPENT.
 */
export async function reportProblem(deps: Deps, actor: Actor, { id, problem, desiredOutcome }: ProblemReport) {
  await runIdempotently(deps, actor, 'disputes.reportProblem', { id, problem, desiredOutcome }, async (tx) => {
    const booking = await lockBookingForAction(tx.db, deps, actor, id, 'report_problem');
    const now = deps.now();
    const answerBy = addDaysToDate(now, booking.windows.disputeDays);
    const releaseLeftMs = Number(booking.releaseAt) - now.getTime();
    const { id: disputeId } = await insertDispute(tx.db, {
      bookingId: id,
      kind: 'problem',
      openedByWorkspaceId: actor.workspaceId,
      claimantWorkspaceId: actor.workspaceId,
      desiredOutcome,
      openedAt: now,
      answerBy,
      releaseLeftMs,
      offerCreatorCents: null,
      outcome: null,
      decidedByPersonId: null,
      decisionReason: null,
    });
    await insertDisputeStatement(tx.db, { disputeId, authorWorkspaceId: actor.workspaceId, text: problem, at: now });
    await updateBooking(tx.db, id, { paymentState: 'disputed', releaseAt: null });
    await recordAndNotify(tx, {
      kind: 'dispute.opened',
      bookingId: id,
      actor,
      at: now,
      data: { disputeId, kind: 'problem', desiredOutcome, text: problem, answerBy: answerBy.toISOString() },
      about: disputeId,
    });
    tx.enqueue('disputes.handle_deadline', { disputeId }, { runAt: answerBy });
    scheduleAnswerReminder(tx, booking, { of: 'dispute', by: answerBy });
  });
  return getBooking(deps, actor, id);
}

/**
 * Opens a dispute about a locked booking, because the caller disagrees with the other side's cancellation request. The
 * caller has closed the request.
 */
export async function openCancellationDispute(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  {
    booking,
    request,
    statement,
  }: {
    booking: LockedBooking;
    request: { requestedByWorkspaceId: WorkspaceId; reason: string; requestedAt: Date };
    statement: string;
  },
): Promise<void> {
  const { id } = booking;
  const now = deps.now();
  const answerBy = addDaysToDate(now, booking.windows.disputeDays);
  const { id: disputeId } = await insertDispute(tx.db, {
    bookingId: id,
    kind: 'cancellation',
    openedByWorkspaceId: actor.workspaceId,
    claimantWorkspaceId: request.requestedByWorkspaceId,
    desiredOutcome: null,
    openedAt: now,
    answerBy,
    releaseLeftMs: null,
    offerCreatorCents: null,
    outcome: null,
    decidedByPersonId: null,
    decisionReason: null,
  });
  await insertDisputeStatement(tx.db, {
    disputeId,
    authorWorkspaceId: request.requestedByWorkspaceId,
    text: request.reason,
    at: request.requestedAt,
  });
  await insertDisputeStatement(tx.db, { disputeId, authorWorkspaceId: actor.workspaceId, text: statement, at: now });
  await updateBooking(tx.db, id, { paymentState: 'disputed' });
  await recordAndNotify(tx, {
    kind: 'dispute.opened',
    bookingId: id,
    actor,
    at: now,
    data: { disputeId, kind: 'cancellation', desiredOutcome: null, text: statement, answerBy: answerBy.toISOString() },
    about: disputeId,
  });
  tx.enqueue('disputes.handle_deadline', { disputeId }, { runAt: answerBy });
  scheduleAnswerReminder(tx, booking, { of: 'dispute', by: answerBy });
}

/** Locks a booking and its open dispute for an action of the caller. Throws the errors of `lockBookingForAction`. */
async function lockDisputeForAction(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  bookingId: string,
  action: BookingAction,
): Promise<{ booking: LockedBooking; dispute: DisputeRow }> {
  const booking = await lockBookingForAction(db, deps, actor, bookingId, action);
  const dispute = await findOpenDispute(db, bookingId);
  if (!dispute) throw new Failure('DISPUTE_CLOSED');
  return { booking, dispute };
}

/**
 * Whether an action of `workspaceId` counts as the answer to the dispute, because it is the first action of the side
 * that did not open it.
 */
const isFirstAnswer = (dispute: DisputeRow, workspaceId: WorkspaceId): boolean =>
  dispute.openedByWorkspaceId !== workspaceId && dispute.answeredAt === null;

/**
 * Adds a statement by the caller. Throws BOOKING_NOT_FOUND, DISPUTE_CLOSED, or DISPUTE_STEP_REFUSED if the caller
 * has no statements left.
 */
export async function addStatement(deps: Deps, actor: Actor, { id, text }: DisputeStatement) {
  await runIdempotently(deps, actor, 'disputes.addStatement', { id, text }, async (tx) => {
    const { dispute } = await lockDisputeForAction(tx.db, deps, actor, id, 'add_statement');
    const now = deps.now();
    const statement = await insertDisputeStatement(tx.db, {
      disputeId: dispute.id,
      authorWorkspaceId: actor.workspaceId,
      text,
      at: now,
    });
    const answers = isFirstAnswer(dispute, actor.workspaceId);
    if (answers) await updateDispute(tx.db, dispute.id, { answeredAt: now });
    await recordAndNotify(tx, {
      kind: 'dispute.statement_added',
      bookingId: id,
      actor,
      at: now,
      data: { disputeId: dispute.id, text, isAnswer: answers },
      about: statement.id,
    });
  });
  return getBooking(deps, actor, id);
}

/**
 * Withdraws the dispute for its claimant. The booking continues, and the payout is released after the time that was
 * left when the dispute began. Throws BOOKING_NOT_FOUND, DISPUTE_CLOSED or DISPUTE_STEP_REFUSED (for the other side,
 * or during a chargeback).
 */
export async function withdrawDispute(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const { booking, dispute } = await lockDisputeForAction(tx.db, deps, actor, id, 'withdraw_dispute');
    const now = deps.now();
    await closeDisputeAndException(tx.db, dispute, { outcome: 'withdrawn', closedAt: now });
    const releaseAt = await unfreezeBooking(tx, booking, dispute, now);
    await recordAndNotify(tx, {
      kind: 'dispute.withdrawn',
      bookingId: id,
      actor,
      at: now,
      data: { disputeId: dispute.id, kind: dispute.kind, releaseAt: releaseAt?.toISOString() ?? null },
      about: dispute.id,
    });
  });
  return getBooking(deps, actor, id);
}

/**
 * Marks the money as held again and resumes the release window. Returns the new release time, or null before
 * completion.
 */
export async function unfreezeBooking(
  tx: UnitOfWork,
  booking: LockedBooking,
  dispute: DisputeRow,
  now: Date,
): Promise<Date | null> {
  const releaseAt = dispute.releaseLeftMs === null ? null : new Date(now.getTime() + dispute.releaseLeftMs);
  await updateBooking(tx.db, booking.id, { paymentState: 'held', releaseAt });
  if (releaseAt !== null) scheduleRelease(tx, booking, releaseAt);
  await resumeWork(tx, booking, now);
  return releaseAt;
}

/**
 * Refunds the brand in full, because the side that is not the claimant agrees. Throws BOOKING_NOT_FOUND,
 * DISPUTE_CLOSED or DISPUTE_STEP_REFUSED (for the claimant, or during a chargeback).
 */
export async function agreeToRefund(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const { booking, dispute } = await lockDisputeForAction(tx.db, deps, actor, id, 'agree_to_refund');
    const settling: SettlementDecision = { by: 'agreement', decidedBy: actor, now: deps.now() };
    await closeDisputeAndException(tx.db, dispute, { outcome: 'refund_agreed', closedAt: settling.now });
    await recordAndNotify(tx, {
      kind: 'dispute.refund_agreed',
      bookingId: id,
      actor,
      at: settling.now,
      data: { disputeId: dispute.id, refundCents: booking.totalCents, status: booking.status },
    });
    if (!(await refundInFull(tx, booking, 'agreed', settling))) throw new Failure('DISPUTE_STEP_REFUSED');
  });
  await awaitJob(deps, 'settlements.refund', { bookingId: id });
  return getBooking(deps, actor, id);
}

/** Refunds the brand in full. Unfinished work is cancelled, and completed work stays completed. */
export const refundInFull = (
  tx: UnitOfWork,
  booking: LockedBooking,
  reason: 'agreed' | 'decided',
  settling: SettlementDecision,
): Promise<boolean> =>
  booking.status === 'completed'
    ? claimSettlement(tx, booking, createFullRefundSplit(booking), settling)
    : cancelWithRefund(tx, booking, reason, settling);

/**
 * Stores the creator's proposal to keep `creatorAmount` of the price (in dollars, as decimal text). Replaces an
 * earlier proposal. Throws BOOKING_NOT_FOUND (also for the brand), DISPUTE_CLOSED, DISPUTE_STEP_REFUSED (work is not
 * completed) or SPLIT_INVALID.
 */
export async function proposeSplit(deps: Deps, actor: Actor, { id, creatorAmount }: SplitProposal) {
  const creatorCents = parseDollars(creatorAmount);
  if (creatorCents === null) throw new Failure('SPLIT_INVALID');
  await runIdempotently(deps, actor, 'disputes.proposeSplit', { id, creatorAmount }, async (tx) => {
    const { booking, dispute } = await lockDisputeForAction(tx.db, deps, actor, id, 'offer_split');
    const division = computeValidSplit(booking, creatorCents);
    const now = deps.now();
    await updateDispute(tx.db, dispute.id, {
      offerCreatorCents: creatorCents,
      offeredAt: now,
      offers: dispute.offers + 1,
      ...(isFirstAnswer(dispute, actor.workspaceId) && { answeredAt: now }),
    });
    await recordAndNotify(tx, {
      kind: 'dispute.split_offered',
      bookingId: id,
      actor,
      at: now,
      data: { disputeId: dispute.id, ...division },
      about: `${dispute.id}:${creatorCents}`,
    });
  });
  return getBooking(deps, actor, id);
}

/**
 * Returns the amounts of a split. Throws SPLIT_INVALID if the creator would receive all or nothing, because that is
 * a release or a refund.
 */
export function computeValidSplit(booking: LockedBooking, creatorCents: number): PaymentSplit {
  if (creatorCents <= 0 || creatorCents >= booking.priceCents) throw new Failure('SPLIT_INVALID');
  return createPartialSplit(booking, creatorCents);
}

/**
 * Accepts the creator's proposal for the brand. `creatorCents` is the proposal that the brand saw. Throws
 * BOOKING_NOT_FOUND (also for the creator), DISPUTE_CLOSED, DISPUTE_OFFER_CHANGED or DISPUTE_STEP_REFUSED (during a
 * chargeback).
 */
export async function acceptSplit(deps: Deps, actor: Actor, { id, creatorCents }: SplitAcceptance) {
  await inTransaction(deps, async (tx) => {
    const { booking, dispute } = await lockDisputeForAction(tx.db, deps, actor, id, 'accept_split');
    if (dispute.offerCreatorCents !== creatorCents) throw new Failure('DISPUTE_OFFER_CHANGED');
    const division = computeValidSplit(booking, creatorCents);
    const now = deps.now();
    await closeDisputeAndException(tx.db, dispute, { outcome: 'split_agreed', closedAt: now });
    await recordAndNotify(tx, {
      kind: 'dispute.split_accepted',
      bookingId: id,
      actor,
      at: now,
      data: { disputeId: dispute.id, ...division },
    });
    if (!(await claimSettlement(tx, booking, division, { by: 'agreement', decidedBy: actor, now })))
      throw new Failure('DISPUTE_STEP_REFUSED');
  });
  await awaitJob(deps, 'settlements.refund', { bookingId: id });
  await awaitJob(deps, 'settlements.release', { bookingId: id });
  return getBooking(deps, actor, id);
}

/**
 * Job: records that a side did not answer the dispute in time, so that staff may decide. If staff have not decided
 * by their own deadline and no chargeback is open, opens an exception.
 */
export async function handleDisputeDeadline(deps: Deps, disputeId: string): Promise<void> {
  const unlockedDispute = await findDispute(deps.db, disputeId);
  if (!unlockedDispute) return;
  await inTransaction(deps, async (tx) => {
    await lockBooking(tx.db, unlockedDispute.bookingId);
    const dispute = await findDispute(tx.db, disputeId);
    if (!dispute || dispute.closedAt !== null) return;
    const now = deps.now();
    const wait = (runAt: Date) => tx.enqueue('disputes.handle_deadline', { disputeId }, { runAt });
    if (dispute.answeredAt === null && dispute.answerMissedAt === null) {
      if (dispute.answerBy > now) return wait(dispute.answerBy);
      await updateDispute(tx.db, disputeId, { answerMissedAt: now });
      await recordAndNotify(tx, {
        kind: 'dispute.unanswered',
        bookingId: dispute.bookingId,
        actor: null,
        at: now,
        data: { disputeId },
      });
    }
    const decided = computeDecideBy(dispute.answerBy);
    if (decided > now) return wait(decided);
    if (await findOpenChargeback(tx.db, dispute.bookingId)) return wait(addDaysToDate(now, 1));
    await openException(tx.db, {
      kind: 'dispute_undecided',
      bookingId: dispute.bookingId,
      subject: disputeId,
      data: { decideBy: decided.toISOString() },
      at: now,
    });
  });
}

/** Closes an open dispute. If an exception was opened because staff missed their deadline, resolves it. */
export async function closeDisputeAndException(
  db: Transaction<Database>,
  { id }: Pick<DisputeRow, 'id'>,
  change: Parameters<typeof updateDisputeAsClosed>[2],
  resolution = 'The dispute is closed',
): Promise<void> {
  await updateDisputeAsClosed(db, id, change);
  await resolveException(db, {
    kind: 'dispute_undecided',
    subject: id,
    resolution,
    resolvedByPersonId: null,
    at: change.closedAt,
  });
}

/** Closes the open dispute of a locked booking, if there is one, because a lost chargeback took the money. */
export async function closeChargedBackDispute(db: Transaction<Database>, bookingId: string, now: Date): Promise<void> {
  const dispute = await findOpenDispute(db, bookingId);
  if (dispute)
    await closeDisputeAndException(
      db,
      dispute,
      { outcome: 'charged_back', closedAt: now },
      'A lost chargeback took the money',
    );
}
