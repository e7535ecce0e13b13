/** Decides disputes that the parties did not settle. */
import type { Actor } from '../../../core/actor.ts';
import { listDecisionKinds, type DecisionKind } from '@marquee/booking';
import type { PaymentSplit } from '@marquee/money';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { awaitJob } from '../../../core/await-job.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { findOpenChargeback, lockBooking, type LockedBooking } from '../bookings/bookings.sql.ts';
import { findDispute, type DisputeRow } from './disputes.sql.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import {
  claimSettlement,
  createFullRefundSplit,
  createFullReleaseSplit,
  type SettlementDecision,
} from '../../money/settlements/settlements.service.ts';
import { unfreezeBooking, refundInFull, computeValidSplit, closeDisputeAndException } from './disputes.service.ts';

/** A decision by staff. `priceCentsToCreator` is the creator's part of the price in a split. */
export interface DisputeDecision {
  disputeId: string;
  decision: DecisionKind;
  priceCentsToCreator?: number | undefined;
  reason: string;
}

/**
 * Decides a dispute for staff. The tRPC procedure checks the caller's role. Uncompleted work continues (`release`)
 * or is cancelled with a full refund. Completed work is paid, refunded or split, because nothing is transferred
 * before completion (safety.md M5). Staff may decide only after the other side has answered or its deadline has
 * passed. Throws DISPUTE_NOT_FOUND, DISPUTE_CLOSED, DISPUTE_NOT_DECIDABLE, SPLIT_INVALID, or DISPUTE_STEP_REFUSED
 * (impossible in this status, during a chargeback, or the caller is a party to the booking).
 */
export async function decideDispute(deps: Deps, actor: Actor, input: DisputeDecision): Promise<{ bookingId: string }> {
  const unlockedDispute = await findDispute(deps.db, input.disputeId);
  if (!unlockedDispute) throw new Failure('DISPUTE_NOT_FOUND');
  const { bookingId } = unlockedDispute;
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const dispute = await findDispute(tx.db, input.disputeId);
    if (!booking || !dispute) throw new Failure('DISPUTE_NOT_FOUND');
    if (dispute.closedAt !== null) throw new Failure('DISPUTE_CLOSED');
    // Staff members may not decide disputes about their own bookings.
    if (booking.brandId === actor.workspaceId || booking.creatorId === actor.workspaceId)
      throw new Failure('DISPUTE_STEP_REFUSED');
    const now = deps.now();
    if (dispute.answeredAt === null && dispute.answerBy > now) throw new Failure('DISPUTE_NOT_DECIDABLE');
    if (!listDecisionKinds(booking.status).includes(input.decision)) throw new Failure('DISPUTE_STEP_REFUSED');
    // During a chargeback, only the bank decides where the money goes.
    if (await findOpenChargeback(tx.db, bookingId)) throw new Failure('DISPUTE_STEP_REFUSED');

    const { decision, reason } = input;
    const division = computeDecidedSplit(booking, input);
    await closeDisputeAndException(tx.db, dispute, {
      outcome: decision,
      closedAt: now,
      decidedByPersonId: actor.id,
      decisionReason: reason,
    });
    await recordAndNotify(tx, {
      kind: 'dispute.decided',
      bookingId,
      actor: null,
      at: now,
      data: { disputeId: dispute.id, decision, reason, status: booking.status, ...division },
      about: dispute.id,
    });
    if (!(await settleDecidedDispute(tx, booking, dispute, division, { by: 'staff', decidedBy: actor, now })))
      throw new Failure('DISPUTE_STEP_REFUSED');
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'dispute.decided',
      subjectKind: 'dispute',
      subjectId: dispute.id,
      subjectLabel: booking.packageName,
      reason,
      before: { status: booking.status, paymentState: booking.paymentState },
      after: { decision, ...division },
      at: now,
    });
  });
  if (input.decision !== 'release') await awaitJob(deps, 'settlements.refund', { bookingId });
  if (input.decision !== 'refund') await awaitJob(deps, 'settlements.release', { bookingId });
  return { bookingId };
}

function computeDecidedSplit(
  booking: LockedBooking,
  { decision, priceCentsToCreator = 0 }: DisputeDecision,
): PaymentSplit {
  if (decision === 'split') return computeValidSplit(booking, priceCentsToCreator);
  return decision === 'refund' ? createFullRefundSplit(booking) : createFullReleaseSplit(booking);
}

async function settleDecidedDispute(
  tx: UnitOfWork,
  booking: LockedBooking,
  dispute: DisputeRow,
  division: PaymentSplit,
  settling: SettlementDecision,
): Promise<boolean> {
  if (division.creatorCents === 0) return refundInFull(tx, booking, 'decided', settling);
  if (booking.status === 'completed') return claimSettlement(tx, booking, division, settling);
  await unfreezeBooking(tx, booking, dispute, settling.now);
  return true;
}
