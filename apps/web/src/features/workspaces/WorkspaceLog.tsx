import { Stack, Text } from '@mantine/core';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

type WorkspaceAction = RouterOutputs['workspaces']['actions']['items'][number];

/** What a member did, as the end of a sentence that begins with their name. */
const ACTION_TEXTS: Record<WorkspaceAction['action'], (subject: string) => string> = {
  'member.invited': (subject) => `invited ${subject}`,
  'invitation.revoked': (subject) => `withdrew the invitation to ${subject}`,
  'member.joined': () => 'joined the workspace',
  'member.role_changed': (subject) => `changed a role. ${subject}`,
  'member.removed': (subject) => `removed ${subject}`,
  'member.left': () => 'left the workspace',
};

/** Lists the latest changes of the members, for owners. */
export function WorkspaceLog() {
  const [{ items }] = trpc.workspaces.actions.useSuspenseQuery({});
  if (items.length === 0) return null;
  return (
    <AnchoredSection id="log" title="Log" text="Changes of members and roles. Entries cannot be edited.">
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map(({ id, memberName, action, subject, at }) => (
          <li key={id}>
            <Text size="sm">{`${memberName} ${ACTION_TEXTS[action](subject)}`}</Text>
            <Text size="sm" c="dimmed">
              <DateTime at={at} />
            </Text>
          </li>
        ))}
      </Stack>
    </AnchoredSection>
  );
}
