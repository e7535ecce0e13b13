/** What happened, written in the transaction that made it so: a booking's timeline, Recent Activity and the audit trail. */
import type { BookingStatus, CancelReason } from '@marquee/booking';
import type { Transaction } from 'kysely';
import type { Database } from './db/schema.ts';

/** Every kind of event and what it carries besides booking, actor and time. Amounts are cents. */
export interface Events {
  'booking.ordered': { totalCents: number };
  'booking.moved': { from: BookingStatus; to: BookingStatus };
  'booking.lapsed': { from: BookingStatus; reason: CancelReason };
  'booking.approved': Record<string, never>;
  'payment.authorized': { totalCents: number };
  'payment.captured': { totalCents: number };
  'payment.voided': Record<string, never>;
  'payment.release_decided': { creatorCents: number };
  'payment.release_blocked': { reason: 'payout_setup' };
  'payment.released': { creatorCents: number; feeCents: number };
}

export type EventKind = keyof Events;

/** Appends one event. `actorId` null: the clock or the payment provider did it. */
export async function record<K extends EventKind>(
  tx: Transaction<Database>,
  event: { kind: K; bookingId: string; actorId: string | null; at: Date; data: Events[K] },
): Promise<void> {
  await tx
    .insertInto('event')
    .values({ ...event, data: JSON.stringify(event.data) })
    .execute();
}
