import { Modal, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { DECLINE_LABELS, DECLINE_REASONS, type DeclineReason } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { useState, type FormEvent } from 'react';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import type { BookingDetails } from './booking.ts';
import { AnswerNoteField } from './AnswerNoteField.tsx';

export interface DeclineDialogProps {
  booking: BookingDetails;
  opened: boolean;
  loading: boolean;
  onDecline: (answer: { reason: DeclineReason; note: string }) => void;
  onClose: () => void;
}

/** Asks the creator for the reason to decline. The first reason is preselected, so one click is enough. */
export function DeclineDialog({ booking, opened, loading, onDecline, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState<DeclineReason>(DECLINE_REASONS[0]);
  const [note, setNote] = useState('');
  useFormBackup(`decline ${booking.id}`, {
    isDirty: opened && note !== '',
    values: () => ({ reason, note }),
    restore: (values) => {
      setReason(values.reason);
      setNote(values.note);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDecline({ reason, note });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Decline this booking?" size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Radio.Group
            label="Reason"
            description={`We share it with ${booking.brandName}.`}
            value={reason}
            onChange={(value) => setReason(DECLINE_REASONS.find((each) => each === value) ?? DECLINE_REASONS[0])}
          >
            <Stack gap="xs" mt="xs">
              {DECLINE_REASONS.map((each) => (
                <Radio key={each} value={each} label={DECLINE_LABELS[each]} />
              ))}
            </Stack>
          </Radio.Group>
          <AnswerNoteField label="Anything to add? (optional)" note={note} onChange={setNote} />
          <Text size="sm">
            We release the hold of {formatDollars(booking.totalCents)} on the card. Nothing is charged, and you are not
            paid. You cannot undo this.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Keep booking
            </Button>
            <Button type="submit" color="red.8" loading={loading}>
              Decline Booking
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
