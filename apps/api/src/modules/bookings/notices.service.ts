/** What the two sides of a booking are told by mail. */
import type { Viewer } from '@marquee/booking';
import type { Transaction } from 'kysely';
import { record, type Events } from '../../core/events.ts';
import type { Database } from '../../db/schema.ts';
import type { ToldEvent } from '../mail/events.templates.ts';
import { sendMail } from '../mail/mail.service.ts';
import type { MailKind, Mails } from '../mail/mail.templates.ts';
import { findNoticeData } from './bookings.sql.ts';

/** The steps of a booking that goes its straight way. */
export type Notice =
  | 'booking_requested'
  | 'booking_accepted'
  | 'booking_ended'
  | 'booking_started'
  | 'booking_completed';

/** Who is told of an event, where it is not both sides. `other`: the side that did not do it. */
const READERS: Partial<Record<ToldEvent, Viewer | 'other'>> = {
  'booking.reminded': 'brand',
  'dispute.statement_added': 'other',
  'dispute.split_offered': 'brand',
  'payment.refunded': 'brand',
  'payment.refund_returned': 'brand',
  'payment.refund_replaced': 'brand',
  'payment.release_blocked': 'creator',
  'payment.reversed': 'creator',
  'payment.restored': 'creator',
};

interface Happening<K extends ToldEvent> {
  kind: K;
  bookingId: string;
  actorId: string | null;
  at: Date;
  data: Events[K];
  /** What is told of once, where the booking may have several: a request, a dispute, a statement, … */
  about?: string;
}

/** Records an event and tells the sides that it concerns, in the transaction that made it so. */
export async function recordAndTell<K extends ToldEvent>(
  tx: Transaction<Database>,
  { about, ...event }: Happening<K>,
): Promise<void> {
  await record(tx, event);
  const { kind, bookingId, actorId, at, data } = event;
  await tell(tx, { kind, bookingId, at, about }, (viewer, { creatorId, brandId }) => {
    const actor: Viewer | null = actorId === creatorId ? 'creator' : actorId === brandId ? 'brand' : null;
    const reader = READERS[kind];
    const isTold = reader === undefined || (reader === 'other' ? viewer !== actor : viewer === reader);
    return isTold ? { actor, event: data } : null;
  });
}

/** Tells both sides of a step, in the transaction in which it was made. */
export const tellParties = (tx: Transaction<Database>, bookingId: string, kind: Notice, at: Date): Promise<void> =>
  tell(tx, { kind, bookingId, at }, () => ({}));

interface Subject<K extends MailKind> {
  kind: K;
  bookingId: string;
  about?: string | undefined;
  at: Date;
}

type Parties = Record<'creatorId' | 'brandId', string>;

/**
 * Writes to the sides for which `more` has something to add, with the booking as it is there. Each is told once of each
 * kind and subject (safety.md M9). An order that was never paid is nobody's news.
 */
async function tell<K extends MailKind>(
  tx: Transaction<Database>,
  { kind, bookingId, about = bookingId, at }: Subject<K>,
  more: (viewer: Viewer, parties: Parties) => object | null,
): Promise<void> {
  const booking = await findNoticeData(tx, bookingId);
  if (booking.authorizedAt === null) return;
  const { creatorId, brandId, authorizedAt: _, acceptBy, dueAt, releaseAt, ...rest } = booking;
  const parties: [Viewer, string][] = [
    ['creator', creatorId],
    ['brand', brandId],
  ];
  for (const [viewer, userId] of parties) {
    const added = more(viewer, { creatorId, brandId });
    if (added === null) continue;
    const data = {
      ...rest,
      viewer,
      bookingId,
      acceptBy: iso(acceptBy),
      dueAt: iso(dueAt),
      releaseAt: iso(releaseAt),
      ...added,
    };
    await sendMail(tx, { kind, subject: about, to: { userId }, data: data as unknown as Mails[K], at });
  }
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;
