import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { NOTIFICATION_GROUPS, type NotificationGroup } from '@marquee/validation';
import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { ConfirmedEmailOnly } from '../auth/ConfirmedEmailOnly.tsx';
import { NOTIFICATION_GROUP_LABELS, toNotificationSettings } from './notificationGroups.ts';
import { getPushPermission, subscribeToPush, unsubscribeFromPush } from './pushSubscription.ts';
import { NOTIFICATION_SETTINGS_NOT_SAVED } from './settings.words.ts';

type StoredPushSettings = RouterOutputs['notifications']['settings'];

const PUSH_ON_MESSAGE = 'Notifications turned on for this browser';
const PUSH_FAILED_MESSAGE = 'Notifications could not be turned on';

/** Never calls the listener, because browser support does not change while a page is open. */
const neverUpdates = () => () => undefined;

/** Manages push notifications in this browser. Each change is saved immediately. */
export function PushSection({ saved, publicKey }: { saved: StoredPushSettings; publicKey: string }) {
  // The server does not know the browser's capabilities and permissions, so it renders 'possible'.
  const permission = useSyncExternalStore(neverUpdates, getPushPermission, () => 'possible' as const);
  const [isRefused, setRefused] = useState(false);
  const state = isRefused ? 'blocked' : permission;
  const adopt = (changes: Partial<StoredPushSettings>) =>
    queryUtils.notifications.settings.setData(undefined, { ...saved, ...changes });
  const add = trpc.notifications.addDevice.useMutation();
  const remove = trpc.notifications.removeDevice.useMutation();
  const save = trpc.notifications.saveSettings.useMutation({
    onSuccess: (settings) => queryUtils.notifications.settings.setData(undefined, settings),
    onError: (error) => notifyFailure(error, NOTIFICATION_SETTINGS_NOT_SAVED),
  });
  const switchOn = useMutation({
    mutationFn: async () => {
      const device = await subscribeToPush(publicKey);
      if (device !== null) await add.mutateAsync(device);
      return device !== null;
    },
    onSuccess: (isOn) => {
      setRefused(!isOn);
      if (!isOn) return;
      adopt({ isPushed: true });
      notify(PUSH_ON_MESSAGE);
    },
    onError: (error) => notifyFailure(error, PUSH_FAILED_MESSAGE),
  });
  const switchOff = useMutation({
    mutationFn: async () => {
      const endpoint = await unsubscribeFromPush();
      if (endpoint !== null) await remove.mutateAsync({ endpoint });
    },
    onSuccess: () => {
      adopt({ isPushed: false });
      notify('Notifications turned off for this browser');
    },
    onError: (error) => notifyFailure(error, 'Notifications could not be turned off'),
  });
  const { pushOff } = saved;
  const set = (group: NotificationGroup, isWanted: boolean) =>
    save.mutate({
      ...toNotificationSettings(saved),
      pushOff: isWanted ? pushOff.filter((each) => each !== group) : [...pushOff, group],
    });

  return (
    <AnchoredSection
      id="push"
      title="On this device"
      text={`Get notifications even when ${PRODUCT_NAME} is closed. They stop when you sign out.`}
    >
      <Stack gap="md" align="flex-start">
        {state === 'impossible' && (
          <Text>
            This browser does not support notifications. On an iPhone or iPad, first add this site to the home screen.
          </Text>
        )}
        {state === 'blocked' && (
          <Text>
            Your browser blocks notifications from this site. Allow them in the browser’s site settings, then reload
            this page.
          </Text>
        )}
        {state === 'possible' &&
          (saved.isPushed ? (
            <Button variant="default" loading={switchOff.isPending} onClick={() => switchOff.mutate()}>
              Turn off for this device
            </Button>
          ) : (
            <ConfirmedEmailOnly>
              <Button loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
                Turn on for this device
              </Button>
            </ConfirmedEmailOnly>
          ))}
        {saved.isPushed && (
          <Stack gap="sm">
            <Text fw={600}>Send to your devices</Text>
            {(Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[]).map((group) => (
              <Checkbox
                key={group}
                label={NOTIFICATION_GROUP_LABELS[group][0]}
                checked={!pushOff.includes(group)}
                disabled={save.isPending}
                onChange={(event) => set(group, event.currentTarget.checked)}
              />
            ))}
            <Text size="sm" c="dimmed">
              Applies to every device with notifications turned on. Quiet hours apply, too.
            </Text>
          </Stack>
        )}
      </Stack>
    </AnchoredSection>
  );
}
