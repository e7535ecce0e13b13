import { Button, Group, Text, TextInput } from '@mantine/core';
import { deliverableState, isAhead } from '@marquee/booking';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../trpc.ts';
import { dayOf, useToday } from '../../ui/clock.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import type { Booking } from '../bookings/booking.ts';
import classes from './Deliveries.module.css';
import type { Deliverables } from './delivery.ts';

/** The creator says on which days it sends what. */
export function PlanDays(props: {
  booking: Booking;
  all: Deliverables;
  onSaved: (all: Deliverables) => void;
  onCancel: () => void;
}) {
  const { booking, all, onSaved, onCancel } = props;
  const today = useToday();
  const items = all.items.filter(({ versions }) => isAhead(deliverableState(versions)));
  const [days, setDays] = useState(() => new Map(items.map(({ id, plannedOn }) => [id, plannedOn ?? ''])));
  const plan = trpc.deliveries.plan.useMutation({
    onSuccess: (after) => {
      onSaved(after);
      notify('Plan saved', `${booking.brandName} sees which day to expect what.`);
    },
    onError: (error) => tellFailure(error, 'The plan could not be saved'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    plan.mutate({
      id: booking.id,
      days: items.map(({ id }) => ({ deliverableId: id, day: (days.get(id) ?? '') || null })),
    });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Plan the days">
      <Text size="sm" c="dimmed">
        A plan helps {booking.brandName} to prepare. Only the day on which all of it is due is binding.
      </Text>
      {items.map(({ id, title, plannedOn }) => (
        <TextInput
          key={id}
          label={title}
          type="date"
          // A day that went by stays until another is chosen.
          min={plannedOn !== null && plannedOn < today ? plannedOn : today}
          {...(booking.dueAt !== null && { max: dayOf(new Date(booking.dueAt)) })}
          value={days.get(id) ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setDays((before) => new Map(before).set(id, value));
          }}
        />
      ))}
      <Group gap="sm">
        <Button type="submit" loading={plan.isPending}>
          Save the plan
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
