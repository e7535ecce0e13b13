import { Anchor } from '@mantine/core';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/Link.tsx';

/** Somebody's name, which leads to what staff knows of the account. */
export const Person = ({ id, name }: { id: string; name: string }) => (
  <Anchor component={Link} to={paths.adminUser({ id })} underline="always">
    {name}
  </Anchor>
);
