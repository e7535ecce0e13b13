import { Button, Container, Title } from '@mantine/core';
import { Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { TopicLinks } from '../../features/catalog/discovery/TopicLinks.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { createBreadcrumbs, StructuredData } from '../../ui/StructuredData.tsx';
import classes from './TopicPage.module.css';

export async function loader() {
  await withLoadError(queryUtils.discovery.topics.ensureData(), 'Failed to load the categories');
  return null;
}

export function Page() {
  const [{ categories, places }] = trpc.discovery.topics.useSuspenseQuery();
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="Creators by category and location"
        description="Browse creators by category and location, with typical prices and delivery times."
        canonical={paths.creators()}
      />
      <StructuredData
        data={createBreadcrumbs([
          ['Home', paths.home()],
          ['Creators', paths.creators()],
        ])}
      />
      <PageHeader
        title="Creators by category and location"
        description="Compare typical prices and delivery times, and find creators to book."
        actions={
          <Button component={Link} to={paths.findInfluencers()} variant="default">
            Search and filter
          </Button>
        }
      />
      {categories.length + places.length === 0 && (
        <EmptyState
          icon={<Users size={36} strokeWidth={1.5} aria-hidden />}
          title="No creators yet"
          text="Categories and locations appear here when creators publish packages."
        />
      )}
      {categories.length > 0 && (
        <section aria-labelledby="categories" className={classes.part}>
          <Title order={2} id="categories" mb="md">
            Categories
          </Title>
          <TopicLinks label="Categories" links={categories} />
        </section>
      )}
      {places.length > 0 && (
        <section aria-labelledby="places" className={classes.part}>
          <Title order={2} id="places" mb="md">
            Locations
          </Title>
          <TopicLinks label="Places" links={places} />
        </section>
      )}
    </Container>
  );
}
