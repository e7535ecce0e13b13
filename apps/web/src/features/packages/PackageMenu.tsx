import { ActionIcon, Menu } from '@mantine/core';
import { ArrowLeft, ArrowRight, Copy, Ellipsis, Eye } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { messageOf, trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { adoptCopy, type Package } from './packageCache.ts';

interface PackageMenuProps {
  pkg: Package;
  disabled: boolean;
  /** Undefined at the end that it stands at. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

/** What is done to a package less often: looking at it as a brand, copying it, moving it without dragging. */
export function PackageMenu({ pkg, disabled, onEarlier, onLater }: PackageMenuProps) {
  const duplicate = trpc.packages.duplicate.useMutation({
    onSuccess: (copy) => {
      adoptCopy(pkg, copy);
      notify('Package created', `“${copy.name}” is hidden from brands until you switch it on.`);
    },
    onError: (error) => notify('Error', messageOf(error, 'Failed to create package')),
  });
  return (
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
        <Menu.Item
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => {
            if (!duplicate.isPending) duplicate.mutate({ id: pkg.id });
          }}
        >
          Duplicate
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<ArrowLeft size={16} aria-hidden />} disabled={!onEarlier} onClick={onEarlier}>
          Move earlier
        </Menu.Item>
        <Menu.Item leftSection={<ArrowRight size={16} aria-hidden />} disabled={!onLater} onClick={onLater}>
          Move later
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
