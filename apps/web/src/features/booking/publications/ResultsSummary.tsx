import { Button, Text } from '@mantine/core';
import { isReportingResults, sumMetrics } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { FoldedSection } from '../../../ui/FoldedSection.tsx';
import type { BookingDetails } from '../bookings/booking.ts';
import { formatMetricValue } from './results.ts';

/**
 * Shows how many posts of a booking have been published, with a link to them. Renders nothing for a brand while
 * there are none.
 */
export function ResultsSummary({ booking }: { booking: BookingDetails }) {
  const { data: results } = trpc.publications.results.useQuery({ id: booking.id });
  if (results === undefined) return null;
  const { posts, viewer } = results;
  if (posts.length === 0 && (viewer === 'brand' || !isReportingResults(booking))) return null;
  const { views } = sumMetrics(posts.flatMap(({ reports }) => reports.at(-1) ?? []));
  return (
    <FoldedSection
      title="Results"
      essence={`${posts.length === 0 ? 'No posts' : pluralize(posts.length, 'post')}${views === null ? '' : `, ${formatMetricValue(views)} views`}`}
    >
      {posts.length === 0 && (
        <Text mb="md">
          Add the links of your published posts, so that {booking.brandName} can see how they perform.
        </Text>
      )}
      <Button component={Link} to={paths.bookingResults({ bookingId: booking.id })} variant="default">
        {posts.length === 0 ? 'Add published post' : 'See results'}
      </Button>
    </FoldedSection>
  );
}
