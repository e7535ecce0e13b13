import { Button, Group } from '@mantine/core';
import { MAX_DELIVERABLES } from '@marquee/booking';
import { getFirstIssueMessage, LIMITS, newDeliverable } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useAllowedActions, type BookingDetails } from '../bookings/booking.ts';
import classes from './Deliveries.module.css';
import type { BookingDeliverables } from './delivery.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

/** Lets the creator add a deliverable, for extra work or to divide the order into smaller parts. */
export function AddDeliverable(props: {
  booking: BookingDetails;
  count: number;
  onAdded: (all: BookingDeliverables) => void;
}) {
  const { booking, count, onAdded } = props;
  const [isAdding, setIsAdding] = useState(false);
  const [title, setTitle] = useState('');
  const [wrong, setWrong] = useState<string>();
  const may = useAllowedActions(booking);
  const add = trpc.deliveries.add.useMutation({
    onSuccess: (all) => {
      onAdded(all);
      setIsAdding(false);
      setTitle('');
    },
    onError: (error) => notifyFailure(error, 'The deliverable could not be added'),
  });
  if (!may('complete') || count >= MAX_DELIVERABLES) return null;
  if (!isAdding)
    return (
      <Button variant="subtle" size="sm" onClick={() => setIsAdding(true)}>
        Add a deliverable
      </Button>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const verdict = newDeliverable.safeParse({ id: booking.id, title });
    setWrong(verdict.success ? undefined : getFirstIssueMessage(verdict.error));
    if (verdict.success) add.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <LimitedTextInput
        label="Name of the deliverable"
        limit={LIMITS.deliverableTitle}
        ref={focusInput}
        value={title}
        error={wrong}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button type="submit" loading={add.isPending}>
          Add deliverable
        </Button>
        <Button variant="default" onClick={() => setIsAdding(false)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

const focusInput = (field: HTMLInputElement | null): void => field?.focus();
