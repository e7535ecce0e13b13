/**
 * Provides deadlines as a calendar feed (RFC 5545) at a secret URL. Each deadline is an all-day entry on its day in
 * the user's time zone. A calendar app that uses a different time zone would show a wrong hour, but rarely shows a
 * wrong day.
 */
import type { Actor } from '../../../core/actor.ts';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { findDueAt, findStalledDeadlines, type Side } from '@marquee/booking';
import { DAY_MS, toDayInZone } from '@marquee/time';
import { PRODUCT_NAME } from '@marquee/brand';
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { getUserSide, type UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { assertEmailConfirmed } from '../../../core/permissions.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import {
  findFeed,
  findFeedOwner,
  listCalendarBookings,
  listPlannedDeliverables,
  lockMembership,
  lockPerson,
  upsertFeed,
} from './calendar.sql.ts';

export { deleteFeedsByPerson } from './calendar.sql.ts';

/** Maximum number of bookings in a feed. The latest are included. */
const MAX_CALENDAR_BOOKINGS = 200;
/** Days for which a cancelled deadline stays in the feed, because some calendars refresh once a day or less. */
const CANCELLED_SHOWN_DAYS = 30;
/** Suggested refresh interval for calendar apps, in seconds. */
const REFRESH_SECONDS = 3_600;

/**
 * A component without effect for a feed without deadlines, because a calendar must have at least one component (RFC
 * 5545, section 3.6).
 */
const UTC_TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');

const hashFeedToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Returns when the caller's feed was created, or null if there is none. Does not return the URL, which is shown only
 * once.
 */
export const findOwnFeed = async (deps: Deps, actor: Actor) =>
  (await findFeed(deps.db, { workspaceId: actor.workspaceId, personId: actor.id })) ?? null;

/**
 * Creates a new feed URL for the caller, which replaces the earlier one. Throws EMAIL_UNCONFIRMED, TOO_MANY_REQUESTS or
 * WORKSPACE_NOT_FOUND (the caller has just been removed from the workspace).
 */
export async function createFeed(ctx: UserCtx): Promise<{ address: string; createdAt: Date }> {
  const { workspaceId, id: personId } = ctx.user;
  assertEmailConfirmed(ctx.user);
  await enforceRateLimit(ctx.deps, 'calendar made', personId);
  const token = createFeedToken(ctx);
  const createdAt = ctx.deps.now();
  await inTransaction(ctx.deps, async (tx) => {
    // Securing the account takes the same lock, and then deletes the feed or makes this transaction fail.
    await lockPerson(tx.db, personId);
    if (!(await lockMembership(tx.db, { workspaceId, personId }))) throw new Failure('WORKSPACE_NOT_FOUND');
    await upsertFeed(tx.db, { workspaceId, personId, tokenHash: hashFeedToken(token), createdAt });
  });
  return { address: `${ctx.deps.env.PUBLIC_URL}/calendar/${token}.ics`, createdAt };
}

/**
 * Returns the secret part of a new feed URL. The secret is derived from the idempotency key, so that a repeated
 * request returns the same URL. The response cannot be stored for this, because only a hash of the secret may be
 * stored.
 */
const createFeedToken = ({ deps: { env }, actor: { id, workspaceId, idempotencyKey } }: UserCtx): string =>
  (idempotencyKey === undefined
    ? randomBytes(24)
    : createHmac('sha256', env.SESSION_SECRET)
        .update(`calendar ${id} ${workspaceId} ${idempotencyKey}`)
        .digest()
        .subarray(0, 24)
  ).toString('base64url');

interface CalendarDeadline {
  what: string;
  at: Date;
  isCancelled?: boolean;
}

type CalendarBooking = Awaited<ReturnType<typeof listCalendarBookings>>[number];

/** Returns the next deadline of a booking for one side, or null. */
function findDeadline(booking: CalendarBooking, side: Side, now: Date): CalendarDeadline | null {
  const { status, paymentState, acceptBy, releaseAt, cancelledAt } = booking;
  const dueAt = findDueAt(booking, now);
  switch (status) {
    case 'pending':
      return side === 'creator' && paymentState === 'authorized' && acceptBy
        ? { what: 'Respond to order', at: acceptBy }
        : null;
    case 'accepted': {
      const start = findStalledDeadlines(booking, now);
      return start && { what: 'Start work', at: start.aloneFrom };
    }
    case 'in_progress':
      return dueAt && { what: dueAt <= now ? 'Overdue' : 'Due', at: dueAt };
    case 'completed':
      return side === 'brand' && paymentState === 'held' && releaseAt ? { what: 'Review work', at: releaseAt } : null;
    case 'cancelled': {
      const isRecent = cancelledAt !== null && now.getTime() - cancelledAt.getTime() < CANCELLED_SHOWN_DAYS * DAY_MS;
      return isRecent && dueAt ? { what: 'Due', at: dueAt, isCancelled: true } : null;
    }
  }
}

const getBookingUrl = ({ env }: Deps, bookingId: string): string =>
  `${env.PUBLIC_URL}/booking-details?bookingId=${bookingId}`;

/** Renders a feed in the iCalendar format. Throws CALENDAR_NOT_FOUND. */
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
      // All deadlines of a booking have the same id, so that calendar apps replace the earlier entry.
      id: `${booking.id}@${host}`,
      sequence: booking.changes,
      stamp: now,
      // Use noon, so that the server's time zone does not change the day.
      start: new Date(`${toDayInZone(at, timeZone)}T12:00:00Z`),
      allDay: true,
      // A deadline does not make its whole day busy.
      transparency: ICalEventTransparency.TRANSPARENT,
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
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: `Deliverable: ${title} (${booking.otherName})`,
      url: getBookingUrl(deps, bookingId),
    });
  }
  const text = `${calendar.toString()}\r\n`;
  return calendar.length() > 0 ? text : text.replace('END:VCALENDAR', `${UTC_TIME_ZONE}END:VCALENDAR`);
}
