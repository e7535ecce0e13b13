import { Button, Text } from '@mantine/core';
import { hasResults, sumFigures } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { plural } from '../../ui/plural.ts';
import { Section } from '../../ui/Section.tsx';
import type { Booking } from '../bookings/booking.ts';
import { numberText } from './results.ts';

/** On a booking: how many posts are noted, and the way to them. Nothing where the brand has nothing to see yet. */
export function ResultsSummary({ booking }: { booking: Booking }) {
  const { data: results } = trpc.posts.results.useQuery({ id: booking.id });
  if (results === undefined) return null;
  const { posts, viewer } = results;
  if (posts.length === 0 && (viewer === 'brand' || !hasResults(booking))) return null;
  const { views } = sumFigures(posts.flatMap(({ reports }) => reports.at(-1) ?? []));
  return (
    <Section title="Results">
      <Text mb="md">
        {posts.length === 0
          ? `Is it published? Note where, and how it does: ${booking.brandName} sees it, and you both can share it.`
          : `${plural(posts.length, 'post')}${views === null ? '' : `, ${numberText(views)} views reported`}.`}
      </Text>
      <div>
        <Button component={Link} to={paths.bookingResults({ bookingId: booking.id })} variant="default">
          {posts.length === 0 ? 'Note a published post' : 'See the results'}
        </Button>
      </div>
    </Section>
  );
}
