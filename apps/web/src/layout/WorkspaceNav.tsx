import { Container } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { User } from '../session.ts';
import classes from './WorkspaceNav.module.css';

/** The second bar: the signed-in user's own screens, shown on those screens only. */
export function WorkspaceNav({ user }: { user: User }) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the bar is wider than the screen: the link of this screen is brought into sight, only sideways, whenever another one is shown.
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && link) bar.current.scrollLeft = link.offsetLeft - bar.current.clientWidth / 3;
  });
  const links = user.userType === 'influencer' ? CREATOR_LINKS : BRAND_LINKS;
  if (
    pathname !== paths.home() &&
    ![...links, ...MORE].some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  )
    return null;
  return (
    <Container ref={bar} size="lg" component="nav" aria-label="Workspace" className={classes.bar ?? ''}>
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={classes.link ?? ''}
          aria-current={isCurrent(to, pathname) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </Container>
  );
}

/** Some screens belong to a link whose address they do not have. */
const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to ||
  pathname.startsWith(`${to}/`) ||
  (to === paths.dashboard() && pathname === paths.home()) || (to === paths.bookings() && pathname === '/booking-details');

const CREATOR_LINKS = [
  { to: paths.dashboard(), label: 'Dashboard' },
  { to: paths.bookings(), label: 'Bookings' },
  { to: paths.packages(), label: 'Packages' },
  { to: paths.questionnaireBuilder(), label: 'Questions' },
  { to: paths.payouts(), label: 'Payouts' },
  { to: paths.settings(), label: 'Settings' },
];

const BRAND_LINKS = [
  { to: paths.dashboard(), label: 'Dashboard' },
  { to: paths.bookings(), label: 'Bookings' },
  { to: paths.receipts(), label: 'Receipts' },
  { to: paths.customerInfo(), label: 'Customer Info' },
  { to: paths.settings(), label: 'Settings' },
];

/** Screens of the workspace that no link of the bar names. */
const MORE = [{ to: '/booking-details' }, { to: paths.managePackages() }];
