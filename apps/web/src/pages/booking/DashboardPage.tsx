/**
 * /dashboard: the dashboard (requirements R2.59 to R2.61). Stripe and banks also redirect users to this URL. The loader
 * handles such a redirect before it loads the dashboard.
 */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Dashboard } from '../../features/booking/dashboard/Dashboard.tsx';
import { loadDashboard } from '../../features/booking/dashboard/loadDashboard.ts';
import { resolvePayoutSetupReturn } from '../../features/money/payouts/payouts.ts';
import { requireUser } from '../../session.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const query = new URL(request.url).searchParams;
  const [booking, payouts] = [query.get('booking'), query.get('payouts')];
  if (booking !== null && user.userType === 'brand')
    throw await import('../../features/booking/orders/paymentReturn.ts').then(({ resolveBankReturn }) =>
      resolveBankReturn(booking, query),
    );
  if (payouts !== null && user.userType === 'influencer') throw await resolvePayoutSetupReturn(payouts);
  await loadDashboard(user);
  return { user };
}

export function Page() {
  const { user } = useLoaderData<typeof loader>();
  return <Dashboard user={user} />;
}
