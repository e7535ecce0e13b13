/** /admin: the frame around every screen of staff. For everybody else these addresses lead to the dashboard. */
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
  // The screens are there without the numbers beside their names.
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

/** What others do in the meantime is seen after so long; what one does oneself at once. */
const COUNT_REFRESH_MS = 60_000;

/** The screens of staff. On a narrow screen the row scrolls, and shows where one is. */
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
