import { formatDollars } from '@marquee/money';
import { Text } from '@mantine/core';
import type { Booking } from './booking.ts';

/** How the payment was, or is being, divided, once some of it goes back. */
export function Settled({ booking }: { booking: Booking }) {
  const { settledCreatorCents: creator, settledFeeCents: fee, settledRefundCents: refund } = booking;
  if (creator === null || fee === null || refund === null || refund === 0 || booking.settlementVoidedAt !== null)
    return null;
  const back = `${formatDollars(refund)} back to ${booking.viewer === 'brand' ? 'you' : booking.brandName}`;
  const kept = `${formatDollars(creator)} to ${booking.viewer === 'creator' ? 'you' : booking.creatorName}`;
  return (
    <Text size="sm" mt="xs">
      {creator === 0 ? `${back}.` : `${kept}, ${back}, ${formatDollars(fee)} platform fee.`}
    </Text>
  );
}
