/** /admin: the frame around every screen of staff. For everybody else these addresses lead to the dashboard. */
import { Container } from '@mantine/core';
import { Outlet, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminNav } from '../features/admin/AdminNav.tsx';
import { requireAdmin } from '../session.ts';

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
