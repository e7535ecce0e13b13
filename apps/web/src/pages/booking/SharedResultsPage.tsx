/** /results/:token: the results of a booking, shared by one of its parties. Search engines must not index them. */
import { Anchor, Button, Container } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { LinkIcon } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { ResultsView } from '../../features/booking/publications/ResultsView.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { createNotFoundResponse, withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const token = (params['token'] ?? '').slice(0, 100);
  const results = await withLoadError(
    queryUtils.publications.shared.fetch({ token }, ALWAYS_FRESH),
    'Failed to load the results',
  );
  return results === null ? createNotFoundResponse() : { token };
}

export function Page() {
  const results = useLoaderData<typeof loader>();
  return results === null ? <ResultsNotShared /> : <SharedResultsView token={results.token} />;
}

function SharedResultsView({ token }: { token: string }) {
  const [results] = trpc.publications.shared.useSuspenseQuery({ token });
  if (results === null) return <ResultsNotShared />;
  const { packageName, creatorName, creatorUsername, brandName } = results;
  return (
    <Container size="md" py="xl">
      <PageMeta title={`Results of ${packageName}`} />
      <PageHeader
        title={packageName}
        description={
          <>
            Results of a booking on {PRODUCT_NAME} · by{' '}
            <Anchor component={Link} to={paths.profile({ username: creatorUsername })} underline="always">
              {creatorName}
            </Anchor>
            {brandName !== null && ` for ${brandName}`}
          </>
        }
      />
      <ResultsView
        results={results}
        creatorName={creatorName}
        empty="Results appear here when the creator adds them."
        token={token}
      />
    </Container>
  );
}

const ResultsNotShared = () => (
  <Container size="sm" py="xl">
    <PageMeta title="Results not found" />
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={36} strokeWidth={1.5} aria-hidden />}
      title="These results are not shared"
      text="The owner stopped sharing them, or the link is incomplete."
      action={
        <Button component={Link} to={paths.findInfluencers()}>
          Find creators
        </Button>
      }
    />
  </Container>
);
