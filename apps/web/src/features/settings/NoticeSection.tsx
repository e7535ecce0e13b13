import { MAIL_CHOICES, noticeSettings, type MailChoice, type NoticeSettings } from '@marquee/validation';
import { Checkbox, NativeSelect } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { data, trpc, type Outputs } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { Group, Stack, Text } from '../../ui/plain.tsx';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { SectionForm } from './sections.tsx';

type Saved = Outputs['notices']['settings'];

const fieldsOf = ({ off, quiet }: Saved): NoticeSettings => ({ off, quiet });
const check = schemaResolver(noticeSettings, { sync: true });

const LABELS: Record<MailChoice, [label: string, text: string]> = {
  bookings: ['Bookings', 'New orders, what was started and completed, usage rights that end.'],
  offers: ['Offers and waiting lists', 'What is asked and answered, and places that are free for you.'],
  reviews: ['Reviews', 'When you can write one, and when one about you is shown.'],
  messages: ['Messages', 'When something has been unread for ten minutes.'],
};

/** A usual night; shown when quiet hours are switched on. */
const NIGHT = { from: 22, to: 7 };
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Which mails somebody wants, and when. */
export function NoticeSection({ saved }: { saved: Saved }) {
  const form = useForm<NoticeSettings>({ initialValues: fieldsOf(saved), validate: check });
  const save = trpc.notices.saveSettings.useMutation({
    onSuccess: (settings) => {
      data.notices.settings.setData(undefined, settings);
      notify('Notifications saved');
    },
    onError: (error) => tellFailure(error, 'Your choices could not be saved'),
  });
  const { off, quiet } = form.values;
  const set = (group: MailChoice, isWanted: boolean) =>
    form.setFieldValue('off', isWanted ? off.filter((each) => each !== group) : [...off, group]);
  return (
    <SettingsSection
      id="notifications"
      title="Mails"
      text="Everything stands in your notifications as well, whatever you choose here."
    >
      <SectionForm<NoticeSettings, Saved>
        form={form}
        valuesOf={fieldsOf}
        isSaving={save.isPending}
        saveLabel="Save notifications"
        onSave={(settings, adopt) => save.mutate(settings, adopt)}
      >
        <Stack gap="lg">
          <Stack gap="sm">
            {MAIL_CHOICES.map((group) => (
              <Checkbox
                key={group}
                label={LABELS[group][0]}
                description={LABELS[group][1]}
                checked={!off.includes(group)}
                onChange={(event) => set(group, event.currentTarget.checked)}
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
              description={`Mails about bookings, offers and reviews wait until they end (${saved.timeZone ?? 'UTC'}). What you have read here by then is not sent.`}
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
