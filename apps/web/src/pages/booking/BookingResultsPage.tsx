/** /booking-results?bookingId={id}: the published posts of a booking and their metrics. */
import { Button, Group } from '@mantine/core';
import { isReportingResults } from '@marquee/booking';
import { Download, Printer, SearchX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { listReportRows, type BookingResults } from '../../features/booking/publications/results.ts';
import { ResultsView } from '../../features/booking/publications/ResultsView.tsx';
import { ShareResults } from '../../features/booking/publications/ShareResults.tsx';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { downloadCsv } from '../../lib/downloadCsv.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { BOOKING_NOT_FOUND } from '../../features/booking/bookings/bookings.words.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = new URL(request.url).searchParams.get('bookingId');
  if (id === null || id === '') throw redirect(paths.bookings());
  try {
    await queryUtils.publications.results.fetch({ id }, ALWAYS_FRESH);
    return { id };
  } catch (error) {
    if (getFailureCode(error) === 'BOOKING_NOT_FOUND') return { id: null };
    return withLoadError(Promise.reject(error), 'Failed to load the results');
  }
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <NarrowContainer>
      <PageMeta title="Results" />
      {id === null ? <BookingNotFound /> : <OwnResults key={id} id={id} />}
    </NarrowContainer>
  );
}

function OwnResults({ id }: { id: string }) {
  const [results] = trpc.publications.results.useSuspenseQuery({ id });
  const { viewer, packageName, creatorName, brandName, posts } = results;
  const canNote = viewer === 'creator' && isReportingResults(results);
  return (
    <>
      <BackLink to={paths.bookingDetails({ bookingId: id })}>The booking</BackLink>
      <PageHeader
        title="Results"
        description={`${packageName} · ${viewer === 'creator' ? `for ${brandName}` : `by ${creatorName}`}`}
        {...(posts.length > 0 && { actions: <ResultTools results={results} /> })}
      />
      <ResultsView
        results={results}
        creatorName={viewer === 'creator' ? 'you' : creatorName}
        amountCents={viewer === 'brand' ? results.amountCents : null}
        empty={describeNoResults(results)}
        noting={canNote ? results : null}
      />
    </>
  );
}

function describeNoResults(results: BookingResults): string {
  const { viewer, creatorName, brandName } = results;
  if (!isReportingResults(results))
    return 'Posts can be added after the work has started, unless the payment was refunded.';
  return viewer === 'creator'
    ? `Add the links of your published posts. ${brandName} sees the metrics that you report.`
    : `The posts that ${creatorName} publishes appear here with their metrics.`;
}

const ResultTools = ({ results }: { results: BookingResults }) => (
  <Group gap="sm">
    {isReportingResults(results) && <ShareResults results={results} />}
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => void downloadCsv(listReportRows(results), 'marquee-results.csv')}
    >
      CSV
    </Button>
    <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
      Print
    </Button>
  </Group>
);

const BookingNotFound = () => (
  <EmptyState
    wholeScreen
    icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
    {...BOOKING_NOT_FOUND}
    action={
      <Button component={Link} to={paths.bookings()}>
        All bookings
      </Button>
    }
  />
);
