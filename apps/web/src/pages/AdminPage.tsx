/** /admin: the frame around every screen of staff. For everybody else these addresses lead to the dashboard. */
import { NavLink, Outlet, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '../paths.ts';
import { requireAdmin } from '../session.ts';
import { Container } from '../ui/plain.tsx';
import { useCurrentInSight } from '../ui/useCurrentInSight.ts';
import classes from './AdminPage.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return null;
}

export function Page() {
  return (
    <Container size="lg" py="xl">
      <meta name="robots" content="noindex, nofollow" />
      <AdminNav />
      <Outlet />
    </Container>
  );
}

const SCREENS = [
  [paths.admin(), 'Overview'],
  [paths.adminDisputes(), 'Disputes'],
  [paths.adminPayouts(), 'Blocked payouts'],
  [paths.adminExceptions(), 'Exceptions'],
  [paths.adminRefunds(), 'Refunds'],
  [paths.adminBookings(), 'Bookings'],
  [paths.adminUsers(), 'Users'],
  [paths.adminPackages(), 'Packages'],
  [paths.adminReports(), 'Reports'],
  [paths.adminMessages(), 'Messages'],
  [paths.adminRevenue(), 'Revenue'],
  [paths.adminTerms(), 'Fee and windows'],
  [paths.adminAudit(), 'Audit log'],
] as const;

/** The screens of staff. On a narrow screen the row scrolls, and shows where one is. */
function AdminNav() {
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
