/** /packages and /manage-packages: a creator's packages (requirements R2.40 to R2.47). */
import { Button, Container, Group, Stack, Text } from '@mantine/core';
import { describeRolesWith, hasPermission } from '@marquee/contracts';
import { useDisclosure } from '@mantine/hooks';
import { CircleCheck, Package as PackageIcon, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router-dom';
import { removeCachedPackage, type ListedPackage } from '../../features/catalog/packages/packageCache.ts';
import { findPackageBackup, PackageEditorDialog } from '../../features/catalog/packages/PackageEditorDialog.tsx';
import { PackageTabs } from '../../features/catalog/packages/PackageTabs.tsx';
import { PackageGrid } from '../../features/catalog/packages/PackageGrid.tsx';
import { PayoutCountryCallout } from '../../features/money/payouts/PayoutCountryCallout.tsx';
import { paths } from '../../paths.ts';
import { requireCreator, useUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { copyText } from '../../lib/copyText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatList } from '../../ui/StatList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { PACKAGE_FAILURES } from '../../features/catalog/packages/packages.words.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCreator(request);
  await withLoadError(
    Promise.all([
      queryUtils.packages.listByCreator.ensureData({ id: user.workspaceId }),
      // Ignores errors, because the page also works without the payout setup.
      queryUtils.payouts.setup.fetch(undefined, ALWAYS_FRESH).catch(() => null),
    ]),
    PACKAGE_FAILURES.load,
  );
  return { creatorId: user.workspaceId };
}

export function Page() {
  const { creatorId } = useLoaderData<typeof loader>();
  const [packages] = trpc.packages.listByCreator.useSuspenseQuery({ id: creatorId });
  const [editorOpened, editor] = useDisclosure(false);
  const [edited, setEdited] = useState<ListedPackage | null>(null);
  const [confirmOpened, confirm] = useDisclosure(false);
  const [deleted, setDeleted] = useState<ListedPackage | null>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const [hadNone] = useState(packages.length === 0);

  const user = useUser();
  const canEdit = user !== null && hasPermission(user.memberRole, 'catalog.edit');

  const openEditor = (pkg: ListedPackage | null) => {
    if (!canEdit) return;
    setEdited(pkg);
    editor.open();
  };
  useOpenFromAddress((id) => openEditor(packages.find((pkg) => pkg.id === id) ?? null));
  useReopenBackup((id) => openEditor(packages.find((pkg) => pkg.id === id) ?? null));
  // If deleting a package removed the focused button, moves the focus to a button that always exists.
  const keepFocus = () => {
    if (document.activeElement === document.body) newButton.current?.focus();
  };

  return (
    <Container size="lg" py="xl">
      <PageMeta title="Packages" />
      <BackLink to={paths.dashboard()}>Back to Dashboard</BackLink>
      <PageHeader
        title="Packages"
        description="Services that brands can book from your profile."
        {...(canEdit && {
          actions: (
            <Button
              ref={newButton}
              disabled={editorOpened}
              onClick={() => openEditor(null)}
              leftSection={<Plus size={18} aria-hidden />}
            >
              New Package
            </Button>
          ),
        })}
      />
      <PackageTabs />
      {user !== null && !canEdit && (
        <Text size="sm" c="dimmed" mb="md">
          {describeRolesWith('catalog.edit', user.userType)} can change these packages.
        </Text>
      )}
      {user !== null && hasPermission(user.memberRole, 'payouts.manage') && (
        <PayoutCountryCallout isAsked={packages.length > 0} />
      )}
      {packages.length === 0 ? (
        <EmptyState
          icon={<PackageIcon size={36} strokeWidth={1.5} aria-hidden />}
          title="No packages yet"
          text="Your packages appear here. Each has a price and a delivery time, and brands book it from your profile."
          {...(canEdit && {
            action: (
              <Button disabled={editorOpened} onClick={() => openEditor(null)}>
                Create Your First Package
              </Button>
            ),
          })}
        />
      ) : (
        <Stack gap="xl">
          {hadNone && packages.length === 1 && packages[0]?.isActive === true && (
            <FirstPackageCallout pkg={packages[0]} />
          )}
          <PackagesSummary packages={packages} />
          <PackageGrid
            creatorId={creatorId}
            packages={packages}
            isEditorOpen={editorOpened}
            canEdit={canEdit}
            onEdit={openEditor}
            onDelete={(pkg) => {
              setDeleted(pkg);
              confirm.open();
            }}
          />
        </Stack>
      )}
      <PackageEditorDialog opened={editorOpened} edited={edited} onClose={editor.close} onClosed={keepFocus} />
      <DeletePackage
        opened={confirmOpened}
        pkg={deleted}
        onClose={confirm.close}
        onDeleted={() => setTimeout(keepFocus)}
      />
    </Container>
  );
}

/**
 * Opens the package editor for `?new=1` and `?edit=`. Removes the parameter from the URL, so that reloading does not
 * open the editor again.
 */
function useOpenFromAddress(open: (id: string | null) => void) {
  const [params, setParams] = useSearchParams();
  const edited = params.get('edit');
  const isAsked = params.get('new') === '1' || edited !== null;
  useEffect(() => {
    if (!isAsked) return;
    open(edited);
    setParams({}, { replace: true });
  });
}

/**
 * Suggests the next step after the first package. Shown until there is a second package or the user leaves the page.
 */
function FirstPackageCallout({ pkg }: { pkg: ListedPackage }) {
  const user = useUser();
  if (user === null) return null;
  const profile = paths.profile(user);
  return (
    <Callout tone="info" icon={<CircleCheck size={20} aria-hidden />} title="Your first package is live">
      <Text inherit>Brands can now find and book “{pkg.name}”.</Text>
      <Group gap="sm" mt="sm">
        <Button component={Link} to={profile} size="sm" variant="default">
          View your profile
        </Button>
        <Button size="sm" variant="default" onClick={() => void copyText(new URL(profile, location.origin).href)}>
          Copy profile link
        </Button>
        <Button component={Link} to={paths.questionnaireBuilder({ packageId: pkg.id })} size="sm" variant="default">
          Add order questions
        </Button>
      </Group>
    </Callout>
  );
}

/** Reopens the package editor if it was open when the session expired. */
function useReopenBackup(open: (id: string | null) => void) {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const id = findPackageBackup();
    if (id !== undefined) latest.current(id);
  }, []);
}

/** Shows the performance summary (requirements R2.44). */
function PackagesSummary({ packages }: { packages: readonly ListedPackage[] }) {
  const totalCents = packages.reduce((sum, each) => sum + each.priceCents, 0);
  const days = packages.reduce((sum, each) => sum + each.deliveryDays, 0);
  return (
    <StatList
      label="Performance summary"
      figures={[
        { label: 'Total Packages', value: packages.length },
        { label: 'Total Value', value: <Money cents={totalCents} whole /> },
        { label: 'Avg. Delivery', value: pluralize(Math.round(days / packages.length), 'day') },
        { label: 'Popular Packages', value: packages.filter((each) => each.isPopular).length },
      ]}
    />
  );
}

function DeletePackage(props: {
  opened: boolean;
  pkg: ListedPackage | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { opened, pkg, onClose, onDeleted } = props;

  const showDeleted = (deleted: ListedPackage) => {
    removeCachedPackage(deleted);
    onClose();
    onDeleted();
  };
  const remove = trpc.packages.remove.useMutation({
    onSuccess: () => {
      if (pkg !== null) showDeleted(pkg);
      notify('Package deleted');
    },
    onError: (error) => {
      notifyFailure(error, PACKAGE_FAILURES.delete);
      // The package has already been deleted in a different tab.
      if (pkg !== null && getFailureCode(error) === 'PACKAGE_NOT_FOUND') showDeleted(pkg);
    },
  });

  return (
    <ConfirmDialog
      opened={opened}
      title="Delete package"
      confirmLabel="Delete"
      destructive
      loading={remove.isPending}
      onConfirm={() => pkg !== null && remove.mutate({ id: pkg.id })}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{pkg?.name}"?</p>
      <Text size="sm" c="dimmed">
        This also deletes its order questions. Existing bookings do not change.
      </Text>
    </ConfirmDialog>
  );
}
