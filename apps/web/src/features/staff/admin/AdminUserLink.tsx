import type { WorkspaceId } from '@marquee/contracts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';

export const AdminUserLink = ({ id, name }: { id: WorkspaceId; name: string }) => (
  <Anchor component={Link} to={paths.adminUser({ id })} underline="always">
    {name}
  </Anchor>
);
