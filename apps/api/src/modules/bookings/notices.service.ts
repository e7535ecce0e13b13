/** What happens to a booking is recorded and told to the sides that it concerns, in the transaction that made it so. */
import { isOccupying, stalledEnd, type EventKind } from '@marquee/booking';
import type { Transaction } from 'kysely';
import { record, type Happening } from '../../core/events.ts';
import { tellAfter } from '../../core/live.ts';
import { enqueue } from '../../core/queue.ts';
import type { Database } from '../../db/schema.ts';
import { tellSides } from '../mail/mail.service.ts';
import { findNoticeData } from './bookings.sql.ts';

/**
 * Records an event and writes to the sides that it concerns, with the booking as it is now. `about`: what is told of
 * once, where the booking may have several (a request, a dispute, a statement); by default the booking itself. An order
 * that was never paid is nobody's news, but for the one reminder of it.
 */
export async function recordAndTell<K extends EventKind>(
  tx: Transaction<Database>,
  { about, ...event }: Happening<K> & { about?: string },
): Promise<void> {
  const number = await record(tx, event);
  const { authorizedAt, creatorId, brandId, isWaitedFor, ...found } = await findNoticeData(tx, event.bookingId);
  if (isWaitedFor && !isOccupying(found.status)) await enqueue(tx, 'availability.serve', { creatorId });
  const news = { kind: 'booking', id: event.bookingId, number } as const;
  tellAfter(tx, { ...news, to: authorizedAt === null ? [brandId] : [creatorId, brandId] });
  if (authorizedAt === null && event.kind !== 'booking.payment_reminded') return;
  const { acceptBy, dueAt, releaseAt, status, acceptedAt, resumedAt, leadDays, windows, ...rest } = found;
  const start = status === 'accepted' ? stalledEnd({ status, acceptedAt, dueAt, resumedAt, leadDays, windows }) : null;
  const booking = {
    ...rest,
    acceptBy: iso(acceptBy),
    dueAt: iso(dueAt),
    releaseAt: iso(releaseAt),
    startBy: iso(start?.aloneFrom ?? null),
  };
  await tellSides(tx, event, { creator: creatorId, brand: brandId }, booking, about ?? event.bookingId);
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;
