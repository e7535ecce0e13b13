/** /booking-results?bookingId={id}: where the work of a booking was published, and what came of it. */
import { Button, Container, Group } from '@mantine/core';
import { hasResults } from '@marquee/booking';
import { Download, Printer, SearchX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { reportsCsv, type Results } from '../features/posts/results.ts';
import { ResultsView } from '../features/posts/ResultsView.tsx';
import { ShareResults } from '../features/posts/ShareResults.tsx';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { failureOf } from '../lib/errors.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { downloadText } from '../ui/downloadText.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = new URL(request.url).searchParams.get('bookingId');
  if (id === null || id === '') throw redirect(paths.bookings());
  try {
    await data.posts.results.fetch({ id }, FRESH);
    return { id };
  } catch (error) {
    if (failureOf(error) === 'BOOKING_NOT_FOUND') return { id: null };
    return orFail(Promise.reject(error), 'Failed to load the results');
  }
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <Container size="md" py="xl">
      <Head title="Results" />
      {id === null ? <NoBooking /> : <OwnResults key={id} id={id} />}
    </Container>
  );
}

function OwnResults({ id }: { id: string }) {
  const [results] = trpc.posts.results.useSuspenseQuery({ id });
  const { viewer, packageName, creatorName, brandName, posts } = results;
  const canNote = viewer === 'creator' && hasResults(results);
  return (
    <>
      <BackLink to={paths.bookingDetails({ bookingId: id })}>The booking</BackLink>
      <PageHeader
        title="Results"
        description={`${packageName} · ${viewer === 'creator' ? `for ${brandName}` : `by ${creatorName}`}`}
        {...(posts.length > 0 && { actions: <Tools results={results} /> })}
      />
      <ResultsView
        results={results}
        creatorName={viewer === 'creator' ? 'you' : creatorName}
        amountCents={viewer === 'brand' ? results.amountCents : null}
        empty={emptyText(results)}
        noting={canNote ? results : null}
      />
    </>
  );
}

function emptyText(results: Results): string {
  const { viewer, creatorName, brandName } = results;
  if (!hasResults(results)) return 'Posts are noted from the start of the work on, unless the money went back.';
  return viewer === 'creator'
    ? `Note where the work was published. ${brandName} is told, and sees the figures that you report.`
    : `Once ${creatorName} notes where the work was published, you find it here, with its figures.`;
}

/** Taking the results along. */
const Tools = ({ results }: { results: Results }) => (
  <Group gap="sm">
    {hasResults(results) && <ShareResults results={results} />}
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => downloadText(reportsCsv(results), 'marquee-results.csv')}
    >
      CSV
    </Button>
    <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
      Print
    </Button>
  </Group>
);

const NoBooking = () => (
  <EmptyState
    wholeScreen
    icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
    title="Booking Not Found"
    text="This booking doesn't exist or you don't have access to it."
    action={
      <Button component={Link} to={paths.bookings()}>
        Back to your bookings
      </Button>
    }
  />
);
