import { DEFAULT_FEE_BPS } from '@marquee/money';
import { describe, expect, it } from 'vitest';
import { DEFAULT_WINDOWS, listPossibleOutcomes, type PreviewedBooking } from './index.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const on = (day: string) => new Date(`2026-${day}T12:00:00Z`);
const WORKING: PreviewedBooking = {
  status: 'in_progress',
  paymentState: 'held',
  cancelReason: null,
  windows: DEFAULT_WINDOWS,
  createdAt: '2026-03-01T12:00:00.000Z',
  acceptBy: '2026-03-04T12:00:00.000Z',
  acceptedAt: '2026-03-02T12:00:00.000Z',
  resumedAt: null,
  pausedAt: null,
  reviewBy: null,
  reviewedAt: null,
  payBy: null,
  leadDays: 0,
  dueAt: '2026-03-12T12:00:00.000Z',
  releaseAt: null,
  payoutBlockedBy: null,
  refundReturned: false,
  cancellation: null,
  dispute: null,
  chargeback: null,
  priceCents: 10_000,
  feeBps: DEFAULT_FEE_BPS,
};
const REFUND = { creatorCents: 0, feeCents: 0, refundCents: 11_500 };
const RELEASE = { creatorCents: 10_000, feeCents: 1_500, refundCents: 0 };

describe('the possible outcomes of an action', () => {
  it('include agreement, refusal and no answer for a new cancellation request', () => {
    expect(listPossibleOutcomes('ask_to_cancel', WORKING, 'brand', NOW)).toEqual([
      { who: 'creator', does: 'agrees', at: null, ends: [REFUND] },
      { who: 'creator', does: 'is silent', at: on('03-13'), ends: [REFUND] },
      // The creator has 72 hours to answer the request, the brand has 7 days to respond to the dispute, and staff
      // have 7 days to decide.
      { who: 'creator', does: 'refuses', at: on('03-27'), ends: ['goes_on', REFUND] },
    ]);
  });

  it('include agreement, refusal and no answer while a cancellation request is open', () => {
    const withRequest: PreviewedBooking = {
      ...WORKING,
      cancellation: { askedBy: 'brand', answerBy: on('03-11').toISOString() },
    };
    const agree = { who: 'creator', does: 'agrees', at: null, ends: [REFUND] };
    const refuse = { who: 'creator', does: 'refuses', at: on('03-24'), ends: ['goes_on', REFUND] };
    const silent = { who: 'creator', does: 'is silent', at: on('03-11'), ends: [REFUND] };
    expect(listPossibleOutcomes('agree_to_cancel', withRequest, 'creator', NOW)).toEqual([agree, refuse, silent]);
    expect(listPossibleOutcomes('disagree_to_cancel', withRequest, 'creator', NOW)).toEqual([refuse, agree, silent]);
  });

  it('are a refund, a split or a decision by staff for a problem report, and a payout without a report', () => {
    const completed: PreviewedBooking = { ...WORKING, status: 'completed', releaseAt: on('03-15').toISOString() };
    expect(listPossibleOutcomes('report_problem', completed, 'brand', NOW)).toEqual([
      { who: 'creator', does: 'agrees', at: null, ends: [REFUND] },
      { who: 'creator', does: 'offers', at: null, ends: [] },
      { who: 'staff', does: 'decides', at: on('03-24'), ends: [RELEASE, REFUND] },
      { who: 'brand', does: 'is silent', at: on('03-15'), ends: [RELEASE] },
    ]);
  });

  it('of a split proposal are the proposed split, or a payout or refund decided by staff', () => {
    const disputed: PreviewedBooking = {
      ...WORKING,
      status: 'completed',
      paymentState: 'disputed',
      dispute: {
        kind: 'problem',
        openedBy: 'brand',
        answerBy: on('03-17').toISOString(),
        answered: true,
        offered: false,
      },
    };
    expect(listPossibleOutcomes('offer_split', disputed, 'creator', NOW, 5_000)).toEqual([
      { who: 'brand', does: 'accepts', at: null, ends: [{ creatorCents: 5_000, feeCents: 750, refundCents: 5_750 }] },
      { who: 'staff', does: 'decides', at: on('03-24'), ends: [RELEASE, REFUND] },
    ]);
    expect(listPossibleOutcomes('offer_split', disputed, 'creator', NOW)).toHaveLength(1);
  });

  it('never include a charge for the withdrawal of an order that the creator has not accepted', () => {
    const pending: PreviewedBooking = { ...WORKING, status: 'pending', paymentState: 'authorized' };
    expect(listPossibleOutcomes('withdraw', pending, 'brand', NOW).flatMap(({ ends }) => ends)).toEqual([
      'uncharged',
      'uncharged',
    ]);
  });

  it.each<[string, Partial<PreviewedBooking>, readonly [Date, unknown]]>([
    ['not accepted', { status: 'pending', paymentState: 'authorized' }, [on('03-04'), 'uncharged']],
    ['not started', { status: 'accepted' }, [on('03-16'), REFUND]],
    ['not delivered', {}, [new Date('2026-04-11T12:00:00Z'), REFUND]],
    ['not approved', { status: 'completed', releaseAt: on('03-15').toISOString() }, [on('03-15'), RELEASE]],
    [
      'not answered',
      { cancellation: { askedBy: 'brand', answerBy: on('03-13').toISOString() } },
      [on('03-13'), REFUND],
    ],
  ])('are only the effect of the deadline if neither party acts: %s', (_, change, [at, end]) => {
    expect(listPossibleOutcomes('wait', { ...WORKING, ...change }, 'brand', NOW)).toEqual([
      { who: null, does: 'is silent', at, ends: [end] },
    ]);
  });

  it('are empty if neither party acts and there is no deadline', () => {
    expect(
      listPossibleOutcomes('wait', { ...WORKING, paymentState: 'disputed', chargeback: 'open' }, 'brand', NOW),
    ).toEqual([]);
    expect(listPossibleOutcomes('wait', { ...WORKING, paymentState: 'refunding' }, 'brand', NOW)).toEqual([]);
  });
});
