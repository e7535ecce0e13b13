import { Button } from '@mantine/core';
import { CATEGORIES, findParamsOf, PLATFORM_NAMES, PLATFORMS, type Platform } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import type { Booking } from '../bookings/booking.ts';
import { carryOrder } from './orderDraft.ts';

/** The way to creators who fit the same brief; the order form there starts with what was filled in here. */
export function OtherCreators({ booking }: { booking: Booking }) {
  const { data: creator } = trpc.profiles.creator.useQuery({ id: booking.creatorId });
  const search = {
    categories: CATEGORIES.filter((category) => creator?.categories.includes(category)),
    platforms: platformsOf(booking, creator?.platforms.map(({ platform }) => platform) ?? []),
    maxBudget: Math.ceil(booking.totalCents / 100),
  };
  return (
    <Button
      component={Link}
      to={paths.findInfluencers(findParamsOf({ search }))}
      onClick={() => carryOrder(booking.customer)}
    >
      Find creators for this brief
    </Button>
  );
}

/** The creator's platforms that the package is for, where it names any. */
function platformsOf(booking: Booking, known: readonly Platform[]): Platform[] {
  const words = new Set(
    [booking.packageName, booking.packageDescription, ...booking.features].join(' ').match(/[\p{L}\p{N}]+/gu),
  );
  return PLATFORM_NAMES.filter((platform) => known.includes(platform) && words.has(PLATFORMS[platform]));
}
