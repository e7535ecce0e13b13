import { Group, Stack } from '@mantine/core';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUser } from '../../../session.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';

type StaffRequest = NonNullable<RouterOutputs['admin']['user']['factorReset']>;

interface StaffRequestStatusProps {
  request: StaffRequest;
  title: string;
  approve: ReactNode;
  stop: ReactNode;
}

/** Shows an open request that needs a second staff member. The one who made it cannot approve it. */
export function StaffRequestStatus({ request, title, approve, stop }: StaffRequestStatusProps) {
  const viewer = useUser();
  const canApprove = request.approvedAt === null && request.requestedByPersonId !== viewer?.id;
  return (
    <Callout tone="info" icon={<Clock size={20} aria-hidden />} title={title}>
      <Stack gap="xs">
        <div style={{ overflowWrap: 'anywhere' }}>Reason: {request.reason}</div>
        {request.approvedAt !== null ? (
          <div key="approved">
            {request.approverName} approved it. It takes effect on <DateTime at={request.dueAt} />.
          </div>
        ) : (
          <div key="waiting">
            <span>
              {canApprove
                ? 'It needs the approval of a second member of staff, which you can give.'
                : 'Another member of staff has to approve it.'}
            </span>{' '}
            It takes effect on <DateTime at={request.dueAt} /> at the earliest.
          </div>
        )}
        <Group gap="sm" mt="xs">
          {canApprove && <div>{approve}</div>}
          <div>{stop}</div>
        </Group>
      </Stack>
    </Callout>
  );
}
