import { CalendarClock } from 'lucide-react';
import classes from './NextAvailableSlot.module.css';
import { formatAvailability, type CreatorAvailability } from './availabilityText.ts';

/** The next available day of a creator. Renders nothing for a creator who is always available. */
export function NextAvailableSlot({ availability }: { availability: CreatorAvailability | null }) {
  if (availability === null || (availability.state === 'free' && availability.leadDays === 0)) return null;
  return (
    <p className={classes.line}>
      <CalendarClock size={16} aria-hidden />
      <span>{formatAvailability(availability)}</span>
    </p>
  );
}
