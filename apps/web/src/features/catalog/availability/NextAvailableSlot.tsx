import { CalendarClock } from 'lucide-react';
import classes from './NextAvailableSlot.module.css';
import { formatAvailability, type CreatorAvailability } from './availability.words.ts';

/** Shows when a creator can start on a new order. Renders nothing if the creator can start right away. */
export function NextAvailableSlot({ availability }: { availability: CreatorAvailability | null }) {
  if (availability === null || (availability.state === 'free' && availability.leadDays === 0)) return null;
  return (
    <p className={classes.line}>
      <CalendarClock size={16} aria-hidden />
      <span>{formatAvailability(availability)}</span>
    </p>
  );
}
