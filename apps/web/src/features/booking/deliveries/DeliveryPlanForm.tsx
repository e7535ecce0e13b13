import { Button, Group, Text, TextInput } from '@mantine/core';
import { getDeliverableState, isStillToSend } from '@marquee/booking';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { toReaderDay, useReaderToday } from '../../../lib/readerClock.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import type { BookingDetails } from '../bookings/booking.ts';
import classes from './Deliveries.module.css';
import type { BookingDeliverables } from './delivery.ts';

export function DeliveryPlanForm(props: {
  booking: BookingDetails;
  all: BookingDeliverables;
  onSaved: (all: BookingDeliverables) => void;
  onCancel: () => void;
}) {
  const { booking, all, onSaved, onCancel } = props;
  const today = useReaderToday();
  const items = all.items.filter(({ versions }) => isStillToSend(getDeliverableState(versions)));
  const [days, setDays] = useState(() => new Map(items.map(({ id, plannedOn }) => [id, plannedOn ?? ''])));
  const plan = trpc.deliveries.plan.useMutation({
    onSuccess: (after) => {
      onSaved(after);
      notify('Plan saved', `${booking.brandName} can see the planned days.`);
    },
    onError: (error) => notifyFailure(error, 'The plan could not be saved'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    plan.mutate({
      id: booking.id,
      days: items.map(({ id }) => ({ deliverableId: id, day: (days.get(id) ?? '') || null })),
    });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Plan delivery days">
      <Text size="sm" c="dimmed">
        {booking.brandName} can see your plan. Only the due date of the booking is binding.
      </Text>
      {items.map(({ id, title, plannedOn }) => (
        <TextInput
          key={id}
          label={title}
          type="date"
          // A planned day in the past stays valid as long as the creator does not change it.
          min={plannedOn !== null && plannedOn < today ? plannedOn : today}
          {...(booking.dueAt !== null && { max: toReaderDay(new Date(booking.dueAt)) })}
          value={days.get(id) ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setDays((before) => new Map(before).set(id, value));
          }}
        />
      ))}
      <Group gap="sm">
        <Button type="submit" loading={plan.isPending}>
          Save plan
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
