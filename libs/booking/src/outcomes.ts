/**
 * What a step costs before it is taken: how each thing that may follow from it divides the money, and when. Amounts and
 * moments come from the functions by which the server moves the money.
 */
import { cents, splitOf, type BasisPoints, type Division } from '@marquee/money';
import type { BookingProgress } from './facts.ts';
import { stalledEnd } from './stalled.ts';
import { decisionsFor, otherSide, type Side } from './states.ts';
import { daysAfter, decideBy, hoursAfter } from './windows.ts';

/** The steps whose outcomes are shown first. `wait`: nobody does anything. */
export type Weighed =
  | 'withdraw'
  | 'ask_to_cancel'
  | 'agree_to_cancel'
  | 'disagree_to_cancel'
  | 'end_alone'
  | 'report_problem'
  | 'offer_split'
  | 'wait';

/** Where the money ends: divided, never charged, or held on because the booking goes on. */
export type Ending = Division | 'uncharged' | 'goes_on';

/** One thing that may follow. */
export interface Outcome {
  /** Who makes it so: a side or staff; null: the step itself, or the clock. */
  readonly who: Side | 'staff' | null;
  readonly does: 'this' | 'agrees' | 'offers' | 'accepts' | 'refuses' | 'decides' | 'is silent';
  /** Until when, or when it happens; null: at once. */
  readonly at: Date | null;
  /** More than one: one of them is chosen. None: see the other outcomes. */
  readonly ends: readonly Ending[];
}

export interface Weighing extends BookingProgress {
  readonly priceCents: number;
  readonly feeBps: BasisPoints;
}

/**
 * What may follow when `side` takes a step on a booking now. `offerCents`: what the creator would keep of the price.
 */
export function outcomesOf(step: Weighed, booking: Weighing, side: Side, now: Date, offerCents?: number): Outcome[] {
  const { windows } = booking;
  const other = otherSide(side);
  const refund = splitOf(booking, cents(0));
  const release = splitOf(booking, cents(booking.priceCents));
  const decidedAfter = (answerFrom: Date): Outcome => ({
    who: 'staff',
    does: 'decides',
    at: decideBy(daysAfter(answerFrom, windows.disputeDays)),
    ends: decisionsFor(booking.status).includes('split') ? [release, refund] : ['goes_on', refund],
  });
  const silentBy = booking.cancellation && new Date(booking.cancellation.answerBy);

  switch (step) {
    case 'withdraw':
      return [
        { who: null, does: 'this', at: null, ends: ['uncharged'] },
        ...(booking.acceptBy === null ? [] : [silence('creator', new Date(booking.acceptBy), 'uncharged')]),
      ];
    case 'ask_to_cancel': {
      const answerBy = hoursAfter(now, windows.cancellationHours);
      return [
        { who: other, does: 'agrees', at: null, ends: [refund] },
        silence(other, answerBy, refund),
        { ...decidedAfter(answerBy), who: other, does: 'refuses' },
      ];
    }
    case 'agree_to_cancel':
    case 'disagree_to_cancel': {
      const agree: Outcome = { who: side, does: 'agrees', at: null, ends: [refund] };
      const refuse: Outcome = { ...decidedAfter(now), who: side, does: 'refuses' };
      const silent = silentBy === null ? [] : [silence(side, silentBy, refund)];
      return step === 'agree_to_cancel' ? [agree, refuse, ...silent] : [refuse, agree, ...silent];
    }
    case 'end_alone': {
      const end = stalledEnd(booking);
      return [
        { who: null, does: 'this', at: null, ends: [refund] },
        ...(end === null ? [] : [silence(null, end.endsAt, refund)]),
      ];
    }
    case 'report_problem':
      return [
        { who: 'creator', does: 'agrees', at: null, ends: [refund] },
        { who: 'creator', does: 'offers', at: null, ends: [] },
        decidedAfter(now),
        ...(booking.releaseAt === null ? [] : [silence('brand', new Date(booking.releaseAt), release)]),
      ];
    case 'offer_split':
      return [
        ...(offerCents === undefined
          ? []
          : [{ who: 'brand', does: 'accepts', at: null, ends: [splitOf(booking, cents(offerCents))] } as const]),
        {
          who: 'staff',
          does: 'decides',
          at: booking.dispute && decideBy(new Date(booking.dispute.answerBy)),
          ends: [release, refund],
        },
      ];
    case 'wait':
      return silenceOf(booking, release, refund);
  }
}

const silence = (who: Side | null, at: Date, end: Ending): Outcome => ({ who, does: 'is silent', at, ends: [end] });

/** What happens to the money when nobody does anything, where a moment decides it. */
function silenceOf(booking: Weighing, release: Division, refund: Division): Outcome[] {
  const { status, paymentState, cancellation, acceptBy, releaseAt } = booking;
  if (booking.chargeback === 'open' || booking.dispute !== null) return [];
  if (cancellation !== null) return [silence(null, new Date(cancellation.answerBy), refund)];
  if (status === 'pending' && paymentState === 'authorized' && acceptBy !== null)
    return [silence(null, new Date(acceptBy), 'uncharged')];
  if (paymentState !== 'held') return [];
  if (status === 'completed') return releaseAt === null ? [] : [silence(null, new Date(releaseAt), release)];
  const end = stalledEnd(booking);
  return end === null ? [] : [silence(null, end.endsAt, refund)];
}
