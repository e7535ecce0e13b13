import { formatDay } from '@marquee/time';
import type { RouterOutputs } from '../../../trpc.ts';

export type CreatorAvailability = NonNullable<RouterOutputs['availability']['byUsername']>;
export type WaitingListStatus = RouterOutputs['availability']['waitingListStatus'];

export function formatAvailability({ state, nextDay, startDay }: Omit<CreatorAvailability, 'leadDays'>): string {
  switch (state) {
    case 'free':
      return `Can start from ${formatDay(startDay)}`;
    case 'full':
      return nextDay === null ? 'Fully booked now' : `Fully booked, next slot expected ${formatDay(nextDay)}`;
    case 'away':
      return nextDay === null ? 'Away and fully booked' : `Away, next available ${formatDay(nextDay)}`;
  }
}
