import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { queryUtils, trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { copyText } from '../../lib/copyText.ts';
import { notify } from '../../lib/notify.ts';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { DateTime } from '../../ui/DateTime.tsx';

/** Manages the calendar feed with the user's deadlines. The feed's URL is shown only once, when it is created. */
export function CalendarSection() {
  const [feed] = trpc.calendar.feed.useSuspenseQuery();
  const [address, setAddress] = useState<string | null>(null);
  const make = trpc.calendar.createFeed.useMutation({
    onSuccess: (made) => {
      setAddress(made.address);
      queryUtils.calendar.feed.setData(undefined, { madeAt: made.madeAt });
    },
    onError: (error) => notifyFailure(error, 'The address could not be made'),
  });
  const drop = trpc.calendar.revokeFeed.useMutation({
    onSuccess: () => {
      setAddress(null);
      queryUtils.calendar.feed.setData(undefined, null);
      notify('Calendar switched off', 'The address leads nowhere any more.');
    },
    onError: (error) => notifyFailure(error, 'The calendar could not be switched off'),
  });
  return (
    <AnchoredSection
      id="calendar"
      title="Calendar"
      text="Your deadlines in your own calendar: add the address there as a subscription. Calendars ask for news every few hours, Google within a day."
    >
      <Stack gap="md" align="flex-start">
        {address !== null && (
          <Stack gap="xs" w="100%">
            <TextInput
              label="Your calendar’s address"
              description="Whoever has it can read your deadlines. It is shown now and not again."
              value={address}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
          </Stack>
        )}
        {feed !== null && address === null && (
          <Text>
            You made an address on <DateTime at={feed.madeAt} dateOnly />. A new one takes its place.
          </Text>
        )}
        <Group gap="sm">
          {address !== null && <Button onClick={() => void copyText(address)}>Copy the address</Button>}
          {feed === null ? (
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Make a calendar address
            </Button>
          ) : (
            <>
              <ConfirmButton
                label="Make a new address"
                title="Make a new address?"
                confirmLabel="Make a new address"
                loading={make.isPending}
                onConfirm={() => make.mutate()}
              >
                Calendars that have the one before do not find your deadlines any more.
              </ConfirmButton>
              <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
                Switch off
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </AnchoredSection>
  );
}
