import { Badge } from '@mantine/core';
import { trpcClient, type Outputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { When } from '../../ui/When.tsx';
import { Act } from './Act.tsx';
import { Entry } from './Entry.tsx';

type Package = Outputs['admin']['packages']['items'][number];

/** A package as staff lists it, to hide and show. */
export function PackageEntry({ pack }: { pack: Package }) {
  return (
    <Entry
      title={pack.name}
      badges={<PackageBadges pack={pack} />}
      meta={
        <>
          by {pack.creatorName} (@{pack.creatorUsername}) · <When at={pack.createdAt} dateOnly />
        </>
      }
      side={
        <>
          <Money cents={pack.priceCents} fw={650} />
          <HideOrShow pack={pack} />
        </>
      }
    >
      <span>{pack.description}</span>
      {pack.hiddenReason !== null && <span>Hidden because: {pack.hiddenReason}</span>}
    </Entry>
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

function HideOrShow({ pack }: { pack: Package }) {
  return pack.hiddenAt === null ? (
    <Act
      key="hide"
      label="Hide"
      subject={pack.name}
      title={`Hide “${pack.name}”?`}
      field="Reason"
      destructive
      done="Package hidden"
      act={(reason) => trpcClient.admin.hidePackage.mutate({ id: pack.id, reason })}
    >
      Nobody but {pack.creatorName} sees it any more, and it cannot be booked. Bookings that are running stay as they
      are. {pack.creatorName} reads your reason.
    </Act>
  ) : (
    <Act
      key="show"
      label="Show"
      subject={pack.name}
      title={`Show “${pack.name}” again?`}
      field="Reason"
      done="Package shown"
      act={(reason) => trpcClient.admin.showPackage.mutate({ id: pack.id, reason })}
    >
      {pack.isActive
        ? 'It is for sale again at once.'
        : `It is for sale again once ${pack.creatorName} switches it on.`}
    </Act>
  );
}
