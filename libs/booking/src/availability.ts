/**
 * Rules for when a creator can take an order, which depend on the maximum number of simultaneous bookings, time off,
 * and lead days. Pages and services use the same functions. A creator without settings is always available.
 */
import { addDaysToDay, countDaysBetween } from '@marquee/time';
import type { BookingStatus } from './states.ts';

/** Time off: the first and last day ('2026-03-14') in the creator's time zone, both inclusive. */
export interface TimeOff {
  readonly first: string;
  readonly last: string;
}

export interface AvailabilitySettings {
  /** Maximum number of simultaneous bookings, or null for no limit. */
  readonly maxBookings: number | null;
  readonly leadDays: number;
  readonly timeOff: readonly TimeOff[];
}

/** Limits of availability settings. A test checks that the database constraints use the same numbers. */
export const AVAILABILITY_LIMITS = {
  bookings: 100,
  leadDays: 60,
  timeOff: 20,
  timeOffDays: 366,
  waitingBrandsPerCreator: 50,
  waitingListsPerBrand: 20,
} as const;

/**
 * The statuses in which a booking uses one of its creator's slots. Requests that the brand has not paid yet use a
 * slot, too. Otherwise, fifty brands could order the last slot, and forty-nine cards would be authorized for
 * nothing. Completed work does not use a slot.
 */
export const OCCUPYING_STATUSES = ['pending', 'accepted', 'in_progress'] as const satisfies readonly BookingStatus[];

export const isOccupyingStatus = (status: BookingStatus): boolean =>
  (OCCUPYING_STATUSES as readonly BookingStatus[]).includes(status);

/** Hours for which an unpaid order keeps its slot (docs/decisions.md, 2026-11-22). */
export const UNPAID_SLOT_HOURS = 1;
/** Hours for which an offered slot stays reserved for a brand on the waiting list. */
export const WAITING_LIST_HOLD_HOURS = 24;
/**
 * Maximum number of days from today to the start of work. Orders that could only start later are refused, because
 * their payment would be held too long. The SQL function `starts_by` uses the same number.
 */
export const MAX_START_DAYS = 90;

/** A creator's used slots and waiting list, from the point of view of one brand. */
export interface Occupancy {
  /** Number of bookings in `OCCUPYING_STATUSES`, plus slots offered to other brands. */
  readonly taken: number;
  /** Number of brands ahead of this brand on the waiting list. */
  readonly ahead: number;
  readonly dueDays: readonly string[];
}

/** Whether the brand can order now. If not, also contains the reason and the day from which it should be possible. */
export interface Availability {
  readonly state: 'free' | 'away' | 'full';
  /** The day from which an order should be possible again. Null if the brand can order now or the day is unknown. */
  readonly nextDay: string | null;
  /** The first day on which work ordered today would start. */
  readonly startDay: string;
}

/** Returns the first day on or after `day` that is not time off. */
function findWorkingDay(day: string, timeOff: readonly TimeOff[]): string {
  const off = timeOff.find(({ first, last }) => first <= day && day <= last);
  // The recursion ends, because each call skips one period of time off.
  return off === undefined ? day : findWorkingDay(addDaysToDay(off.last, 1), timeOff);
}

/**
 * Computes whether a brand can order on `today`, which is a day in the creator's time zone. If all slots are taken,
 * also computes the day on which the next slot should become free, from the due dates of the work in progress. That
 * day is unknown if too little work is in progress or the work is late.
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
 * Returns the earliest possible start of work if the brand orders as soon as it can, or null if that day is unknown.
 * For lists, the SQL function `starts_by` applies the same rule.
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

export function formatOrdinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
