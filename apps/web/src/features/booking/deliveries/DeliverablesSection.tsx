/**
 * Shows the deliverables of a booking. The creator sends versions, and the brand approves each version or requests
 * changes.
 */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getDeliverableState, isStillToSend, WORK_OUTCOME_SENTENCES, getWorkOutcome } from '@marquee/booking';
import { lazy, useState } from 'react';
import { getErrorMessage } from '../../../lib/errors.ts';
import { trpc } from '../../../trpc.ts';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { FoldedSection } from '../../../ui/FoldedSection.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { useAllowedActions, type BookingDetails } from '../bookings/booking.ts';
import { DeliverableItem } from './DeliverableItem.tsx';
import classes from './Deliveries.module.css';
import { cacheDeliverables, type BookingDeliverables as All } from './delivery.ts';

const DeliveryPlanForm = lazy(() =>
  import('./DeliveryPlanForm.tsx').then((module) => ({ default: module.DeliveryPlanForm })),
);
const AddDeliverable = lazy(() =>
  import('./AddDeliverable.tsx').then((module) => ({ default: module.AddDeliverable })),
);

export function DeliverablesSection({ booking }: { booking: BookingDetails }) {
  const { data: all, error, refetch } = trpc.deliveries.byBooking.useQuery({ id: booking.id });
  if (error)
    return (
      <SectionCard key="failed" title="Deliverables">
        <Text mb="sm">{getErrorMessage(error, 'The deliverables could not be loaded')}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </SectionCard>
    );
  if (all === undefined) return <Skeleton height={200} radius="md" />;
  // Bookings created before deliverables were introduced have none.
  if (all.items.length === 0) return null;
  const end = getWorkOutcome(booking);
  const approved = all.items.filter(({ versions }) => getDeliverableState(versions) === 'approved').length;
  if (end !== null)
    return (
      <FoldedSection key="over" title="Deliverables" essence={WORK_OUTCOME_SENTENCES[end]}>
        <DeliverableList booking={booking} all={all} />
      </FoldedSection>
    );
  return (
    <SectionCard key="loaded" title="Deliverables">
      <Stack gap="lg">
        {all.items.length > 1 && (
          <div className={classes.progress}>
            <ProgressBar label="Approved deliverables" value={approved} max={all.items.length} />
            <Text size="sm" c="dimmed">
              {approved} of {all.items.length} approved
            </Text>
          </div>
        )}
        <DeliverableList booking={booking} all={all} />
        {booking.viewer === 'creator' && <CreatorTools booking={booking} all={all} />}
      </Stack>
    </SectionCard>
  );
}

const DeliverableList = ({ booking, all }: { booking: BookingDetails; all: All }) => (
  <ul className={classes.list}>
    {all.items.map((deliverable) => (
      <li key={deliverable.id} className={classes.item}>
        <DeliverableItem booking={booking} all={all} deliverable={deliverable} />
      </li>
    ))}
  </ul>
);

function CreatorTools({ booking, all }: { booking: BookingDetails; all: All }) {
  const [isPlanning, setIsPlanning] = useState(false);
  const may = useAllowedActions(booking);
  const canPlan = may('complete') && all.items.some(({ versions }) => isStillToSend(getDeliverableState(versions)));
  if (isPlanning)
    return (
      <LazyPart fallback={<Skeleton height={220} radius="md" />}>
        <DeliveryPlanForm
          booking={booking}
          all={all}
          onSaved={(after) => {
            cacheDeliverables(booking, after);
            setIsPlanning(false);
          }}
          onCancel={() => setIsPlanning(false)}
        />
      </LazyPart>
    );
  return (
    <Group gap="sm">
      {canPlan && (
        <Button variant="subtle" size="sm" ml={-18} onClick={() => setIsPlanning(true)}>
          {all.items.some(({ plannedOn }) => plannedOn !== null) ? 'Change plan' : 'Plan delivery days'}
        </Button>
      )}
      <LazyPart>
        <AddDeliverable
          booking={booking}
          count={all.items.length}
          onAdded={(after) => cacheDeliverables(booking, after)}
        />
      </LazyPart>
    </Group>
  );
}
