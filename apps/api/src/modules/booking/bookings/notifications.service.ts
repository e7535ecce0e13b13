import { isOccupyingStatus, findDueAt, findStalledDeadlines, type EventKind } from '@marquee/booking';
import { recordEvent, type NewEvent } from '../../../core/events.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendEventMails } from '../../messaging/mail/mail.service.ts';
import { findAcceptance } from './timeline.sql.ts';
import { findNotificationData } from './bookings.sql.ts';

/**
 * Records an event of a booking and emails the sides that it concerns, in the transaction of the change. `about`
 * identifies the request, dispute or statement that the event is about, because a booking can have several events of
 * the same kind. The default is the booking itself. Before the authorization, only the payment reminder is emailed.
 */
export async function recordAndNotify<K extends EventKind>(
  tx: UnitOfWork,
  { about, ...event }: NewEvent<K> & { about?: string },
): Promise<void> {
  const { seq: number, ...names } = await recordEvent(tx.db, event);
  const { authorizedAt, creatorId, brandId, isWaitedFor, ...found } = await findNotificationData(
    tx.db,
    event.bookingId,
  );
  if (isWaitedFor && !isOccupyingStatus(found.status)) tx.enqueue('availability.serve', { creatorId });
  const liveEvent = { kind: 'booking', id: event.bookingId, number } as const;
  tx.publishAfterCommit({ ...liveEvent, to: authorizedAt === null ? [brandId] : [creatorId, brandId] });
  if (authorizedAt === null && event.kind !== 'booking.payment_reminded') return;
  const { acceptBy, dueAt, releaseAt, status, acceptedAt, resumedAt, leadDays, windows, ...other } = found;
  const { pausedAt, reviewBy, reviewedAt, ...rest } = other;
  const start = status === 'accepted' ? findStalledDeadlines(found, event.at) : null;
  const booking = {
    ...rest,
    acceptBy: toIsoOrNull(acceptBy),
    dueAt: toIsoOrNull(findDueAt({ status, dueAt, reviewBy, pausedAt }, event.at)),
    releaseAt: toIsoOrNull(releaseAt),
    startBy: toIsoOrNull(start?.aloneFrom ?? null),
  };
  // A job charges the card, and its email also reports the acceptance.
  const acceptance = event.kind === 'payment.captured' ? await findAcceptance(tx.db, event.bookingId) : undefined;
  const mailed = { ...event, ...names, ...acceptance };
  await sendEventMails(tx, mailed, { creator: creatorId, brand: brandId }, booking, about ?? event.bookingId);
}

const toIsoOrNull = (moment: Date | null) => moment?.toISOString() ?? null;
