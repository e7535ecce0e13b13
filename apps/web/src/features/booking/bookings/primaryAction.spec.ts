import { describe, expect, it } from 'vitest';
import { findPrimaryAction } from './primaryAction.ts';

type Facts = Parameters<typeof findPrimaryAction>[0];

const findFor = (booking: Partial<Facts['booking']>, waitingFor: string, rest: Partial<Omit<Facts, 'booking'>> = {}) =>
  findPrimaryAction({
    booking: {
      viewer: 'creator',
      status: 'pending',
      paymentState: 'held',
      blockedReason: null,
      dispute: null,
      cancellation: null,
      cancelReason: null,
      nextStep: { waitingFor },
      ...booking,
    } as Facts['booking'],
    deliverables: [],
    shipment: undefined,
    ...rest,
  });

const OPEN = { versions: [] };
const SENT = { versions: [{ verdict: null }] };

describe('the primary action of a creator', () => {
  it.each([
    ['pending', 'accept'],
    ['accepted', 'start'],
    ['in_progress', 'complete'],
    ['completed', 'set_up_payouts'],
  ] as const)('is the next step of a booking that is %s', (status, action) => {
    expect(findFor({ status }, 'creator')).toBe(action);
    expect(findFor({ status }, 'brand')).toBeNull();
  });

  it('is to send work before completing it', () => {
    expect(findFor({ status: 'in_progress' }, 'creator', { deliverables: [SENT, OPEN] })).toBe('send_work');
    expect(findFor({ status: 'in_progress' }, 'creator', { deliverables: [SENT] })).toBe('complete');
  });

  it('is about the product until it has arrived', () => {
    const shipped = (shipment: object) =>
      findFor({ status: 'in_progress' }, 'creator', { deliverables: [OPEN], shipment: shipment as Facts['shipment'] });
    expect(shipped({ addressAt: null, sentAt: null, arrivedAt: null })).toBe('give_address');
    expect(shipped({ addressAt: 'x', sentAt: 'x', arrivedAt: null })).toBe('confirm_arrival');
    expect(shipped({ addressAt: 'x', sentAt: 'x', arrivedAt: 'x' })).toBe('send_work');
  });

  it('is the answer while a cancellation request or a dispute is open', () => {
    const cancellation = {} as Facts['booking']['cancellation'];
    expect(findFor({ status: 'in_progress', cancellation }, 'creator')).toBe('answer_cancellation');
    expect(findFor({ status: 'in_progress', cancellation }, 'brand')).toBeNull();
    const dispute = { closedAt: null, offerCreatorCents: null } as Facts['booking']['dispute'];
    expect(findFor({ status: 'completed', dispute }, 'creator')).toBe('answer_dispute');
  });
});

describe('the primary action of a brand', () => {
  it.each([
    ['pending', 'pay'],
    ['completed', 'approve'],
  ] as const)('is the next step of a booking that is %s', (status, action) => {
    expect(findFor({ viewer: 'brand', status }, 'brand')).toBe(action);
    expect(findFor({ viewer: 'brand', status }, 'creator')).toBeNull();
  });

  it('is to approve a version that was sent', () => {
    const booking = { viewer: 'brand', status: 'in_progress' } as const;
    expect(findFor(booking, 'creator', { deliverables: [OPEN] })).toBeNull();
    expect(findFor(booking, 'creator', { deliverables: [OPEN, SENT] })).toBe('approve_version');
  });

  it('is to find another creator after the booking was declined', () => {
    const cancelled = { viewer: 'brand', status: 'cancelled' } as const;
    expect(findFor({ ...cancelled, cancelReason: 'declined' }, 'nobody')).toBe('find_others');
    expect(findFor({ ...cancelled, cancelReason: 'withdrawn' }, 'nobody')).toBeNull();
  });

  it('is to accept the split that the creator offers', () => {
    const dispute = { closedAt: null, offerCreatorCents: 5_000 } as Facts['booking']['dispute'];
    expect(findFor({ viewer: 'brand', status: 'completed', dispute }, 'brand')).toBe('accept_split');
  });
});
