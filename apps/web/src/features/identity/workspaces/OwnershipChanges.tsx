import { Button, Group, Text } from '@mantine/core';
import { ROLES } from '@marquee/contracts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { StackList } from '../../../ui/StackList.tsx';

type Change = RouterOutputs['workspaces']['ownershipChanges'][number];

/** Lists the changes of ownership that wait. Owners can stop each, and confirm those that another owner asked for. */
export function OwnershipChanges() {
  const [changes] = trpc.workspaces.ownershipChanges.useSuspenseQuery();
  if (changes.length === 0) return null;
  return (
    <AnchoredSection
      id="ownership"
      title="Waiting changes of ownership"
      text="They wait, so that nobody can take this workspace unnoticed. Another owner can confirm them at once, and every owner can stop them."
    >
      <StackList>
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </StackList>
    </AnchoredSection>
  );
}

function describeChange({ kind, role, fullName }: Change, isSelf: boolean): string {
  const name = isSelf ? 'You' : fullName;
  switch (kind) {
    case 'grant':
      return `${name} ${isSelf ? 'become' : 'becomes'} an owner`;
    case 'demote':
      return `${name} ${isSelf ? 'become' : 'becomes'} ${role === null ? 'a member' : ROLES[role].label.toLowerCase()}`;
    case 'remove':
      return `${name} ${isSelf ? 'leave' : 'leaves'} the workspace`;
  }
}

function ChangeRow({ change }: { change: Change }) {
  const { id, personId, requestedByName, effectiveAt, canConfirm } = change;
  const refresh = () =>
    Promise.all([queryUtils.workspaces.ownershipChanges.invalidate(), queryUtils.workspaces.members.invalidate()]);
  const stop = trpc.workspaces.stopOwnershipChange.useMutation({
    onSuccess: async () => {
      notify('Change stopped', 'Everything stays as it is. We emailed the owners.');
      await refresh();
    },
    onError: (error) => notifyFailure(error, 'The change could not be stopped'),
  });
  const confirm = trpc.workspaces.confirmOwnershipChange.useMutation({
    onSuccess: async () => {
      notify('Change confirmed', 'It took effect. We emailed the owners.');
      await refresh();
    },
    onError: (error) => notifyFailure(error, 'The change could not be confirmed'),
  });
  const text = describeChange(change, personId === useUser()?.id);
  return (
    <Group component="li" justify="space-between" gap="md">
      <div style={{ flex: '1 1 15rem' }}>
        <Text fw={600}>{text}</Text>
        <Text size="sm" c="dimmed">
          {`Asked by ${requestedByName}. Takes effect on `}
          <DateTime at={effectiveAt} withDistance />
        </Text>
      </div>
      <Group gap="xs">
        {canConfirm && (
          <Button
            size="sm"
            aria-label={`Confirm now: ${text}`}
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ id })}
          >
            Confirm now
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          aria-label={`Stop: ${text}`}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id })}
        >
          Stop
        </Button>
      </Group>
    </Group>
  );
}
