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

/** Lists the pending ownership changes. Owners can cancel each, and confirm those that another owner requested. */
export function OwnershipChanges() {
  const [changes] = trpc.workspaces.ownershipChanges.useSuspenseQuery();
  if (changes.length === 0) return null;
  return (
    <AnchoredSection
      id="ownership"
      title="Pending ownership changes"
      text="Ownership changes take effect after a delay, so that nobody can take over this workspace unnoticed. Another owner can confirm a change now, and any owner can cancel it."
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
      return `${isSelf ? 'Your' : `${name}’s`} role changes to ${role === null ? 'member' : ROLES[role].label.toLowerCase()}`;
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
      notify('Change cancelled', 'Nothing changed. We emailed the owners.');
      await refresh();
    },
    onError: (error) => notifyFailure(error, 'The change could not be cancelled'),
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
          {`Requested by ${requestedByName}. Takes effect on `}
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
          aria-label={`Cancel change: ${text}`}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id })}
        >
          Cancel change
        </Button>
      </Group>
    </Group>
  );
}

/** Says that an ownership change was requested, and shows it in the list. */
export function notifyChangePending(): Promise<void> {
  notify('Change requested', 'It takes effect after the waiting period, or as soon as another owner confirms it.');
  return queryUtils.workspaces.ownershipChanges.invalidate();
}
