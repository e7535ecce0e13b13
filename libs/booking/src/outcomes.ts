/**
 * Predicts how each possible outcome of an action divides the money, and when. Amounts and times come from the
 * functions that the server uses to move the money.
 */
import { toCents, computeSplit, type BasisPoints, type PaymentSplit } from '@marquee/money';
import type { BookingProgress } from './booking-facts.ts';
import { findStalledDeadlines } from './stalled-deadlines.ts';
import { listDecisionKinds, getOtherSide, type Side } from './states.ts';
import { computeDecideBy } from './windows.ts';
import { addDaysToDate, addHoursToDate } from '@marquee/time';

/**
 * The actions for which a page lists the possible outcomes before the user confirms. `end_alone` is a cancellation
 * by the brand without the creator's consent. `wait` means that neither party acts.
 */
export type PreviewedStep =
  | 'withdraw'
  | 'ask_to_cancel'
  | 'agree_to_cancel'
  | 'disagree_to_cancel'
  | 'end_alone'
  | 'report_problem'
  | 'offer_split'
  | 'wait';

/**
 * The effect of an outcome on the money. The money is divided, is never charged (`uncharged`), or is still held
 * because the booking continues (`goes_on`).
 */
export type MoneyResult = PaymentSplit | 'uncharged' | 'goes_on';

export interface PossibleOutcome {
  /**
   * The party that causes the outcome by acting or by missing a deadline. Null if the previewed action or a timer
   * causes the outcome.
   */
  readonly who: Side | 'staff' | null;
  readonly does: 'this' | 'agrees' | 'offers' | 'accepts' | 'refuses' | 'decides' | 'is silent';
  /**
   * The time of the outcome, or the latest time if a deadline applies. Null if the outcome takes effect as soon as
   * the party acts.
   */
  readonly at: Date | null;
  /**
   * The possible results of this outcome, one of which will apply. Empty for a proposed split, whose amounts are not
   * known yet.
   */
  readonly ends: readonly MoneyResult[];
}

export interface PreviewedBooking extends BookingProgress {
  readonly priceCents: number;
  readonly feeBps: BasisPoints;
}

/**
 * Lists the possible outcomes if `side` takes the action `step` now. `offerCents` is the creator's share of the
 * price in a proposed split.
 */
export function listPossibleOutcomes(
  step: PreviewedStep,
  booking: PreviewedBooking,
  side: Side,
  now: Date,
  offerCents?: number,
): PossibleOutcome[] {
  const { windows } = booking;
  const other = getOtherSide(side);
  const refund = computeSplit(booking, toCents(0));
  const release = computeSplit(booking, toCents(booking.priceCents));
  const decidedAfter = (answerFrom: Date): PossibleOutcome => ({
    who: 'staff',
    does: 'decides',
    at: computeDecideBy(addDaysToDate(answerFrom, windows.disputeDays)),
    ends: listDecisionKinds(booking.status).includes('split') ? [release, refund] : ['goes_on', refund],
  });
  const silentBy = booking.cancellation && new Date(booking.cancellation.answerBy);

  switch (step) {
    case 'withdraw':
      return [
        { who: null, does: 'this', at: null, ends: ['uncharged'] },
        ...(booking.acceptBy === null
          ? []
          : [createInactionOutcome('creator', new Date(booking.acceptBy), 'uncharged')]),
      ];
    case 'ask_to_cancel': {
      const answerBy = addHoursToDate(now, windows.cancellationHours);
      return [
        { who: other, does: 'agrees', at: null, ends: [refund] },
        createInactionOutcome(other, answerBy, refund),
        { ...decidedAfter(answerBy), who: other, does: 'refuses' },
      ];
    }
    case 'agree_to_cancel':
    case 'disagree_to_cancel': {
      const agree: PossibleOutcome = { who: side, does: 'agrees', at: null, ends: [refund] };
      const refuse: PossibleOutcome = { ...decidedAfter(now), who: side, does: 'refuses' };
      const silent = silentBy === null ? [] : [createInactionOutcome(side, silentBy, refund)];
      return step === 'agree_to_cancel' ? [agree, refuse, ...silent] : [refuse, agree, ...silent];
    }
    case 'end_alone': {
      return [
        { who: null, does: 'this', at: null, ends: [refund] },
        ...listAutomaticCancellation(booking, refund, now),
      ];
    }
    case 'report_problem':
      return [
        { who: 'creator', does: 'agrees', at: null, ends: [refund] },
        { who: 'creator', does: 'offers', at: null, ends: [] },
        decidedAfter(now),
        ...(booking.releaseAt === null ? [] : [createInactionOutcome('brand', new Date(booking.releaseAt), release)]),
      ];
    case 'offer_split':
      return [
        ...(offerCents === undefined
          ? []
          : [{ who: 'brand', does: 'accepts', at: null, ends: [computeSplit(booking, toCents(offerCents))] } as const]),
        {
          who: 'staff',
          does: 'decides',
          at: booking.dispute && computeDecideBy(new Date(booking.dispute.answerBy)),
          ends: [release, refund],
        },
      ];
    case 'wait':
      return listInactionOutcomes(booking, release, refund, now);
  }
}

const createInactionOutcome = (who: Side | null, at: Date, end: MoneyResult): PossibleOutcome => ({
  who,
  does: 'is silent',
  at,
  ends: [end],
});

/** Lists the outcomes that timers cause if neither party acts. */
function listInactionOutcomes(
  booking: PreviewedBooking,
  release: PaymentSplit,
  refund: PaymentSplit,
  now: Date,
): PossibleOutcome[] {
  const { status, paymentState, cancellation, acceptBy, releaseAt } = booking;
  if (booking.chargeback === 'open' || booking.dispute !== null) return [];
  if (cancellation !== null) return [createInactionOutcome(null, new Date(cancellation.answerBy), refund)];
  if (status === 'pending' && paymentState === 'authorized' && acceptBy !== null)
    return [createInactionOutcome(null, new Date(acceptBy), 'uncharged')];
  if (paymentState !== 'held') return [];
  if (status === 'completed')
    return releaseAt === null ? [] : [createInactionOutcome(null, new Date(releaseAt), release)];
  return listAutomaticCancellation(booking, refund, now);
}

/** Lists the automatic cancellation of stalled work, which does not happen while a version waits for the brand. */
function listAutomaticCancellation(booking: PreviewedBooking, refund: PaymentSplit, now: Date): PossibleOutcome[] {
  const end = findStalledDeadlines(booking, now);
  return end === null || booking.reviewBy !== null ? [] : [createInactionOutcome(null, end.endsAt, refund)];
}
