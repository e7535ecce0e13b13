import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { useUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { DateTime } from '../../ui/DateTime.tsx';

/** Says who requested and who approved the order of a booking. Renders nothing if it was placed without a request. */
export function ApprovalSteps({ bookingId }: { bookingId: string }) {
  const isAlone = useUser()?.isAlone !== false;
  const { data: request } = trpc.orderRequests.byBooking.useQuery({ id: bookingId }, { enabled: !isAlone });
  if (!request) return null;
  const steps = [
    { text: `${request.requesterName} requested this order.`, at: request.createdAt },
    ...request.approvals.map(({ name, at }) => ({ text: `${name} approved it.`, at })),
  ];
  return (
    <div>
      {steps.map(({ text, at }) => (
        <Fragment key={text}>
          <Text>{text}</Text>
          <DateTime at={at} fz="sm" c="dimmed" />
        </Fragment>
      ))}
    </div>
  );
}
