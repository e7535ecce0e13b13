import { Button } from '@mantine/core';
import { toFindParams } from '@marquee/validation';
import { CREATOR_CATEGORIES, PLATFORM_NAMES, PLATFORM_LABELS, type Platform } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import type { BookingDetails } from '../bookings/booking.ts';
import { storeCarriedOrder } from './orderDraft.ts';

/**
 * Links to creators who match the same brief. Clicking it stores the customer details, which prefill the next order
 * form.
 */
export function OtherCreatorsLink({ booking }: { booking: BookingDetails }) {
  const { data: creator } = trpc.profiles.byId.useQuery({ id: booking.creatorId });
  const search = {
    categories: CREATOR_CATEGORIES.filter((category) => creator?.categories.includes(category)),
    platforms: listPackagePlatforms(booking, creator?.platforms.map(({ platform }) => platform) ?? []),
    maxBudget: Math.ceil(booking.totalCents / 100),
  };
  return (
    <Button
      component={Link}
      to={paths.findInfluencers(toFindParams({ search }))}
      onClick={() => storeCarriedOrder(booking.customer)}
    >
      Find creators for this brief
    </Button>
  );
}

/** Returns those of the creator's platforms that are mentioned in the package's name, description or features. */
function listPackagePlatforms(booking: BookingDetails, known: readonly Platform[]): Platform[] {
  const words = new Set(
    [booking.packageName, booking.packageDescription, ...booking.features].join(' ').match(/[\p{L}\p{N}]+/gu),
  );
  return PLATFORM_NAMES.filter((platform) => known.includes(platform) && words.has(PLATFORM_LABELS[platform]));
}
