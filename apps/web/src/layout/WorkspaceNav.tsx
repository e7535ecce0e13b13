import { Link, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { User } from '../session.ts';
import { Container } from '../ui/plain.tsx';
import { useCurrentInSight } from '../ui/useCurrentInSight.ts';
import classes from './WorkspaceNav.module.css';

/** The second bar: the signed-in user's own screens, shown on those screens only. */
export function WorkspaceNav({ user }: { user: User }) {
  const { pathname } = useLocation();
  const bar = useCurrentInSight<HTMLDivElement>();
  const links = (user.userType === 'influencer' ? CREATOR_LINKS : BRAND_LINKS).map((link) => ({
    ...link,
    isCurrent: [link.to, ...(link.also ?? [])].includes(pathname) || pathname.startsWith(`${link.to}/`),
  }));
  if (!links.some(({ isCurrent }) => isCurrent)) return null;
  return (
    <Container ref={bar} size="lg" component="nav" aria-label="Workspace" className={classes.bar ?? ''}>
      {links.map(({ to, label, isCurrent }) => (
        <Link key={to} to={to} className={classes.link ?? ''} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </Container>
  );
}

interface WorkspaceLink {
  to: string;
  label: string;
  /** Other addresses that belong to it. */
  also?: readonly string[];
}

const DASHBOARD: WorkspaceLink = { to: paths.dashboard(), label: 'Dashboard', also: [paths.home()] };
const BOOKINGS: WorkspaceLink = { to: paths.bookings(), label: 'Bookings', also: [paths.bookingDetails()] };
const SETTINGS: WorkspaceLink = { to: paths.settings(), label: 'Settings' };

const CREATOR_LINKS: readonly WorkspaceLink[] = [
  DASHBOARD,
  BOOKINGS,
  { to: paths.packages(), label: 'Packages', also: [paths.managePackages()] },
  { to: paths.questionnaireBuilder(), label: 'Questions' },
  { to: paths.payouts(), label: 'Payouts' },
  SETTINGS,
];

const BRAND_LINKS: readonly WorkspaceLink[] = [
  DASHBOARD,
  BOOKINGS,
  { to: paths.receipts(), label: 'Receipts' },
  { to: paths.customerInfo(), label: 'Customer Info' },
  SETTINGS,
];
