import { expect, it } from 'vitest';
import { listActivity } from './activity.ts';
import type { EventKind } from './events.ts';

const listKinds = (...kinds: EventKind[]) => listActivity(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind);

it('leaves out the payment that follows its order, and keeps a payment that stands alone', () => {
  expect(listKinds('booking.ordered', 'payment.authorized', 'booking.moved')).toEqual([
    'booking.ordered',
    'booking.moved',
  ]);
  expect(listKinds('payment.authorized')).toEqual(['payment.authorized']);
});

it('leaves out reminders, also between an order and its payment', () => {
  expect(listKinds('booking.ordered', 'booking.payment_reminded', 'payment.authorized', 'booking.reminded')).toEqual([
    'booking.ordered',
  ]);
});

it('shows one line for an approval and one for its payout', () => {
  expect(listKinds('booking.approved', 'payment.release_decided', 'payment.released')).toEqual([
    'booking.approved',
    'payment.released',
  ]);
});
