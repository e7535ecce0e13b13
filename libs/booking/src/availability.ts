/**
 * Decides when a creator can accept an order: maximum number of bookings at once, time off, and lead days. Pages and
 * services use the same functions. A creator without settings is always available.
 */
import type { BookingStatus } from './states.ts';
import { DAY_MS } from './windows.ts';
import { createZoneFormatter } from './zone-formatter.ts';

/** Days on which a creator does not work ('2026-03-14'), both inclusive, in the creator's time zone. */
export interface TimeOff {
  readonly first: string;
  readonly last: string;
}

/** A creator's availability settings. */
export interface AvailabilitySettings {
  /** Maximum number of bookings at once, or null for no limit. */
  readonly maxBookings: number | null;
  /** Days between an order and the earliest start of work. */
  readonly leadDays: number;
  readonly timeOff: readonly TimeOff[];
}

/** Limits of availability settings. A test compares the database with them. */
export const AVAILABILITY_LIMITS = {
  bookings: 100,
  leadDays: 60,
  timeOff: 20,
  /** Maximum number of days of one time off. */
  timeOffDays: 366,
  /** Maximum number of brands on one creator's waiting list, and of lists that one brand is on. */
  waitingBrandsPerCreator: 50,
  waitingListsPerBrand: 20,
} as const;

/**
 * The statuses in which a booking uses one of its creator's slots. Unpaid requests do, too. Otherwise fifty brands
 * could order the last slot, and forty-nine cards would be authorized for nothing. Completed work does not.
 */
export const OCCUPYING_STATUSES = ['pending', 'accepted', 'in_progress'] as const satisfies readonly BookingStatus[];

/** Whether a booking in this status uses a slot. */
export const isOccupyingStatus = (status: BookingStatus): boolean =>
  (OCCUPYING_STATUSES as readonly BookingStatus[]).includes(status);

/** An unpaid order keeps its slot for this time (docs/decisions.md, 2026-11-22). */
export const UNPAID_SLOT_HOURS = 1;
/** A brand that is offered a slot from the waiting list has it for this time. */
export const WAITING_LIST_HOLD_HOURS = 24;
/**
 * The number of days after today by which work has to be able to start. Later orders are refused, because their money
 * would be held too long. `starts_by` in the database has the same number.
 */
export const MAX_START_DAYS = 90;

/** The creator's used slots and waiting list. */
export interface Occupancy {
  /** Bookings in `OCCUPYING_STATUSES`, and slots that are offered to other brands. */
  readonly taken: number;
  /** Number of brands in front on the waiting list. */
  readonly ahead: number;
  /** Due dates of the work in progress. */
  readonly dueDays: readonly string[];
}

/** Whether an order is possible now, and if not, why and until when. */
export interface Availability {
  readonly state: 'free' | 'away' | 'full';
  /** The day on which a slot should become free. Null if one is free now or it is unknown. */
  readonly nextDay: string | null;
  /** The first day on which work ordered now would start. */
  readonly startDay: string;
}

/** Adds days to a day. */
export const addDaysToDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days from `from` to `to`. */
export const countDaysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Returns the day of a time in an IANA time zone, or in UTC for null. */
export const toDayInZone = (moment: Date, timeZone: string | null): string =>
  timeZone === null || timeZone === 'UTC' ? moment.toISOString().slice(0, 10) : formatDayInZone(moment, timeZone);

const formatDayInZone = createZoneFormatter('en-CA', { dateStyle: 'short' });

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a day ('2026-03-14') independently of the time zone. */
export const formatDay = (day: string): string => DAY_FORMAT.format(new Date(`${day}T00:00:00Z`));

/** Returns the start of a day in an IANA time zone (null: UTC), with the 15-minute precision of zone offsets. */
export function getStartOfDay(day: string, timeZone: string | null): Date {
  // No time zone is more than 14 hours from UTC.
  let at = Date.parse(`${day}T00:00:00Z`) - 14 * 3_600_000;
  while (toDayInZone(new Date(at), timeZone) < day) at += 900_000;
  return new Date(at);
}

/** Returns the first day from `day` on that is not time off. */
function findWorkingDay(day: string, timeOff: readonly TimeOff[]): string {
  const off = timeOff.find(({ first, last }) => first <= day && day <= last);
  // Each time off is left at most once, so this ends.
  return off === undefined ? day : findWorkingDay(addDaysToDay(off.last, 1), timeOff);
}

/**
 * Computes whether an order is possible on `today`, the creator's day. The next free slot is on the day on which enough
 * of the work in progress is due. It is unknown if that work has not begun or is late.
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
 * Returns the first day on which work of an order placed as early as possible could start, or null if unknown. The SQL
 * function `starts_by` computes the same for lists.
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

/** Formats an ordinal number: 1 becomes '1st'. */
export function formatOrdinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
