import { List, NativeSelect, Stack, Text } from '@mantine/core';
import type { MemberRole } from '@marquee/contracts';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { leaveWorkspacePage } from '../../../lib/sessionEnd.ts';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notifyChangePending } from './OwnershipChanges.tsx';

interface Person {
  id: string;
  fullName: string;
  role: MemberRole;
}

/**
 * Lets a member leave the workspace, or an owner remove another member. Lists the member's responsibilities and the
 * members who take over.
 */
export function EndMembershipDialog({
  member,
  others,
  onClose,
}: {
  member: Person;
  others: readonly Person[];
  onClose: () => void;
}) {
  const user = useUser();
  const isSelf = member.id === user?.id;
  const workspaceName = user?.workspaceName ?? '';
  const [heirId, setHeirId] = useState(others.find(({ id }) => id === user?.id)?.id ?? others[0]?.id ?? '');
  const { data: duties } = trpc.workspaces.duties.useQuery({ personId: member.id });
  const closePending = () => {
    void notifyChangePending();
    onClose();
  };
  const onError = (error: unknown) =>
    notifyFailure(error, isSelf ? 'You could not leave the workspace' : 'The member could not be removed');
  const leave = trpc.workspaces.leave.useMutation({
    onSuccess: ({ isWaiting }) =>
      isWaiting
        ? closePending()
        : leaveWorkspacePage('You left the workspace', `You no longer work for ${workspaceName}.`),
    onError,
  });
  const remove = trpc.workspaces.removeMember.useMutation({
    onSuccess: (members) => {
      queryUtils.workspaces.members.setData(undefined, members);
      if (members.members.some(({ id }) => id === member.id)) return closePending();
      notify('Member removed', `${member.fullName} no longer has access to ${workspaceName}.`);
      return onClose();
    },
    onError,
  });
  const name = isSelf ? 'You' : member.fullName;
  return (
    <ConfirmDialog
      opened
      destructive
      title={isSelf ? `Leave ${workspaceName}?` : `Remove ${member.fullName}?`}
      confirmLabel={isSelf ? 'Leave workspace' : 'Remove member'}
      loading={leave.isPending || remove.isPending}
      onConfirm={() => (isSelf ? leave.mutate({ heirId }) : remove.mutate({ personId: member.id, heirId }))}
      onClose={onClose}
    >
      <Stack gap="md">
        <List size="sm" spacing="xs">
          <List.Item>{`${name} can no longer open ${workspaceName}.`}</List.Item>
          {member.role === 'owner' && (
            <List.Item>
              For an owner, this takes effect after a delay, or as soon as another owner confirms it.
            </List.Item>
          )}
          <List.Item>Bookings, messages and documents stay in the workspace.</List.Item>
          {duties !== undefined && (
            <List.Item>
              {duties.bookings === 0
                ? `${name} ${isSelf ? 'are' : 'is'} not the contact of any open booking.`
                : `${name} ${isSelf ? 'are' : 'is'} the contact of ${duties.bookings} open ${duties.bookings === 1 ? 'booking' : 'bookings'}.`}
            </List.Item>
          )}
        </List>
        <NativeSelect
          label="New contact"
          description={`Gets the emails about ${isSelf ? 'your' : 'this member’s'} bookings.`}
          value={heirId}
          data={others.map(({ id, fullName }) => ({ value: id, label: fullName }))}
          onChange={({ currentTarget }) => setHeirId(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {isSelf ? 'Your account and your other workspaces stay as they are.' : 'Their own account is not affected.'}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
