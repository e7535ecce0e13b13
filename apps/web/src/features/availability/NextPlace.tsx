import { Icon } from '../../ui/Icon.tsx';
import classes from './NextPlace.module.css';
import { availabilityText, type Availability } from './words.ts';

/** When a creator is next available; nothing for one who can always be booked. */
export function NextPlace({ availability }: { availability: Availability | null }) {
  if (availability === null || (availability.state === 'free' && availability.leadDays === 0)) return null;
  return (
    <p className={classes.line}>
      <Icon name="calendar-clock" />
      <span>{availabilityText(availability)}</span>
    </p>
  );
}
