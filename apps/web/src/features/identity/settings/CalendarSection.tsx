import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { copyText } from '../../../lib/copyText.ts';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { ConfirmedEmailOnly } from '../auth/ConfirmedEmailOnly.tsx';

/** Manages the calendar feed with the user's deadlines. The feed's URL is shown only once, when it is created. */
export function CalendarSection() {
  const [feed] = trpc.calendar.feed.useSuspenseQuery();
  const [address, setAddress] = useState<string | null>(null);
  const make = trpc.calendar.createFeed.useMutation({
    onSuccess: (feed) => {
      setAddress(feed.address);
      queryUtils.calendar.feed.setData(undefined, { createdAt: feed.createdAt });
    },
    onError: (error) => notifyFailure(error, 'The calendar address could not be created'),
  });
  const drop = trpc.calendar.revokeFeed.useMutation({
    onSuccess: () => {
      setAddress(null);
      queryUtils.calendar.feed.setData(undefined, null);
      notify('Calendar turned off', 'Calendars that use the old address no longer get your deadlines.');
    },
    onError: (error) => notifyFailure(error, 'The calendar could not be turned off'),
  });
  return (
    <AnchoredSection
      id="calendar"
      title="Calendar"
      text="Subscribe to your deadlines in your own calendar app. Most apps update every few hours, and Google Calendar within a day."
    >
      <Stack gap="md" align="flex-start">
        {address !== null && (
          <Stack gap="xs" w="100%">
            <TextInput
              label="Your calendar’s address"
              description="Copy it now, because it is not shown again. Anyone with this address can read your deadlines."
              value={address}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
          </Stack>
        )}
        {feed !== null && address === null && (
          <Text>
            You created a calendar address on <DateTime at={feed.createdAt} dateOnly />. Creating a new one replaces it.
          </Text>
        )}
        <Group gap="sm">
          {address !== null && <Button onClick={() => void copyText(address)}>Copy address</Button>}
          {feed === null ? (
            <ConfirmedEmailOnly>
              <Button loading={make.isPending} onClick={() => make.mutate()}>
                Create calendar address
              </Button>
            </ConfirmedEmailOnly>
          ) : (
            <>
              <ConfirmButton
                label="Create new address"
                title="Create a new address?"
                confirmLabel="Create new address"
                loading={make.isPending}
                onConfirm={() => make.mutate()}
              >
                Calendars that use the current address no longer get your deadlines.
              </ConfirmButton>
              <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
                Turn off
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </AnchoredSection>
  );
}
