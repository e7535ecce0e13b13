/** Applies the rulebook (libs/booking) to bookings in the database. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { assertNotOnBothSides } from '../../../core/both-sides.ts';
import type { Deps } from '../../../core/deps.ts';
import {
  findRefusal,
  REFUND_ACTIONS,
  type BookingAction,
  type BookingFacts,
  type BookingProgress,
  type BookingStatus,
  type CancelReason,
  type PaymentState,
  type Side,
  type Windows,
} from '@marquee/booking';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import { assertAccess } from '../../../core/permissions.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { findBookingForDecision, lockBooking, type LockedBooking } from './bookings.sql.ts';
import { findBookingContext, type BookingContext } from './details.sql.ts';

interface BookingRuleColumns {
  brandId: WorkspaceId;
  creatorId: WorkspaceId;
  status: BookingStatus;
  paymentState: PaymentState;
  cancelReason: CancelReason | null;
  windows: Windows;
  createdAt: Date;
  payBy: Date | null;
  leadDays: number;
  acceptBy: Date | null;
  acceptedAt: Date | null;
  resumedAt: Date | null;
  pausedAt: Date | null;
  dueAt: Date | null;
  reviewBy: Date | null;
  reviewedAt: Date | null;
  releaseAt: Date | null;
}

type ProgressContext = Omit<
  BookingContext,
  | 'askers'
  | 'authors'
  | 'wasDisputed'
  | 'problemsReported'
  | 'disputeClaimantId'
  | 'disputeOfferCreatorCents'
  | 'disputeOffers'
>;

/** Converts database rows to the input of `describeNextStep`. */
export const toBookingProgress = (booking: BookingRuleColumns, matters: ProgressContext): BookingProgress => ({
  status: booking.status,
  paymentState: booking.paymentState,
  cancelReason: booking.cancelReason,
  windows: booking.windows,
  createdAt: booking.createdAt.toISOString(),
  payBy: toNullableIso(booking.payBy),
  leadDays: booking.leadDays,
  acceptBy: toNullableIso(booking.acceptBy),
  acceptedAt: toNullableIso(booking.acceptedAt),
  resumedAt: toNullableIso(booking.resumedAt),
  pausedAt: toNullableIso(booking.pausedAt),
  dueAt: toNullableIso(booking.dueAt),
  reviewBy: toNullableIso(booking.reviewBy),
  reviewedAt: toNullableIso(booking.reviewedAt),
  releaseAt: toNullableIso(booking.releaseAt),
  payoutBlockedBy: matters.blockedReason,
  refundReturned: matters.refundReturned,
  cancellation: matters.requestAnswerBy && {
    askedBy: getSideOfParty(booking, matters.requestedByWorkspaceId),
    answerBy: matters.requestAnswerBy.toISOString(),
  },
  dispute: matters.disputeKind &&
    matters.disputeAnswerBy && {
      kind: matters.disputeKind,
      openedBy: getSideOfParty(booking, matters.disputeOpenedByWorkspaceId),
      answerBy: matters.disputeAnswerBy.toISOString(),
      answered: matters.disputeAnsweredAt !== null || matters.disputeAnswerMissedAt !== null,
      offered: matters.disputeOfferedAt !== null,
    },
  chargeback: matters.chargebackId === null ? null : (matters.chargebackOutcome ?? 'open'),
});

/** Converts database rows to the input of the rulebook. */
export function toBookingFacts(
  booking: BookingRuleColumns & { captureBefore: Date | null; acceptExtendedAt: Date | null },
  matters: BookingContext,
): BookingFacts {
  const { dispute, ...progress } = toBookingProgress(booking, matters);
  const perSide = (people: readonly string[]) => ({
    creator: people.filter((id) => id === booking.creatorId).length,
    brand: people.filter((id) => id === booking.brandId).length,
  });
  return {
    ...progress,
    captureBefore: toNullableIso(booking.captureBefore),
    acceptExtendedAt: toNullableIso(booking.acceptExtendedAt),
    cancellationsAsked: perSide(matters.askers),
    problemsReported: matters.problemsReported,
    dispute: dispute && {
      ...dispute,
      claimant: getSideOfParty(booking, matters.disputeClaimantId),
      offerCreatorCents: matters.disputeOfferCreatorCents,
      offers: matters.disputeOffers ?? 0,
      statements: perSide(matters.authors),
    },
  };
}

const getSideOfParty = (booking: { creatorId: WorkspaceId }, workspaceId: WorkspaceId | null): Side =>
  workspaceId === booking.creatorId ? 'creator' : 'brand';
const toNullableIso = (moment: Date | null) => moment?.toISOString() ?? null;

/**
 * Locks a booking for a change by one of its parties. Throws BOOKING_NOT_FOUND if the caller is not a party to it, or
 * ACTS_FOR_BOTH_SIDES.
 */
export async function lockOwnBooking(db: Transaction<Database>, actor: Actor, id: string): Promise<LockedBooking> {
  const booking = await lockBooking(db, id);
  const side = booking ? getCallerSide(booking, actor) : null;
  if (!booking || side === null) throw new Failure('BOOKING_NOT_FOUND');
  await assertNotOnBothSides(db, actor, side === 'brand' ? booking.creatorId : booking.brandId);
  return booking;
}

/** Returns the caller's side of a booking, or null. Creators cannot see orders before the authorization. */
function getCallerSide(booking: LockedBooking, user: Actor): Side | null {
  if (booking.brandId === user.workspaceId) return 'brand';
  return booking.creatorId === user.workspaceId && booking.authorizedAt !== null ? 'creator' : null;
}

/** Returns the caller's side of a booking, or null if the caller is not a party to it or it does not exist. */
export async function findCallerSide(db: Db, actor: Actor, id: string): Promise<Side | null> {
  const booking = await findBookingForDecision(db, id);
  return booking ? getCallerSide(booking, actor) : null;
}

/**
 * Checks whether the caller may take this action on a locked booking. Throws the failure that the rulebook returns
 * if not.
 */
export async function assertAllowed(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  booking: LockedBooking,
  action: BookingAction,
): Promise<void> {
  const facts = toBookingFacts(booking, await findBookingContext(db, booking.id));
  const refusal = findRefusal(action, facts, getSideOfParty(booking, actor.workspaceId), deps.now());
  if (refusal !== null) throw new Failure(refusal);
}

/**
 * Locks a booking and checks whether the caller may take the action. Throws BOOKING_NOT_FOUND, ACTS_FOR_BOTH_SIDES,
 * PERMISSION_MISSING (actions of `REFUND_ACTIONS` for people of an agency) or the failure that the rulebook returns.
 */
export async function lockBookingForAction(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  id: string,
  action: BookingAction,
): Promise<LockedBooking> {
  const booking = await lockOwnBooking(db, actor, id);
  if (REFUND_ACTIONS.includes(action)) assertAccess(actor, 'refunds.agree');
  await assertAllowed(db, deps, actor, booking, action);
  return booking;
}
