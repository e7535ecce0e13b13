/** /results/:token: results that one side of a booking shares by this address. Search engines leave it out. */
import { Anchor, Button, Container } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { LinkIcon } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { ResultsView } from '../features/posts/ResultsView.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { notFound, orFail } from '../ui/RouteError.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const token = (params['token'] ?? '').slice(0, 100);
  const results = await orFail(data.posts.shared.fetch({ token }, FRESH), 'Failed to load the results');
  return results === null ? notFound() : { token };
}

export function Page() {
  const found = useLoaderData<typeof loader>();
  return found === null ? <NotShared /> : <Shared token={found.token} />;
}

function Shared({ token }: { token: string }) {
  const [results] = trpc.posts.shared.useSuspenseQuery({ token });
  if (results === null) return <NotShared />;
  const { packageName, creatorName, creatorUsername, brandName } = results;
  return (
    <Container size="md" py="xl">
      <Head title={`Results of ${packageName}`} />
      <PageHeader
        title={packageName}
        description={
          <>
            Results of a booking at {PRODUCT_NAME} · by{' '}
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
        empty="Its creator may note where it was published."
        token={token}
      />
    </Container>
  );
}

const NotShared = () => (
  <Container size="sm" py="xl">
    <Head title="Results not found" />
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={36} strokeWidth={1.5} aria-hidden />}
      title="These results are not shared"
      text="Whoever shared them has stopped, or the address is not whole."
      action={
        <Button component={Link} to={paths.findInfluencers()}>
          Find creators
        </Button>
      }
    />
  </Container>
);
