import { Button, Group, Stack, Text } from '@mantine/core';
import { dayText, ordinal, OFFER_HOURS } from '@marquee/booking';
import type { ChoiceForm, OrderCustomer } from '@marquee/validation';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { failureOf } from '../../lib/errors.ts';
import { data, trpc } from '../../trpc.ts';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { plural } from '../../ui/plural.ts';
import { Section } from '../../ui/Section.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { When } from '../../ui/When.tsx';
import type { Standing } from './words.ts';

interface Order {
  customer: OrderCustomer;
  answers: Record<string, string>;
  choice?: ChoiceForm;
}

/**
 * Why a creator cannot be booked now, when it can again, and the way onto the waiting list or off it. `order`: what was
 * filled in for it; null: nothing.
 */
export function WaitingList({ standing, order }: { standing: Standing; order: Order | null }) {
  const { creatorName, packageId, place } = standing;
  const failed = (error: unknown) => {
    // A place became free meanwhile: the checkout finds it.
    if (failureOf(error) === 'CREATOR_AVAILABLE') location.reload();
    else tellFailure(error, 'The waiting list could not be changed');
  };
  const join = trpc.availability.join.useMutation({
    onSuccess: (now) => {
      data.availability.standing.setData({ packageId }, now);
      notify('You are on the waiting list', `We write to you as soon as ${creatorName} has a place for you.`);
    },
    onError: failed,
  });
  const leave = trpc.availability.leave.useMutation({
    onSuccess: async () => {
      notify('You have left the waiting list');
      await data.availability.standing.refetch({ packageId });
    },
    onError: failed,
  });

  return (
    <Section title="Waiting list">
      <Stack gap="md">
        <Notice tone="info" icon={<CalendarClock size={20} aria-hidden />}>
          {whyNot(standing)} Nothing was charged.
        </Notice>
        <Text aria-live="polite">{whereOf(standing)}</Text>
        <Group gap="sm">
          {place === null ? (
            <Button loading={join.isPending} onClick={() => join.mutate({ packageId, ...order })}>
              Join Waiting List
            </Button>
          ) : (
            <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate({ id: place.id })}>
              Leave Waiting List
            </Button>
          )}
          <Button component={Link} to={paths.findInfluencers()} variant={place === null ? 'default' : 'light'}>
            Find other creators
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

/** Why there is no place, and from when there should be one. */
function whyNot({ creatorName, availability }: Standing): string {
  const next = availability?.nextDay ?? null;
  if (availability?.state === 'away')
    return next === null
      ? `${creatorName} takes no orders now, because of time off.`
      : `${creatorName} takes no orders now, because of time off. Orders are possible again from ${dayText(next)}.`;
  return next === null
    ? `${creatorName} has no free place now. Nobody can say yet when the next one is free.`
    : `${creatorName} has no free place now. The next one is expected on ${dayText(next)}, when work under way is due.`;
}

/** Where the reader stands, or what the list is. */
function whereOf({ creatorName, waiting, place }: Standing): React.ReactNode {
  if (place === null)
    return `${waiting === 0 ? 'Nobody waits yet.' : `${plural(waiting, 'brand')} ${waiting === 1 ? 'waits' : 'wait'}.`} When a place is free, the first on the list has ${OFFER_HOURS} hours to book it, then the next. We write to you when it is your turn, and keep what you filled in.`;
  if (place.offeredUntil !== null)
    return (
      <span>
        It is your turn: a place is kept for you until <When at={place.offeredUntil} />. It can be booked as soon as{' '}
        {creatorName} takes orders.
      </span>
    );
  return `You are ${ordinal(place.position)} of ${waiting} on the list. We write to you when it is your turn; you then have ${OFFER_HOURS} hours to book.`;
}
