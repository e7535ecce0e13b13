import { Text } from '@mantine/core';
import { failureOf, messageOf, trpc } from '../../trpc.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { forgetPackage, type Package } from './packageCache.ts';

/** Asks before a package is deleted, and deletes it. */
export function DeletePackage(props: {
  opened: boolean;
  pkg: Package | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { opened, pkg, onClose, onDeleted } = props;

  const gone = (deleted: Package) => {
    forgetPackage(deleted);
    onClose();
    onDeleted();
  };
  const remove = trpc.packages.remove.useMutation({
    onSuccess: () => {
      if (pkg !== null) gone(pkg);
      notify('Package deleted');
    },
    onError: (error) => {
      notify('Error', messageOf(error, 'Failed to delete package'));
      // Deleted in another window.
      if (pkg !== null && failureOf(error) === 'PACKAGE_NOT_FOUND') gone(pkg);
    },
  });

  return (
    <Confirm
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
        Its order questions are deleted with it. Bookings you already have stay as they are.
      </Text>
    </Confirm>
  );
}
