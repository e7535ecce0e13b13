import { LIMITS, REPORT_REASONS, reportForm, type ReportReason, type ReportSubject } from '@marquee/validation';
import { NativeSelect, Radio, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { trpc } from '../../trpc.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { focusFirstError } from '../../ui/focusField.ts';
import { Modal } from '../../ui/Modal.tsx';
import { notify } from '../../ui/notify.ts';
import { Stack, Text } from '../../ui/plain.tsx';
import { useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';

/** Whose profile it is, and what is for sale there. */
export interface Reportable {
  creator: { id: string; username: string; fullName: string };
  services: readonly { id: string; name: string }[];
  /** One review there: then it is what the report is about. */
  review?: { id: string; authorName: string };
}

/** Asks what is wrong with what. What was typed stays until it is sent. */
export function ReportDialog({ creator, services, review, onClose }: Reportable & { onClose: () => void }) {
  const first: { kind: ReportSubject; id: string; label: string } =
    review === undefined
      ? { kind: 'profile', id: creator.id, label: `The profile of ${creator.fullName}` }
      : { kind: 'review', id: review.id, label: `The review by ${review.authorName}` };
  const subjects = [
    first,
    ...services.map(({ id, name }) => ({ kind: 'package' as const, id, label: `The service “${name}”` })),
  ];
  const form = useForm({
    initialValues: { kind: first.kind, id: first.id, reason: '', sentence: '' },
    validate: schemaResolver(reportForm, { sync: true }),
  });
  const send = trpc.reports.report.useMutation({
    onSuccess: ({ isNew }) => {
      notify(
        isNew ? 'Report sent' : 'You have reported this already',
        'We look at it and write to you what we decided. Nobody is told who reported it.',
      );
      onClose();
      form.reset();
    },
    onError: (error) => tellFailure(error, 'Your report could not be sent'),
  });
  useKept(`report ${first.id}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = (values: typeof form.values) => send.mutate({ ...values, reason: values.reason as ReportReason });
  return (
    <Modal
      opened
      onClose={onClose}
      title={review === undefined ? 'Report' : `Report the review by ${review.authorName}`}
      size="lg"
      centered
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
        <Stack gap="md">
          {subjects.length > 1 && (
            <NativeSelect
              label="What is it about?"
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
          <Textarea
            label="In your words"
            withAsterisk
            aria-required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={LIMITS.reportSentence}
            {...form.getInputProps('sentence')}
          />
          <Text size="sm" c="dimmed">
            Our staff reads it. You get a mail with what was decided; nobody is told who reported it.
          </Text>
          <DialogButtons submitLabel="Send report" loading={send.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
