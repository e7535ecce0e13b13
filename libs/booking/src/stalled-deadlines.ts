/** The end of a booking whose work stands still. */
import type { BookingStatus } from './states.ts';
import { computeNotStartedDeadlines, computeOverdueDeadlines, type StalledDeadlines, type Windows } from './windows.ts';

/** Moments are ISO text on the wire and dates in the database's rows. */
type Timestamp = string | Date | null;

interface StallableBooking {
  readonly status: BookingStatus;
  readonly acceptedAt: Timestamp;
  readonly dueAt: Timestamp;
  readonly resumedAt: Timestamp;
  readonly leadDays: number;
  readonly windows: Windows;
}

/** When a booking ends that is accepted or under way and goes no further; null: it is neither. */
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
