import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import {
  DAILY_CHOICES,
  DAILY_HOUR,
  MAIL_CHOICES,
  mailWishOf,
  noticeSettings,
  type MailChoice,
  type MailWish,
  type NoticeSettings,
} from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { data, trpc, type Outputs } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { groupLabels } from './noticeGroups.ts';
import { SectionForm } from './sections.tsx';

type Saved = Outputs['notices']['settings'];
type Fields = Pick<NoticeSettings, 'off' | 'daily' | 'quiet'>;

const fieldsOf = ({ off, daily, quiet }: Saved): Fields => ({ off, daily, quiet });

const check = schemaResolver(noticeSettings, { sync: true });

const WISHES: Record<MailWish, string> = {
  each: 'At once',
  daily: `Once a day, at ${String(DAILY_HOUR).padStart(2, '0')}:00`,
  none: 'No mails',
};
const CAN_WAIT: readonly MailChoice[] = DAILY_CHOICES;
const wishesFor = (group: MailChoice) =>
  (Object.keys(WISHES) as MailWish[])
    .filter((wish) => wish !== 'daily' || CAN_WAIT.includes(group))
    .map((value) => ({ value, label: WISHES[value] }));

/** The lists with another wish for one group. */
const withWish = ({ off, daily }: Fields, group: MailChoice, wish: MailWish): Pick<Fields, 'off' | 'daily'> => ({
  off: [...off.filter((each) => each !== group), ...(wish === 'none' ? [group] : [])],
  daily: DAILY_CHOICES.filter((each) => (each === group ? wish === 'daily' : daily.includes(each))),
});

/** A usual night; shown when quiet hours are switched on. */
const NIGHT = { from: 22, to: 7 };
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Which mails somebody wants, and when. */
export function NoticeSection({ saved }: { saved: Saved }) {
  const form = useForm<Fields>({
    initialValues: fieldsOf(saved),
    validate: (fields) => check({ ...fields, pushOff: saved.pushOff }),
  });
  const save = trpc.notices.saveSettings.useMutation({
    onSuccess: (settings) => {
      data.notices.settings.setData(undefined, settings);
      notify('Notifications saved');
    },
    onError: (error) => tellFailure(error, 'Your choices could not be saved'),
  });
  const { quiet } = form.values;
  return (
    <SettingsSection
      id="notifications"
      title="Mails"
      text="Everything stands in your notifications as well, whatever you choose here."
    >
      <SectionForm<Fields, Saved>
        form={form}
        valuesOf={fieldsOf}
        isSaving={save.isPending}
        saveLabel="Save notifications"
        onSave={(fields, adopt) => save.mutate({ ...fields, pushOff: saved.pushOff }, adopt)}
      >
        <Stack gap="lg">
          <Stack gap="sm">
            {MAIL_CHOICES.map((group) => (
              <NativeSelect
                key={group}
                label={groupLabels[group][0]}
                description={groupLabels[group][1]}
                data={wishesFor(group)}
                value={mailWishOf(form.values, group)}
                onChange={(event) =>
                  form.setValues(withWish(form.values, group, event.currentTarget.value as MailWish))
                }
                maw="28rem"
              />
            ))}
            <Text size="sm" c="dimmed">
              Mails about payments, refunds, cancellations, disputes, deadlines after which money moves, and about your
              account always come.
            </Text>
          </Stack>
          <Stack gap="sm">
            <Checkbox
              label="Quiet hours"
              description={`Mails about bookings, offers and reviews, and all that your devices are told, wait until they end (${saved.timeZone ?? 'UTC'}). What you have read here by then is not sent.`}
              checked={quiet !== null}
              onChange={(event) => form.setFieldValue('quiet', event.currentTarget.checked ? NIGHT : null)}
            />
            {quiet !== null && (
              <Group gap="md">
                <NativeSelect
                  label="From"
                  data={HOURS}
                  value={String(quiet.from)}
                  onChange={(event) => form.setFieldValue('quiet', { ...quiet, from: Number(event.target.value) })}
                />
                <NativeSelect
                  label="To"
                  data={HOURS}
                  value={String(quiet.to)}
                  error={form.errors['quiet.to']}
                  data-path="quiet.to"
                  onChange={(event) => form.setFieldValue('quiet', { ...quiet, to: Number(event.target.value) })}
                />
              </Group>
            )}
          </Stack>
        </Stack>
      </SectionForm>
    </SettingsSection>
  );
}
