import { Badge } from '@mantine/core';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { Money } from '../../../ui/Money.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { StaffActionButton } from './StaffActionButton.tsx';
import { AdminRow } from './AdminRow.tsx';

type Package = RouterOutputs['admin']['packages']['items'][number];

export function AdminPackageRow({ pack }: { pack: Package }) {
  return (
    <AdminRow
      title={pack.name}
      badges={<PackageBadges pack={pack} />}
      meta={
        <>
          by {pack.creatorName} (@{pack.creatorUsername}) · <DateTime at={pack.createdAt} dateOnly />
        </>
      }
      side={
        <>
          <Money cents={pack.priceCents} fw={650} />
          <PackageVisibilityAction pack={pack} />
        </>
      }
    >
      <span>{pack.description}</span>
      {pack.hiddenReason !== null && <span>Reason for hiding: {pack.hiddenReason}</span>}
    </AdminRow>
  );
}

const PackageBadges = ({ pack }: { pack: Package }) => (
  <>
    <Badge variant="light" color={pack.isActive ? 'teal' : 'gray'} tt="none">
      {pack.isActive ? 'Active' : 'Inactive'}
    </Badge>
    {pack.hiddenAt !== null && (
      <Badge variant="light" color="red" tt="none">
        Hidden
      </Badge>
    )}
    {pack.creatorSuspendedAt !== null && (
      <Badge variant="light" color="red" tt="none">
        Creator suspended
      </Badge>
    )}
  </>
);

function PackageVisibilityAction({ pack }: { pack: Package }) {
  return pack.hiddenAt === null ? (
    <StaffActionButton
      key="hide"
      label="Hide"
      subject={pack.name}
      title={`Hide “${pack.name}”?`}
      field="Reason"
      destructive
      done="Package hidden"
      act={(reason) => trpcClient.admin.hidePackage.mutate({ id: pack.id, reason })}
    >
      Only {pack.creatorName} still sees it, and it cannot be booked. Bookings in progress continue. {pack.creatorName}{' '}
      receives your reason.
    </StaffActionButton>
  ) : (
    <StaffActionButton
      key="show"
      label="Show"
      subject={pack.name}
      title={`Show “${pack.name}” again?`}
      field="Reason"
      done="Package is visible again"
      act={(reason) => trpcClient.admin.showPackage.mutate({ id: pack.id, reason })}
    >
      {pack.isActive
        ? 'It can be booked again immediately.'
        : `It can be booked again once ${pack.creatorName} activates it.`}
    </StaffActionButton>
  );
}
