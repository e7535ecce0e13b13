import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUser } from '../../../session.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { DateTime } from '../../../ui/DateTime.tsx';

type StaffRequest = NonNullable<RouterOutputs['admin']['user']['factorReset']>;

interface StaffRequestStatusProps {
  request: StaffRequest;
  /** What staff asked for, as the end of a sentence that begins with "Jo asked to". */
  action: string;
  approve: ReactNode;
  stop: ReactNode;
}

/** Shows an open request that needs a second staff member. The one who made it cannot approve it. */
export function StaffRequestStatus({ request, action, approve, stop }: StaffRequestStatusProps) {
  const viewer = useUser();
  const canApprove = request.approvedAt === null && request.requestedByPersonId !== viewer?.id;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {request.requesterName} asked to {action}: “{request.reason}”.
      </Text>
      {request.approvedAt === null ? (
        <Text key="waiting" size="sm">
          Another member of staff has to approve it.
        </Text>
      ) : (
        <Text key="approved" size="sm">
          {request.approverName} approved it. It happens on <DateTime at={request.dueAt} />.
        </Text>
      )}
      <Group gap="sm">
        {canApprove && approve}
        {stop}
      </Group>
    </Stack>
  );
}
