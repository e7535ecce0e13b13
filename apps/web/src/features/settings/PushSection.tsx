import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { NOTICE_GROUPS, type NoticeGroup } from '@marquee/validation';
import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { data, trpc, type Outputs } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { groupLabels, settingsOf } from './noticeGroups.ts';
import { pushState, subscribe, unsubscribe } from './push.ts';

type Saved = Outputs['notices']['settings'];

const ON = 'This browser is told now';
const FAILED = 'This browser could not be switched on';

/** What a browser can does not change while a page is open. */
const never = () => () => undefined;

/** Whether this browser is told things while no page is open in it, and which. Each change is saved at once. */
export function PushSection({ saved, publicKey }: { saved: Saved; publicKey: string }) {
  // The server knows neither what this browser can nor what its owner allows.
  const found = useSyncExternalStore(never, pushState, () => 'possible' as const);
  const [isRefused, setRefused] = useState(false);
  const state = isRefused ? 'blocked' : found;
  const adopt = (changes: Partial<Saved>) => data.notices.settings.setData(undefined, { ...saved, ...changes });
  const add = trpc.notices.addDevice.useMutation();
  const remove = trpc.notices.removeDevice.useMutation();
  const save = trpc.notices.saveSettings.useMutation({
    onSuccess: (settings) => data.notices.settings.setData(undefined, settings),
    onError: (error) => tellFailure(error, 'Your choices could not be saved'),
  });
  const switchOn = useMutation({
    mutationFn: async () => {
      const device = await subscribe(publicKey);
      if (device !== null) await add.mutateAsync(device);
      return device !== null;
    },
    onSuccess: (isOn) => {
      setRefused(!isOn);
      if (!isOn) return;
      adopt({ isPushed: true });
      notify(ON);
    },
    onError: (error) => tellFailure(error, FAILED),
  });
  const switchOff = useMutation({
    mutationFn: async () => {
      const endpoint = await unsubscribe();
      if (endpoint !== null) await remove.mutateAsync({ endpoint });
    },
    onSuccess: () => {
      adopt({ isPushed: false });
      notify('This browser is not told any more');
    },
    onError: (error) => tellFailure(error, 'This browser could not be switched off'),
  });
  const { pushOff } = saved;
  const set = (group: NoticeGroup, isWanted: boolean) =>
    save.mutate({
      ...settingsOf(saved),
      pushOff: isWanted ? pushOff.filter((each) => each !== group) : [...pushOff, group],
    });

  return (
    <SettingsSection
      id="push"
      title="On this device"
      text="Be told also while no page is open here. It ends when you sign out."
    >
      <Stack gap="md" align="flex-start">
        {state === 'impossible' && (
          <Text>
            This browser cannot be told anything while no page is open. On an iPhone or iPad, add this site to the home
            screen first.
          </Text>
        )}
        {state === 'blocked' && (
          <Text>
            Notifications of this site are blocked. Allow them in your browser’s settings for this site, then reload the
            page.
          </Text>
        )}
        {state === 'possible' &&
          (saved.isPushed ? (
            <Button variant="default" loading={switchOff.isPending} onClick={() => switchOff.mutate()}>
              Turn off for this device
            </Button>
          ) : (
            <Button loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
              Turn on for this device
            </Button>
          ))}
        {saved.isPushed && (
          <Stack gap="sm">
            <Text fw={600}>What your devices are told</Text>
            {(Object.keys(NOTICE_GROUPS) as NoticeGroup[]).map((group) => (
              <Checkbox
                key={group}
                label={groupLabels[group][0]}
                checked={!pushOff.includes(group)}
                disabled={save.isPending}
                onChange={(event) => set(group, event.currentTarget.checked)}
              />
            ))}
            <Text size="sm" c="dimmed">
              For all devices that you switched on. Quiet hours hold for all of it.
            </Text>
          </Stack>
        )}
      </Stack>
    </SettingsSection>
  );
}
