/** What both parties of a booking are told by mail. */
import type { Viewer } from '@marquee/booking';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { sendMail } from '../mail/mail.service.ts';
import { findNoticeData } from './bookings.sql.ts';

export type Notice =
  | 'booking_requested' | 'booking_accepted' | 'booking_ended' | 'booking_started' | 'booking_completed' | 'booking_paid_out';

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/**
 * Tells both parties what happened to a booking, in the transaction in which it did, with the booking as it is there.
 * Each is told once of each kind (safety.md M9). An order that was never paid is nobody's news.
 */
export async function tellParties(tx: Transaction<Database>, bookingId: string, kind: Notice, at: Date): Promise<void> {
  const booking = await findNoticeData(tx, bookingId);
  if (booking.authorizedAt === null) return;
  const { creatorId, brandId, authorizedAt: _, acceptBy, dueAt, releaseAt, ...rest } = booking;
  const parties: [Viewer, string][] = [['creator', creatorId], ['brand', brandId]];
  for (const [viewer, userId] of parties) {
    const data = { ...rest, viewer, bookingId, acceptBy: iso(acceptBy), dueAt: iso(dueAt), releaseAt: iso(releaseAt) };
    await sendMail(tx, { kind, subject: bookingId, to: { userId }, data, at });
  }
}
