import { Modal, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { LIMITS, REPORT_REASONS, reportForm, type ReportReason, type ReportSubject } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';

/** The items that the user can choose to report, most likely first. */
export interface ReportSubjects {
  subjects: readonly { kind: ReportSubject; id: string; label: string }[];
}

/** Asks the user what to report and why. If the session expires, the input is restored after signing in. */
export function ReportDialog({ subjects, onClose }: ReportSubjects & { onClose: () => void }) {
  const first = subjects[0] ?? { kind: 'profile', id: '', label: '' };
  const form = useForm({
    initialValues: { kind: first.kind, id: first.id, reason: '', sentence: '' },
    validate: schemaResolver(reportForm, { sync: true }),
  });
  const send = trpc.reports.create.useMutation({
    onSuccess: ({ isNew }) => {
      notify(
        isNew ? 'Report sent' : 'You already reported this',
        'We review it and email you our decision. We never reveal who reported it.',
      );
      onClose();
      form.reset();
    },
    onError: (error) => notifyFailure(error, 'Your report could not be sent'),
  });
  useFormBackup(`report ${first.id}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = (values: typeof form.values) => send.mutate({ ...values, reason: values.reason as ReportReason });
  return (
    <Modal
      opened
      onClose={onClose}
      title={first.kind === 'review' ? `Report: ${first.label}` : 'Report'}
      size="lg"
      centered
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
        <Stack gap="md">
          {subjects.length > 1 && (
            <NativeSelect
              label="What do you want to report?"
              data={subjects.map(({ id, label }) => ({ value: id, label }))}
              value={form.values.id}
              onChange={(event) => {
                const subject = subjects.find(({ id }) => id === event.currentTarget.value) ?? first;
                form.setValues({ id: subject.id, kind: subject.kind });
              }}
            />
          )}
          <Radio.Group label="What is wrong?" withAsterisk {...form.getInputProps('reason')}>
            <Stack gap="xs" mt="xs">
              {REPORT_REASONS.map((reason) => (
                <Radio key={reason} value={reason} label={reason} />
              ))}
            </Stack>
          </Radio.Group>
          <LimitedTextarea
            label="Details"
            withAsterisk
            aria-required
            autosize
            minRows={3}
            maxRows={10}
            limit={LIMITS.reportSentence}
            {...form.getInputProps('sentence')}
          />
          <Text size="sm" c="dimmed">
            Our staff reviews every report and emails you the decision. We never reveal who reported it.
          </Text>
          <DialogButtons submitLabel="Send report" loading={send.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
