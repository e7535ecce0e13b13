/** Shows staff who owns a workspace or owned it before, and lets them give it back to one of these people. */
import { Group, Stack, Text } from '@mantine/core';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { StackList } from '../../../ui/StackList.tsx';
import { StaffActionButton } from './StaffActionButton.tsx';
import { StaffRequestStatus } from './StaffRequestStatus.tsx';

type AdminUser = RouterOutputs['admin']['user'];
type Owner = AdminUser['ownership']['owners'][number];

export function WorkspaceOwnersSection({ user }: { user: AdminUser }) {
  const { owners, request } = user.ownership;
  const hasSeveralOwners = owners.filter(({ endedAt }) => endedAt === null).length > 1;
  return (
    <SectionCard title="Owners">
      <Stack gap="md">
        <StackList>
          {owners.map((owner) => (
            <Group key={owner.id} component="li" justify="space-between" gap="sm">
              <div style={{ flex: '1 1 15rem' }}>
                <RowTitle title={owner.fullName} badge={owner.endedAt === null ? 'Owner' : 'Former owner'} />
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {owner.email}
                </Text>
                {owner.endedAt !== null && (
                  <Text size="sm" c="dimmed">
                    Owner until <DateTime at={owner.endedAt} />
                  </Text>
                )}
              </div>
              {request === null && (owner.endedAt !== null || hasSeveralOwners) && (
                <GiveBackButton user={user} owner={owner} />
              )}
            </Group>
          ))}
        </StackList>
        {request !== null && (
          <StaffRequestStatus
            request={request}
            title={`${request.requesterName} asked to make ${request.personName} the only owner`}
            approve={
              <StaffActionButton
                label="Approve return"
                subject={user.fullName}
                title={`Give ${user.fullName} back to ${request.personName}?`}
                field="Reason"
                destructive
                done="Return approved"
                act={(reason) => trpcClient.admin.approveWorkspaceReturn.mutate({ id: user.id, reason })}
              >
                On <DateTime at={request.dueAt} />, {request.personName} becomes the only owner. All other owners are no
                longer members.
              </StaffActionButton>
            }
            stop={
              <StaffActionButton
                label="Stop return"
                subject={user.fullName}
                title={`Keep the owners of ${user.fullName}?`}
                field="Reason"
                done="Return stopped"
                act={(reason) => trpcClient.admin.stopWorkspaceReturn.mutate({ id: user.id, reason })}
              >
                The workspace stays locked until you release it. Its owners receive an email.
              </StaffActionButton>
            }
          />
        )}
      </Stack>
    </SectionCard>
  );
}

const GiveBackButton = ({ user, owner }: { user: AdminUser; owner: Owner }) => (
  <StaffActionButton
    label="Give back"
    subject={owner.fullName}
    title={`Make ${owner.fullName} the only owner of ${user.fullName}?`}
    field="Reason"
    destructive
    done="Return requested"
    act={(reason) => trpcClient.admin.requestWorkspaceReturn.mutate({ id: user.id, personId: owner.id, reason })}
  >
    Use this if {user.fullName} was taken over and {owner.fullName} has proved that it is theirs. The workspace is
    locked at once. {owner.fullName} and everyone who owned it in the last 30 days receive an email. Another member of
    staff has to approve it. At the earliest 72 hours after your request, {owner.fullName} becomes the only owner, and
    all other owners are removed from the workspace.
  </StaffActionButton>
);
