import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import {
  DIGEST_GROUPS,
  DIGEST_HOUR,
  OPTIONAL_EMAIL_GROUPS,
  getEmailFrequency,
  notificationSettings,
  type OptionalEmailGroup,
  type EmailFrequency,
  type NotificationSettings,
} from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { NOTIFICATION_GROUP_LABELS } from './notificationGroups.ts';
import { SettingsSectionForm } from './SettingsSections.tsx';
import { NOTIFICATION_SETTINGS_NOT_SAVED } from './settings.words.ts';

type SavedNotificationSettings = RouterOutputs['notifications']['settings'];
type NotificationFields = Pick<NotificationSettings, 'off' | 'daily' | 'quiet'>;

const toNotificationFields = ({ off, daily, quiet }: SavedNotificationSettings): NotificationFields => ({
  off,
  daily,
  quiet,
});

const validateNotificationSettings = schemaResolver(notificationSettings, { sync: true });

const EMAIL_FREQUENCY_LABELS: Record<EmailFrequency, string> = {
  each: 'Immediately',
  daily: `Once a day, at ${String(DIGEST_HOUR).padStart(2, '0')}:00`,
  none: 'No emails',
};
const DIGEST_CAPABLE_GROUPS: readonly OptionalEmailGroup[] = DIGEST_GROUPS;
const listEmailFrequencies = (group: OptionalEmailGroup) =>
  (Object.keys(EMAIL_FREQUENCY_LABELS) as EmailFrequency[])
    .filter((frequency) => frequency !== 'daily' || DIGEST_CAPABLE_GROUPS.includes(group))
    .map((value) => ({ value, label: EMAIL_FREQUENCY_LABELS[value] }));

/** Returns the email settings after setting the frequency of one group of notifications to `frequency`. */
const setEmailFrequency = (
  { off, daily }: NotificationFields,
  group: OptionalEmailGroup,
  frequency: EmailFrequency,
): Pick<NotificationFields, 'off' | 'daily'> => ({
  off: [...off.filter((each) => each !== group), ...(frequency === 'none' ? [group] : [])],
  daily: DIGEST_GROUPS.filter((each) => (each === group ? frequency === 'daily' : daily.includes(each))),
});

/** The initial quiet hours, when the user first enables them, as hours of the day. */
const DEFAULT_QUIET_HOURS = { from: 22, to: 7 };
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function NotificationSection({ saved }: { saved: SavedNotificationSettings }) {
  const form = useForm<NotificationFields>({
    initialValues: toNotificationFields(saved),
    validate: (fields) => validateNotificationSettings({ ...fields, pushOff: saved.pushOff }),
  });
  const save = trpc.notifications.saveSettings.useMutation({
    onSuccess: (settings) => {
      queryUtils.notifications.settings.setData(undefined, settings);
      notify('Notifications saved');
    },
    onError: (error) => notifyFailure(error, NOTIFICATION_SETTINGS_NOT_SAVED),
  });
  const { quiet } = form.values;
  return (
    <AnchoredSection
      id="notifications"
      title="Email"
      text="Choose which emails you get. All notifications also appear in the product."
    >
      <SettingsSectionForm<NotificationFields, SavedNotificationSettings>
        form={form}
        valuesOf={toNotificationFields}
        isSaving={save.isPending}
        saveLabel="Save notifications"
        onSave={(fields, _, handlers) => save.mutate({ ...fields, pushOff: saved.pushOff }, handlers)}
        shared={null}
      >
        <Stack gap="lg">
          <Stack gap="sm">
            {OPTIONAL_EMAIL_GROUPS.map((group) => (
              <NativeSelect
                key={group}
                label={NOTIFICATION_GROUP_LABELS[group][0]}
                description={NOTIFICATION_GROUP_LABELS[group][1]}
                data={listEmailFrequencies(group)}
                value={getEmailFrequency(form.values, group)}
                onChange={(event) =>
                  form.setValues(setEmailFrequency(form.values, group, event.currentTarget.value as EmailFrequency))
                }
                maw="28rem"
              />
            ))}
            <Text size="sm" c="dimmed">
              We always email you about payments, refunds, cancellations, disputes, payment deadlines and your account.
            </Text>
          </Stack>
          <Stack gap="sm">
            <Checkbox
              label="Quiet hours"
              description={`Emails about bookings, offers and reviews, and notifications on your devices, are held until quiet hours end (${saved.timeZone ?? 'UTC'}). We skip what you read before then.`}
              checked={quiet !== null}
              onChange={(event) =>
                form.setFieldValue('quiet', event.currentTarget.checked ? DEFAULT_QUIET_HOURS : null)
              }
            />
            {quiet !== null && (
              <Group gap="md">
                <NativeSelect
                  label="From"
                  data={HOUR_OPTIONS}
                  value={String(quiet.from)}
                  onChange={(event) => form.setFieldValue('quiet', { ...quiet, from: Number(event.target.value) })}
                />
                <NativeSelect
                  label="To"
                  data={HOUR_OPTIONS}
                  value={String(quiet.to)}
                  error={form.errors['quiet.to']}
                  data-path="quiet.to"
                  onChange={(event) => form.setFieldValue('quiet', { ...quiet, to: Number(event.target.value) })}
                />
              </Group>
            )}
          </Stack>
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
