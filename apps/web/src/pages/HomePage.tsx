/** /: the dashboard for who is signed in, the landing page for visitors (spec §2). */
import { lazy } from 'react';
import { useLoaderData } from 'react-router-dom';
import { Landing } from '../features/landing/Landing.tsx';
import { currentUser } from '../session.ts';
import { data } from '../trpc.ts';

// Whoever is not signed in never needs it.
const Dashboard = lazy(() =>
  import('../features/dashboard/Dashboard.tsx').then((module) => ({ default: module.Dashboard })),
);

export async function loader() {
  const user = await currentUser();
  if (user === null) await Promise.all([data.discovery.landing.ensureData(), data.auth.external.ensureData()]);
  else await import('../features/dashboard/loadDashboard.ts').then(({ loadDashboard }) => loadDashboard(user));
  return { user };
}

export function Page() {
  const { user } = useLoaderData<typeof loader>();
  return user === null ? <Landing /> : <Dashboard user={user} />;
}
