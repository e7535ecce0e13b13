/** /admin: the layout of all admin pages. Only staff can open them. Other users are redirected to the dashboard. */
import { Container, Text } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { type LoaderFunctionArgs, Outlet } from 'react-router-dom';
import { ADMIN_AREAS, countOpenWork } from '../../features/staff/admin/adminScreens.ts';
import { paths } from '../../paths.ts';
import { requireAdmin } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { SectionNav } from '../../ui/SectionNav.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  // Ignores errors, because the admin pages also work without the counts of open items.
  await queryUtils.admin.overview.ensureData().catch(() => undefined);
  return null;
}

/** The interval between refreshes of the counts. Actions of the user refresh them immediately. */
const COUNT_REFRESH_MS = 60_000;

export function Page() {
  const { data: work } = trpc.admin.overview.useQuery(undefined, { refetchInterval: COUNT_REFRESH_MS });
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <SectionNav
        label="Administration"
        links={ADMIN_AREAS.map(({ label, icon, screens: [{ to }, ...others] }) => ({
          label,
          icon,
          to,
          also: others.map((screen) => screen.to),
          ...(to === paths.admin() && { count: work && countOpenWork(work) }),
        }))}
      />
      <Container size="lg" py="xl">
        <Outlet />
        {work && (
          <Text component="footer" size="xs" c="dimmed" mt="xl">
            {PRODUCT_NAME} {work.version}
          </Text>
        )}
      </Container>
    </>
  );
}
