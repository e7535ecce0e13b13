/** /admin: the layout of all admin pages. Only staff can open them. Other users are redirected to the dashboard. */
import { Container } from '@mantine/core';
import { type LoaderFunctionArgs, NavLink, Outlet } from 'react-router-dom';
import { ADMIN_SCREENS } from '../features/admin/adminScreens.ts';
import { paths } from '../paths.ts';
import { requireAdmin } from '../session.ts';
import { queryUtils, trpc } from '../trpc.ts';
import { useScrollToCurrentLink } from '../lib/useScrollToCurrentLink.ts';
import classes from './AdminPage.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  // Ignores errors, because the admin pages also work without the counts of open items.
  await queryUtils.admin.overview.ensureData().catch(() => undefined);
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

/** The interval between refreshes of the counts. Actions of the user refresh them immediately. */
const COUNT_REFRESH_MS = 60_000;

/** Renders the navigation of the admin pages. On narrow screens it scrolls to the current page. */
function AdminNav() {
  const nav = useScrollToCurrentLink<HTMLElement>();
  const { data: work } = trpc.admin.overview.useQuery(undefined, { refetchInterval: COUNT_REFRESH_MS });
  return (
    <nav className={classes.nav} aria-label="Administration" ref={nav}>
      {ADMIN_SCREENS.map(([to, label, openOf]) => {
        const open = work && openOf ? openOf(work) : 0;
        return (
          <NavLink key={to} to={to} end={to === paths.admin()} className={classes.link ?? ''}>
            {label}
            {open > 0 && <span className={classes.count}>{open}</span>}
          </NavLink>
        );
      })}
    </nav>
  );
}
