/** /admin: the frame around every screen of staff. For everybody else these addresses lead to the dashboard. */
import { Container } from '@mantine/core';
import { type LoaderFunctionArgs, NavLink, Outlet } from 'react-router-dom';
import { ADMIN_SCREENS } from '../features/admin/screens.ts';
import { paths } from '../paths.ts';
import { requireAdmin } from '../session.ts';
import { data, trpc } from '../trpc.ts';
import { useCurrentInSight } from '../ui/useCurrentInSight.ts';
import classes from './AdminPage.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  // The screens are there without the numbers beside their names.
  await data.admin.overview.ensureData().catch(() => undefined);
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
const COUNTED_EACH_MS = 60_000;

/** The screens of staff. On a narrow screen the row scrolls, and shows where one is. */
function AdminNav() {
  const nav = useCurrentInSight<HTMLElement>();
  const { data: work } = trpc.admin.overview.useQuery(undefined, { refetchInterval: COUNTED_EACH_MS });
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
