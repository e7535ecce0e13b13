import { Text } from '@mantine/core';
import { trpc } from '../../../trpc.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import type { BookingDetails } from '../../booking/bookings/booking.ts';

/** Shows the creator how other creators have rated the brand. */
export function BrandRating({ booking: { id, brandName } }: { booking: BookingDetails }) {
  const { data: reviews } = trpc.reviews.byBooking.useQuery({ bookingId: id });
  if (reviews === undefined) return null;
  const { count, tenths } = reviews.otherRating;
  return (
    <Text>
      {count === 0 ? (
        `No creator has reviewed ${brandName} yet.`
      ) : (
        <span>
          Creators rate {brandName} <strong>{(tenths / 10).toFixed(1)} of 5</strong> ({pluralize(count, 'review')}).
        </span>
      )}
    </Text>
  );
}
