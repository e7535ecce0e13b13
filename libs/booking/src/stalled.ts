/** The end of a booking whose work stands still. */
import type { BookingStatus } from './states.ts';
import { notStartedEnd, overdueEnd, type StalledEnd, type Windows } from './windows.ts';

/** Moments are ISO text on the wire and dates in the database's rows. */
type Moment = string | Date | null;

interface Standing {
  readonly status: BookingStatus;
  readonly acceptedAt: Moment;
  readonly dueAt: Moment;
  readonly resumedAt: Moment;
  readonly leadDays: number;
  readonly windows: Windows;
}

/** When a booking ends that is accepted or under way and goes no further; null: it is neither. */
export function stalledEnd({ status, acceptedAt, dueAt, resumedAt, leadDays, windows }: Standing): StalledEnd | null {
  const resumed = resumedAt === null ? null : new Date(resumedAt);
  if (status === 'accepted' && acceptedAt !== null)
    return notStartedEnd(new Date(acceptedAt), resumed, windows, leadDays);
  if (status === 'in_progress' && dueAt !== null) return overdueEnd(new Date(dueAt), resumed, windows);
  return null;
}
