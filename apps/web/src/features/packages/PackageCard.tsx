import { Badge, Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { ListChecks, Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { messageOf, trpc } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../ui/notify.ts';
import { DragHandle } from '../../ui/Sortable.tsx';
import { DeliveryTime } from './DeliveryTime.tsx';
import { CARD_FEATURES, FeatureList } from './FeatureList.tsx';
import classes from './PackageCard.module.css';
import { HiddenByStaff } from './HiddenByStaff.tsx';
import { adoptPackage, type Package } from './packageCache.ts';
import { PackageMenu } from './PackageMenu.tsx';
import { PopularBadge } from './PopularBadge.tsx';

interface PackageCardProps {
  pkg: Package;
  /** While a form is open. */
  disabled: boolean;
  /** There are others to put it among. */
  canMove: boolean;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** A package as its creator manages it. */
export function PackageCard({ pkg, disabled, canMove, onEarlier, onLater, onEdit, onDelete }: PackageCardProps) {
  const titleId = useId();
  return (
    <Card component="article" aria-labelledby={titleId} className={classes.card ?? ''}>
      <Group justify="space-between" wrap="nowrap" className={classes.tools ?? ''}>
        {canMove ? <DragHandle label={`Drag ${pkg.name}`} disabled={disabled} /> : <span />}
        <PackageMenu pkg={pkg} disabled={disabled} onEarlier={onEarlier} onLater={onLater} />
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
      <HiddenByStaff reason={pkg.hiddenReason} />
      <Text mt="sm" lineClamp={3} className={classes.description ?? ''}>
        {pkg.description}
      </Text>
      <Stack gap="sm" mt="md" mb="lg">
        <DeliveryTime days={pkg.deliveryDays} />
        <FeatureList features={pkg.features} limit={CARD_FEATURES} />
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

/** Shows or hides the package; the switch moves at once and comes back if the server refuses. */
function ActiveSwitch({ pkg, describedBy, disabled }: { pkg: Package; describedBy: string; disabled: boolean }) {
  const setActive = trpc.packages.setActive.useMutation({
    onSuccess: (saved) => {
      adoptPackage(saved);
      notify(
        'Package updated',
        saved.isActive ? 'Brands can see and book it.' : 'It is hidden from brands and cannot be booked.',
      );
    },
    onError: (error) => notify('Error', messageOf(error, 'Failed to update package')),
  });
  return (
    <Switch
      className={classes.switch ?? ''}
      label="Visible to brands"
      aria-describedby={describedBy}
      labelPosition="left"
      disabled={disabled}
      checked={setActive.isPending ? setActive.variables.isActive : pkg.isActive}
      onChange={(event) => {
        if (!setActive.isPending) setActive.mutate({ id: pkg.id, isActive: event.currentTarget.checked });
      }}
    />
  );
}
