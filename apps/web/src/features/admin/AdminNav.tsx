import { NavLink } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useCurrentInSight } from '../../ui/useCurrentInSight.ts';
import classes from './AdminNav.module.css';

const SCREENS = [
  [paths.admin(), 'Overview'],
  [paths.adminDisputes(), 'Disputes'],
  [paths.adminPayouts(), 'Blocked payouts'],
  [paths.adminExceptions(), 'Exceptions'],
  [paths.adminRefunds(), 'Refunds'],
  [paths.adminBookings(), 'Bookings'],
  [paths.adminUsers(), 'Users'],
  [paths.adminPackages(), 'Packages'],
  [paths.adminMessages(), 'Messages'],
  [paths.adminRevenue(), 'Revenue'],
  [paths.adminAudit(), 'Audit log'],
] as const;

/** The screens of staff. On a narrow screen the row scrolls, and shows where one is. */
export function AdminNav() {
  const nav = useCurrentInSight<HTMLElement>();
  return (
    <nav className={classes.nav} aria-label="Administration" ref={nav}>
      {SCREENS.map(([to, label]) => (
        <NavLink key={to} to={to} end={to === paths.admin()} className={classes.link ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
