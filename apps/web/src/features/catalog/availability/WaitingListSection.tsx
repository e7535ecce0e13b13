import { Button, Group, Stack, Text } from '@mantine/core';
import { formatOrdinal, WAITING_LIST_HOLD_HOURS } from '@marquee/booking';
import { formatDay } from '@marquee/time';
import type { PackageChoiceForm, OrderCustomer } from '@marquee/validation';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { getFailureCode } from '../../../lib/errors.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { WaitingListStatus } from './availability.words.ts';

interface WaitingListOrder {
  customer: OrderCustomer;
  answers: Record<string, string>;
  choice?: PackageChoiceForm;
}

/** Returns the part of an order that an entry of the waiting list stores. */
const toEntry = (packageId: string, order: WaitingListOrder | null) => ({
  packageId,
  ...(order && { customer: order.customer, answers: order.answers, ...(order.choice && { choice: order.choice }) }),
});

/**
 * Explains why a creator is unavailable and until when, with buttons to join or leave the waiting list. `order`
 * contains the values of the order form, or null if the form is incomplete.
 */
export function WaitingListSection({
  standing,
  order,
}: {
  standing: WaitingListStatus;
  order: WaitingListOrder | null;
}) {
  const { creatorName, packageId, place } = standing;
  const failed = (error: unknown) => {
    // The creator has a free slot now. After the reload, the page shows the normal checkout, where the brand can
    // book the slot.
    if (getFailureCode(error) === 'CREATOR_AVAILABLE') location.reload();
    else notifyFailure(error, 'The waiting list could not be changed');
  };
  const join = trpc.availability.joinWaitingList.useMutation({
    onSuccess: (now) => {
      queryUtils.availability.waitingListStatus.setData({ packageId }, now);
      notify('You are on the waiting list', `We email you as soon as ${creatorName} has a slot for you.`);
    },
    onError: failed,
  });
  const leave = trpc.availability.leaveWaitingList.useMutation({
    onSuccess: async () => {
      notify('You have left the waiting list');
      await queryUtils.availability.waitingListStatus.refetch({ packageId });
    },
    onError: failed,
  });

  return (
    <SectionCard title="Waiting list">
      <Stack gap="md">
        <Callout tone="info" icon={<CalendarClock size={20} aria-hidden />}>
          {describeUnavailability(standing)} You were not charged.
        </Callout>
        <Text aria-live="polite">{describePosition(standing)}</Text>
        <Group gap="sm">
          {place === null ? (
            <Button loading={join.isPending} onClick={() => join.mutate(toEntry(packageId, order))}>
              Join waiting list
            </Button>
          ) : (
            <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate({ id: place.id })}>
              Leave waiting list
            </Button>
          )}
          <Button component={Link} to={paths.findInfluencers()} variant={place === null ? 'default' : 'light'}>
            Find other creators
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}

/** Explains why the creator is unavailable and when the next slot is expected. */
function describeUnavailability({ creatorName, availability }: WaitingListStatus): string {
  const next = availability?.nextDay ?? null;
  if (availability?.state === 'away')
    return next === null
      ? `${creatorName} is away and not taking orders at the moment.`
      : `${creatorName} is away and takes orders again from ${formatDay(next)}.`;
  return next === null
    ? `${creatorName} is fully booked, and no date for the next free slot is known yet.`
    : `${creatorName} is fully booked. The next slot is expected on ${formatDay(next)}, when current work is due.`;
}

/**
 * Describes the brand's position on the waiting list. For a brand that has not joined, describes how many brands are
 * on the list.
 */
function describePosition({ creatorName, waiting, place }: WaitingListStatus): React.ReactNode {
  if (place === null)
    return `${waiting === 0 ? 'The waiting list is empty.' : `${pluralize(waiting, 'brand')} ${waiting === 1 ? 'is' : 'are'} on the waiting list.`} We email you when it is your turn. You then have ${WAITING_LIST_HOLD_HOURS} hours to book, and your answers are saved.`;
  if (place.offeredUntil !== null)
    return (
      <span>
        It is your turn. A slot is reserved for you until <DateTime at={place.offeredUntil} />. You can book as soon as{' '}
        {creatorName} takes orders again.
      </span>
    );
  return `You are ${formatOrdinal(place.position)} of ${waiting} on the list. We email you when it is your turn. You then have ${WAITING_LIST_HOLD_HOURS} hours to book.`;
}
