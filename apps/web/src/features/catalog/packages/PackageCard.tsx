import { ActionIcon, Anchor, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { isPackageForSale } from '@marquee/contracts';
import { PRODUCT_NAME } from '@marquee/brand';
import { useDisclosure } from '@mantine/hooks';
import { ArrowLeft, ArrowRight, Copy, Ellipsis, Eye, Image, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { createLazyDialog } from '../../../ui/LazyPart.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { notify } from '../../../lib/notify.ts';
import { DragHandle } from '../../../ui/Sortable.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cachePackageCopy, cachePackage, type ListedPackage } from './packageCache.ts';
import classes from './PackageCard.module.css';
import { MAX_CARD_FEATURES, DeliveryTime, FeatureList, ShipmentNeeded } from './PackageFacts.tsx';
import type { PackagePictureDialogProps } from './PackagePictureDialog.tsx';
import { PopularBadge } from './PopularBadge.tsx';
import { PACKAGE_FAILURES } from './packages.words.ts';

const LazyPackagePictureDialog = createLazyDialog<PackagePictureDialogProps>(() =>
  import('./PackagePictureDialog.tsx').then((module) => module.PackagePictureDialog),
);

interface PackageCardProps {
  pkg: ListedPackage;
  /** Other actions are disabled while the package editor is open (requirements R2.47). */
  isEditorOpen: boolean;
  /** False if the member may only look at the packages. */
  canEdit: boolean;
  /** True if the creator has other packages, so that this one can be reordered. */
  canMove: boolean;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** Shows one of the signed-in creator's own packages, with the controls to edit it. */
export function PackageCard(props: PackageCardProps) {
  const { pkg, isEditorOpen, canEdit, canMove, onEarlier, onLater, onEdit, onDelete } = props;
  const disabled = isEditorOpen || !canEdit;
  const titleId = useId();
  return (
    <Card component="article" aria-labelledby={titleId} className={classes.card ?? ''}>
      <Group justify="space-between" wrap="nowrap" className={classes.tools ?? ''}>
        {canMove ? <DragHandle label={`Drag ${pkg.name}`} disabled={disabled} /> : <span />}
        <PackageMenu pkg={pkg} disabled={isEditorOpen} canEdit={canEdit} onEarlier={onEarlier} onLater={onLater} />
      </Group>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <Title order={2} id={titleId} className={classes.name ?? ''} fz="lg">
          {pkg.name}
        </Title>
        <Money cents={pkg.priceCents} whole fz={22} fw={650} lh={1.3} />
      </Group>
      <Group gap={6} mt={8}>
        <Badge variant="light" color={pkg.isActive ? 'teal' : 'gray'} tt="none">
          {pkg.isActive ? 'Active' : 'Inactive'}
        </Badge>
        {pkg.isPopular && <PopularBadge />}
      </Group>
      {pkg.hiddenReason !== null && <HiddenByStaffText id={pkg.id} reason={pkg.hiddenReason} />}
      <Text mt="sm" lineClamp={3} className={classes.description ?? ''}>
        {pkg.description}
      </Text>
      <Stack gap="sm" mt="md" mb="lg">
        <DeliveryTime days={pkg.deliveryDays} />
        {pkg.needsProduct && <ShipmentNeeded />}
        <FeatureList features={pkg.features} limit={MAX_CARD_FEATURES} />
      </Stack>
      <div className={classes.actions}>
        <ActiveSwitch pkg={pkg} describedBy={titleId} disabled={disabled} />
        <Button
          component={Link}
          to={paths.questionnaireBuilder({ packageId: pkg.id })}
          variant="light"
          size="sm"
          fullWidth
          {...(disabled && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={(event) => {
            if (disabled) event.preventDefault();
          }}
          aria-describedby={titleId}
          leftSection={<ListChecks size={16} aria-hidden />}
        >
          Manage Order Questions
        </Button>
        <Group gap="xs" grow>
          <Button
            variant="default"
            size="sm"
            aria-describedby={titleId}
            disabled={disabled}
            onClick={onEdit}
            leftSection={<Pencil size={16} aria-hidden />}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="sm"
            aria-describedby={titleId}
            disabled={disabled}
            onClick={onDelete}
            leftSection={<Trash2 size={16} aria-hidden />}
            className={classes.delete ?? ''}
          >
            Delete
          </Button>
        </Group>
      </div>
    </Card>
  );
}

/**
 * Renders a switch that publishes or hides the package. The switch changes immediately, and changes back if the
 * request fails.
 */
function ActiveSwitch({ pkg, describedBy, disabled }: { pkg: ListedPackage; describedBy: string; disabled: boolean }) {
  const setActive = trpc.packages.setActive.useMutation({
    onSuccess: (saved) => {
      cachePackage(saved);
      notify(
        'Package updated',
        isPackageForSale(saved) ? 'Brands can see and book this package.' : 'Brands cannot see or book this package.',
      );
    },
    onError: (error) => notifyFailure(error, PACKAGE_FAILURES.update),
  });
  return (
    <Switch
      className={classes.switch}
      side="right"
      label="Visible to brands"
      aria-describedby={describedBy}
      disabled={disabled}
      checked={setActive.isPending ? setActive.variables.isActive : pkg.isActive}
      onChange={(event) => {
        if (!setActive.isPending) setActive.mutate({ id: pkg.id, isActive: event.currentTarget.checked });
      }}
    />
  );
}

interface PackageMenuProps {
  pkg: ListedPackage;
  disabled: boolean;
  /** False disables the changes, but not the preview. */
  canEdit: boolean;
  /** `onEarlier` is undefined for the first package, `onLater` for the last. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

/** Renders a menu with the less frequent actions, including moving the package without dragging. */
function PackageMenu({ pkg, disabled, canEdit, onEarlier, onLater }: PackageMenuProps) {
  const [isPicking, picking] = useDisclosure(false);
  const duplicate = trpc.packages.duplicate.useMutation({
    onSuccess: (copy) => {
      cachePackageCopy(pkg, copy);
      notify('Package created', `“${copy.name}” is hidden until you make it visible to brands.`);
    },
    onError: (error) => notifyFailure(error, PACKAGE_FAILURES.create),
  });
  return (
    <>
      <LazyPackagePictureDialog pkg={pkg} opened={isPicking} onClose={picking.close} />
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={disabled}
            loading={duplicate.isPending}
            data-path={`${pkg.id}.menu`}
            aria-label={`More for ${pkg.name}`}
          >
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={paths.orderQuestionnaire({ packageId: pkg.id })}
            leftSection={<Eye size={16} aria-hidden />}
          >
            View as a brand
          </Menu.Item>
          <Menu.Item leftSection={<Image size={16} aria-hidden />} disabled={!canEdit} onClick={picking.open}>
            {pkg.pictureId === null ? 'Add a picture' : 'Change the picture'}
          </Menu.Item>
          <Menu.Item
            leftSection={<Copy size={16} aria-hidden />}
            disabled={!canEdit}
            onClick={() => {
              if (!duplicate.isPending) duplicate.mutate({ id: pkg.id });
            }}
          >
            Duplicate
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<ArrowLeft size={16} aria-hidden />}
            disabled={!canEdit || !onEarlier}
            onClick={onEarlier}
          >
            Move earlier
          </Menu.Item>
          <Menu.Item
            leftSection={<ArrowRight size={16} aria-hidden />}
            disabled={!canEdit || !onLater}
            onClick={onLater}
          >
            Move later
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Tells the creator why staff hid the package. */
function HiddenByStaffText({ id, reason }: { id: string; reason: string }) {
  const { data: decisions } = trpc.reports.own.useQuery();
  const decision = decisions?.find((each) => each.subjectId === id && each.outcome === 'hidden');
  return (
    <Text mt="sm" size="sm" fw={600} c="red">
      Hidden by {PRODUCT_NAME}: {reason} Brands cannot see or book it.{' '}
      {decision !== undefined && (
        <Anchor component={Link} to={paths.appeal(decision)} inherit underline="always">
          {decision.appeal === null ? 'Appeal' : 'Your appeal'}
        </Anchor>
      )}
    </Text>
  );
}
