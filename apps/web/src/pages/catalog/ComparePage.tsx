import { Button, Container, Group } from '@mantine/core';
import { toFindParams, MAX_COMPARED_PACKAGES, parsePackageIds } from '@marquee/validation';
import { Columns3, Plus } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { ComparisonTable } from '../../features/catalog/discovery/ComparisonTable.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const requestedIds = new URL(request.url).searchParams.get('packages');
  const ids = parsePackageIds(requestedIds);
  await withLoadError(queryUtils.discovery.compare.ensureData({ ids }), 'Failed to load the comparison');
  return { ids, asked: (requestedIds ?? '').split(',').filter((each) => each !== '').length };
}

export function Page() {
  const { ids, asked } = useLoaderData<typeof loader>();
  const [items] = trpc.discovery.compare.useSuspenseQuery({ ids });
  const user = useUser();
  const comparedIds = items.map((item) => item.package.id);
  const browse = paths.findInfluencers(toFindParams({ search: {}, compare: comparedIds }));
  const missingCount = asked - items.length;

  return (
    <Container size="lg" py="xl">
      <PageMeta title="Compare packages" />
      <BackLink to={browse}>Find creators</BackLink>
      <PageHeader
        title="Compare packages"
        description="Compare contents, delivery times and prices. You can share this comparison by its link."
        actions={
          items.length > 0 &&
          items.length < MAX_COMPARED_PACKAGES && (
            <Button component={Link} to={browse} variant="default" leftSection={<Plus size={18} aria-hidden />}>
              Add a package
            </Button>
          )
        }
      />
      {missingCount > 0 && (
        <Group mb="lg">
          <Callout tone="info">
            We left out {pluralize(missingCount, 'package')}. You can compare up to {MAX_COMPARED_PACKAGES} different
            packages that are for sale.
          </Callout>
        </Group>
      )}
      {items.length === 0 ? (
        <EmptyState
          icon={<Columns3 size={36} strokeWidth={1.5} aria-hidden />}
          title="Nothing to compare yet"
          text={`Click “Compare” on up to ${MAX_COMPARED_PACKAGES} packages to see them side by side.`}
          action={
            <Button component={Link} to={browse}>
              Find creators
            </Button>
          }
        />
      ) : (
        <ComparisonTable items={items} canBook={user?.userType !== 'influencer'} />
      )}
    </Container>
  );
}
