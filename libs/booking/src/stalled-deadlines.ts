import type { BookingStatus } from './states.ts';
import { computeNotStartedDeadlines, computeOverdueDeadlines, type StalledDeadlines, type Windows } from './windows.ts';

/** A time, which is an ISO string in the API and a Date in database rows. */
type Timestamp = string | Date | null;

interface StallableBooking {
  readonly status: BookingStatus;
  readonly acceptedAt: Timestamp;
  readonly dueAt: Timestamp;
  readonly resumedAt: Timestamp;
  readonly leadDays: number;
  readonly windows: Windows;
}

/**
 * Returns the deadlines for starting an accepted booking or for delivering a started one. Returns null for other
 * bookings.
 */
export function findStalledDeadlines({
  status,
  acceptedAt,
  dueAt,
  resumedAt,
  leadDays,
  windows,
}: StallableBooking): StalledDeadlines | null {
  const resumed = resumedAt === null ? null : new Date(resumedAt);
  if (status === 'accepted' && acceptedAt !== null)
    return computeNotStartedDeadlines(new Date(acceptedAt), resumed, windows, leadDays);
  if (status === 'in_progress' && dueAt !== null) return computeOverdueDeadlines(new Date(dueAt), resumed, windows);
  return null;
}
