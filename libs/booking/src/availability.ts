/**
 * When a creator can take an order: how many bookings at once, days off, days of notice before a start. Pages say it
 * and the service holds orders to it by the same functions. Whoever sets nothing can always be booked.
 */
import type { BookingStatus } from './states.ts';
import { DAY_MS } from './windows.ts';
import { createZoneFormatter } from './zone-formatter.ts';

/**
 * Days on which a creator does not work, the first and the last included ('2026-03-14'), in the creator's time zone.
 */
export interface TimeOff {
  readonly first: string;
  readonly last: string;
}

/** What a creator has set. */
export interface AvailabilitySettings {
  /** So many bookings at once; null: no limit. */
  readonly maxBookings: number | null;
  /** Work starts this many days after an order at the earliest. */
  readonly leadDays: number;
  readonly timeOff: readonly TimeOff[];
}

/** Limits of availability settings. The schema of the database has the same numbers. */
export const AVAILABILITY_LIMITS = {
  bookings: 100,
  leadDays: 60,
  timeOff: 20,
  /** Days of one time off. */
  timeOffDays: 366,
  /** Brands that wait for one creator, and creators that one brand waits for. */
  waitingBrandsPerCreator: 50,
  waitingListsPerBrand: 20,
} as const;

/**
 * The statuses in which a booking holds one of its creator's places. A request does, also an unpaid one: otherwise
 * fifty brands could order the last place, and forty-nine cards be authorised for nothing. Completed work does not:
 * what is left of it is the money's.
 */
export const OCCUPYING_STATUSES = ['pending', 'accepted', 'in_progress'] as const satisfies readonly BookingStatus[];

/** Whether a booking in this status holds a place. */
export const isOccupyingStatus = (status: BookingStatus): boolean =>
  (OCCUPYING_STATUSES as readonly BookingStatus[]).includes(status);

/** An order that holds a counted place is paid within this, or the place is free again (decisions 2026-11-22). */
export const UNPAID_SLOT_HOURS = 1;
/** Who is offered a place from the waiting list has it for so long. */
export const WAITING_LIST_HOLD_HOURS = 24;
/**
 * The number of days after today by which work has to be able to start. Later orders are refused, because their money
 * would be held too long. `starts_by` in the database has the same number.
 */
export const MAX_START_DAYS = 90;

/** What holds a creator's places now. */
export interface Occupancy {
  /** Bookings in `OCCUPYING`, and places that are offered to others. */
  readonly taken: number;
  /** Others who wait and come first. */
  readonly ahead: number;
  /** The days on which work under way is due. */
  readonly dueDays: readonly string[];
}

/** Whether an order can be placed now, and if not, why and until when. */
export interface Availability {
  readonly state: 'free' | 'away' | 'full';
  /** The day from which there should be a place again; null: free now, or nobody can say. */
  readonly nextDay: string | null;
  /** The first day on which work ordered now would start. */
  readonly startDay: string;
}

/** The day so many days after another one. */
export const addDaysToDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days `to` is after `from`. */
export const countDaysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The day that a moment is in a time zone (IANA; null: UTC). */
export const toDayInZone = (moment: Date, timeZone: string | null): string =>
  timeZone === null || timeZone === 'UTC' ? moment.toISOString().slice(0, 10) : formatDayInZone(moment, timeZone);

const formatDayInZone = createZoneFormatter('en-CA', { dateStyle: 'short' });

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day ('2026-03-14') as people read it; the same in every time zone. */
export const formatDay = (day: string): string => DAY_FORMAT.format(new Date(`${day}T00:00:00Z`));

/** The first moment of a day in a time zone (IANA; null: UTC), to the quarter of an hour that zones differ by. */
export function getStartOfDay(day: string, timeZone: string | null): Date {
  // No place on earth is further from UTC than 14 hours.
  let at = Date.parse(`${day}T00:00:00Z`) - 14 * 3_600_000;
  while (toDayInZone(new Date(at), timeZone) < day) at += 900_000;
  return new Date(at);
}

/** The first day from `day` on that is not off. */
function findWorkingDay(day: string, timeOff: readonly TimeOff[]): string {
  const off = timeOff.find(({ first, last }) => first <= day && day <= last);
  // Each time off is left once: there are as many steps as there are of them.
  return off === undefined ? day : findWorkingDay(addDaysToDay(off.last, 1), timeOff);
}

/**
 * Whether an order can be placed on `today`, the creator's day. The day on which a full creator has a place again, for
 * whoever is first then, is that on which enough of the work under way is due; it is unknown while that has not begun,
 * or is late.
 */
export function computeAvailability(
  { maxBookings, leadDays, timeOff }: AvailabilitySettings,
  { taken, ahead, dueDays }: Occupancy,
  today: string,
): Availability {
  const startDay = findWorkingDay(addDaysToDay(today, leadDays), timeOff);
  const back = findWorkingDay(today, timeOff);
  const isTooLate = countDaysBetween(today, startDay) > MAX_START_DAYS;
  const isAway = back !== today || isTooLate;
  if (maxBookings !== null && taken + ahead >= maxBookings) {
    const ends = dueDays.filter((day) => day >= today).toSorted();
    const end = ends[taken - maxBookings];
    const nextDay = end === undefined ? null : findWorkingDay(end, timeOff);
    return { state: isAway ? 'away' : 'full', nextDay, startDay };
  }
  return isAway
    ? { state: 'away', nextDay: isTooLate ? startDay : back, startDay }
    : { state: 'free', nextDay: null, startDay };
}

/**
 * The first day on which work of an order could start that is placed as soon as it can be; null: nobody can say. The
 * database answers the same for whole lists (`starts_by`).
 */
export function computeEarliestStart(
  settings: AvailabilitySettings,
  occupancy: Occupancy,
  today: string,
): string | null {
  const { state, nextDay, startDay } = computeAvailability(settings, occupancy, today);
  if (state === 'free') return startDay;
  return nextDay === null ? null : findWorkingDay(addDaysToDay(nextDay, settings.leadDays), settings.timeOff);
}

/** The place in a line as people say it: 1 → '1st'. */
export function formatOrdinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
