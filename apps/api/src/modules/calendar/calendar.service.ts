/**
 * Deadlines as a calendar that programs read (RFC 5545) at a secret address. Each is a day of the reader's time zone: a
 * calendar that shows it a zone off would name another hour, but hardly another day.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { DAY_MS, toDayInZone, PRODUCT_NAME, findStalledDeadlines, type Side } from '@marquee/booking';
import ical, { ICalEventStatus } from 'ical-generator';
import { getUserSide, type UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import { findFeed, findFeedOwner, listCalendarBookings, listPlannedDeliverables, upsertFeed } from './calendar.sql.ts';

/** A calendar has the deadlines of so many of the latest bookings. */
const MAX_CALENDAR_BOOKINGS = 200;
/** A cancelled deadline is said so for so long: calendars ask again after hours, some after a day. */
const CANCELLED_SHOWN_DAYS = 30;
/** How often a calendar may ask, as it is told; it asks as often as it likes. */
const REFRESH_SECONDS = 3_600;

const hashFeedToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** When the caller's address was made; null: there is none. The address itself is shown once. */
export const findOwnFeed = async (ctx: UserCtx) => (await findFeed(ctx.db, ctx.user.id)) ?? null;

/** Makes the caller a new address, which takes the place of the one before. Throws TOO_MANY_REQUESTS. */
export async function createFeed(ctx: UserCtx): Promise<{ address: string; madeAt: Date }> {
  await enforceRateLimit(ctx, 'calendar made', ctx.user.id);
  const token = createFeedToken(ctx);
  const madeAt = ctx.now();
  await upsertFeed(ctx.db, { userId: ctx.user.id, tokenHash: hashFeedToken(token), madeAt });
  return { address: `${ctx.env.PUBLIC_URL}/calendar/${token}.ics`, madeAt };
}

/**
 * Returns the secret of a new address. It is the same for the same idempotency key, so that pressing the button twice
 * shows the address that works. The answer itself is not stored, because only a hash of the secret may be.
 */
const createFeedToken = ({ env, user, idempotencyKey }: UserCtx): string =>
  (idempotencyKey === undefined
    ? randomBytes(24)
    : createHmac('sha256', env.SESSION_SECRET).update(`calendar ${user.id} ${idempotencyKey}`).digest().subarray(0, 24)
  ).toString('base64url');

interface CalendarDeadline {
  what: string;
  at: Date;
  isCancelled?: boolean;
}

type CalendarBooking = Awaited<ReturnType<typeof listCalendarBookings>>[number];

/** What is due of a booking for one side, if anything is. */
function findDeadline(booking: CalendarBooking, side: Side, now: Date): CalendarDeadline | null {
  const { status, paymentState, acceptBy, dueAt, releaseAt, cancelledAt } = booking;
  switch (status) {
    case 'pending':
      return side === 'creator' && paymentState === 'authorized' && acceptBy ? { what: 'Answer', at: acceptBy } : null;
    case 'accepted': {
      const start = findStalledDeadlines(booking);
      return start && { what: 'Start', at: start.aloneFrom };
    }
    case 'in_progress':
      return dueAt && { what: dueAt <= now ? 'Overdue' : 'Due', at: dueAt };
    case 'completed':
      return side === 'brand' && paymentState === 'held' && releaseAt ? { what: 'Approve', at: releaseAt } : null;
    case 'cancelled': {
      const isRecent = cancelledAt !== null && now.getTime() - cancelledAt.getTime() < CANCELLED_SHOWN_DAYS * DAY_MS;
      return isRecent && dueAt ? { what: 'Due', at: dueAt, isCancelled: true } : null;
    }
  }
}

const getBookingUrl = ({ env }: Deps, bookingId: string): string =>
  `${env.PUBLIC_URL}/booking-details?bookingId=${bookingId}`;

/** The calendar behind an address, as text. Throws CALENDAR_NOT_FOUND. */
export async function renderCalendar(deps: Deps, token: string): Promise<string> {
  const reader = await findFeedOwner(deps.db, hashFeedToken(token));
  if (!reader) throw new Failure('CALENDAR_NOT_FOUND');
  const { id, userType, timeZone } = reader;
  const side = getUserSide({ userType });
  const now = deps.now();
  const { host } = new URL(deps.env.PUBLIC_URL);
  const calendar = ical({
    name: `${PRODUCT_NAME} deadlines`,
    prodId: { company: PRODUCT_NAME, product: 'Deadlines' },
    ttl: REFRESH_SECONDS,
  });
  const bookings = await listCalendarBookings(deps.db, { id, side, most: MAX_CALENDAR_BOOKINGS });
  for (const booking of bookings) {
    const deadline = findDeadline(booking, side, now);
    if (!deadline) continue;
    const { what, at, isCancelled = false } = deadline;
    calendar.createEvent({
      // One entry a booking: the next deadline takes the place of the one before.
      id: `${booking.id}@${host}`,
      sequence: booking.changes,
      stamp: now,
      // Noon, so that no zone of this machine makes another day of it.
      start: new Date(`${toDayInZone(at, timeZone)}T12:00:00Z`),
      allDay: true,
      summary: `${what}: ${booking.packageName} (${booking.otherName})`,
      url: getBookingUrl(deps, booking.id),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  const underWay = new Map(bookings.filter(({ status }) => status === 'in_progress').map((each) => [each.id, each]));
  for (const { id: deliverableId, bookingId, title, plannedOn } of await listPlannedDeliverables(deps.db, [
    ...underWay.keys(),
  ])) {
    const booking = underWay.get(bookingId);
    if (!booking) continue;
    calendar.createEvent({
      id: `${deliverableId}@${host}`,
      sequence: booking.changes,
      stamp: now,
      start: new Date(`${plannedOn}T12:00:00Z`),
      allDay: true,
      summary: `Planned: ${title} (${booking.otherName})`,
      url: getBookingUrl(deps, bookingId),
    });
  }
  return calendar.toString();
}
