import { dayText } from '@marquee/booking';
import type { Outputs } from '../../trpc.ts';

export type Availability = NonNullable<Outputs['availability']['ofCreator']>;
export type Standing = Outputs['availability']['standing'];

/** Whether and when a creator can be booked, in one line. */
export function availabilityText({ state, nextDay, startDay }: Omit<Availability, 'leadDays'>): string {
  switch (state) {
    case 'free':
      return `Can start from ${dayText(startDay)}`;
    case 'full':
      return nextDay === null ? 'Fully booked now' : `Fully booked, next place expected ${dayText(nextDay)}`;
    case 'away':
      return nextDay === null ? 'Away and fully booked' : `Away, next available ${dayText(nextDay)}`;
  }
}
