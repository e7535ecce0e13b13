/** /: the dashboard for signed-in users, the landing page for visitors (requirements R2.14). */
import { lazy } from 'react';
import { useLoaderData } from 'react-router-dom';
import { LandingScreen } from '../../features/catalog/landing/LandingScreen.tsx';
import { loadCurrentUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';

// Loads on demand, because visitors do not see it.
const Dashboard = lazy(() =>
  import('../../features/booking/dashboard/Dashboard.tsx').then((module) => ({ default: module.Dashboard })),
);

export async function loader() {
  const user = await loadCurrentUser();
  if (user === null)
    await Promise.all([queryUtils.discovery.landing.ensureData(), queryUtils.auth.external.ensureData()]);
  else
    await import('../../features/booking/dashboard/loadDashboard.ts').then(({ loadDashboard }) => loadDashboard(user));
  return { user };
}

export function Page() {
  const { user } = useLoaderData<typeof loader>();
  return user === null ? <LandingScreen /> : <Dashboard user={user} />;
}
