import { Modal, Stack, Text } from '@mantine/core';
import { bookingDelivery, LIMITS, type BookingDelivery } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { LinkFields } from '../../../ui/LinkFields.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import type { BookingDetails } from './booking.ts';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import { describeCompletion } from './bookings.words.ts';

export interface DeliveryDialogProps {
  booking: BookingDetails;
  opened: boolean;
  loading: boolean;
  onDeliver: (delivery: BookingDelivery) => void;
  onClose: () => void;
}

/** Lets the creator mark the work as completed, with an optional note and links for the brand. */
export function DeliveryDialog({ booking, opened, loading, onDeliver, onClose }: DeliveryDialogProps) {
  const [note, setNote] = useState('');
  const [links, setLinks] = useState(['']);
  const [wrong, setWrong] = useState<Record<number, string>>({});
  useFormBackup(`deliver ${booking.id}`, {
    isDirty: opened && (note !== '' || links.some((link) => link !== '')),
    values: () => ({ note, links }),
    restore: (values) => {
      setNote(values.note);
      setLinks(values.links);
    },
  });
  const { data: deliveries } = trpc.deliveries.byBooking.useQuery({ id: booking.id });
  // Tells whether the creator has delivered anything. Undefined while the versions sent so far are loading.
  const isDelivered =
    note.trim() !== '' || links.some((link) => link.trim() !== '')
      ? true
      : deliveries?.items.some(({ versions }) => versions.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = links.filter((link) => link.trim() !== '');
    const verdict = bookingDelivery.safeParse({ note, links: filled });
    if (verdict.success) return onDeliver(verdict.data);
    setLinks(filled.length === 0 ? [''] : filled);
    setWrong(
      Object.fromEntries(verdict.error.issues.map(({ path, message }) => [Number(path[1] ?? -1), message] as const)),
    );
    return undefined;
  };
  const changeLinks = (changed: string[]) => {
    setLinks(changed);
    // Clears all errors. They are stored by index, and removing a link changes the index of every link after it.
    setWrong({});
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Mark this work as completed?" size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LimitedTextarea
            label="What did you deliver? (optional)"
            description={`${booking.brandName} sees this before approving the work.`}
            autosize
            minRows={3}
            maxRows={10}
            limit={LIMITS.deliveryNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <LinkFields
            label="Link to the work (optional)"
            links={links}
            wrong={wrong}
            most={LIMITS.deliveryLinks}
            onChange={changeLinks}
          />
          <Text size="sm">
            {isDelivered === false && (
              <span>{`You have not sent any work yet. Send it under “Deliverables” first, or enter above where to find it. `}</span>
            )}
            <span>{describeCompletion(booking, isDelivered !== false)} You cannot undo this.</span>
          </Text>
          <DialogButtons submitLabel="Mark as Completed" loading={loading} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
