import { CalendarClock } from 'lucide-react';
import classes from './NextPlace.module.css';
import { availabilityText, type Availability } from './words.ts';

/** When a creator is next available; nothing for one who can always be booked. */
export function NextPlace({ availability }: { availability: Availability | null }) {
  if (availability === null || (availability.state === 'free' && availability.leadDays === 0)) return null;
  return (
    <p className={classes.line}>
      <CalendarClock size={16} aria-hidden />
      <span>{availabilityText(availability)}</span>
    </p>
  );
}
