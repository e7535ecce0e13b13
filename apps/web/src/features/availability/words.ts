import type { Outputs } from '../../trpc.ts';

export type Availability = NonNullable<Outputs['availability']['ofCreator']>;
export type Standing = Outputs['availability']['standing'];

const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** A day ('2026-03-14') as people read it; the same in every time zone. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

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
