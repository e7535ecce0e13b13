/** Shows staff the changes that matter for the security of an account, and lets them remove lost second factors. */
import { Group, Stack, Text } from '@mantine/core';
import { ACCOUNT_CHANGE_LABELS, getCountryName } from '@marquee/contracts';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { DescriptionList } from '../../../ui/DescriptionList.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { StaffActionButton } from './StaffActionButton.tsx';
import { StaffRequestStatus } from './StaffRequestStatus.tsx';

type AdminUser = RouterOutputs['admin']['user'];

export function AccountSecuritySection({ user }: { user: AdminUser }) {
  return (
    <SectionCard title="Security">
      <Stack gap="md">
        {user.accountChanges.length === 0 ? (
          <Text c="dimmed">No changes in the last 14 days.</Text>
        ) : (
          <DescriptionList
            facts={user.accountChanges.map(({ kind, at }) => ({
              label: ACCOUNT_CHANGE_LABELS[kind],
              value: <DateTime at={at} />,
            }))}
          />
        )}
        {user.payoutChanges.length > 0 && (
          <DescriptionList
            facts={user.payoutChanges.map((change) => ({
              label: describePayoutChange(change),
              value: <DateTime at={change.at} />,
            }))}
          />
        )}
        {user.hasFactor && <FactorResetActions user={user} />}
      </Stack>
    </SectionCard>
  );
}

const describePayoutChange = ({ kind, detail }: AdminUser['payoutChanges'][number]): string =>
  kind === 'country' ? `New payout country: ${getCountryName(detail)}` : `New bank account ending in ${detail}`;

function FactorResetActions({ user }: { user: AdminUser }) {
  const { factorReset: reset } = user;
  if (reset === null)
    return (
      <Group>
        <StaffActionButton
          label="Remove second factor"
          subject={user.fullName}
          title={`Remove the second factor of ${user.fullName}?`}
          field="Reason"
          destructive
          done="Removal requested"
          act={(reason) => trpcClient.admin.requestFactorReset.mutate({ id: user.ownerId, reason })}
        >
          Use this if {user.fullName} has lost all passkeys, the authenticator app and the recovery codes. Another
          member of staff has to approve it. The removal takes place 72 hours after your request, and {user.fullName}{' '}
          can stop it with the link in our email.
        </StaffActionButton>
      </Group>
    );
  return (
    <StaffRequestStatus
      request={reset}
      title={`${reset.requesterName} asked to remove the second factor`}
      approve={
        <StaffActionButton
          label="Approve removal"
          subject={user.fullName}
          title={`Approve the removal for ${user.fullName}?`}
          field="Reason"
          destructive
          done="Removal approved"
          act={(reason) => trpcClient.admin.approveFactorReset.mutate({ id: user.ownerId, reason })}
        >
          The second factor is removed on <DateTime at={reset.dueAt} />, and all devices are signed out.
        </StaffActionButton>
      }
      stop={
        <StaffActionButton
          label="Stop removal"
          subject={user.fullName}
          title={`Keep the second factor of ${user.fullName}?`}
          field="Reason"
          done="Removal stopped"
          act={(reason) => trpcClient.admin.stopFactorReset.mutate({ id: user.ownerId, reason })}
        >
          The passkeys, authenticator app and recovery codes stay as they are.
        </StaffActionButton>
      }
    />
  );
}
