import { BOOKING_STATUSES, STATUS_LABELS, type BookingStatus } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import classes from './BookingFilter.module.css';

/** Chooses by status; the choice is in the address. */
export function BookingFilter({ status }: { status: BookingStatus | undefined }) {
  return (
    <nav className={classes.filter} aria-label="Bookings by status">
      {[undefined, ...BOOKING_STATUSES].map((choice) => (
        <Link
          key={choice ?? 'all'}
          to={paths.bookings(choice === undefined ? {} : { status: choice })}
          className={classes.choice}
          preventScrollReset
          {...(choice === status && { 'aria-current': 'page' as const })}
        >
          {choice === undefined ? 'All' : STATUS_LABELS[choice]}
        </Link>
      ))}
    </nav>
  );
}
