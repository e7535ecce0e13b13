import { Stack, Text } from '@mantine/core';
import { describeRolesWith, hasPermission, type Permission } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { useUser } from '../../../session.ts';
import classes from './PermittedSections.module.css';

/**
 * Wraps sections that only members with `permission` can change. For other members, disables all controls and names
 * the roles that can change them.
 */
export function PermittedSections({ permission, children }: { permission: Permission; children: ReactNode }) {
  const user = useUser();
  if (user === null || hasPermission(user.memberRole, permission)) return children;
  return (
    <fieldset disabled className={classes.readOnly}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {describeRolesWith(permission, user.userType)} can change these details.
        </Text>
        {children}
      </Stack>
    </fieldset>
  );
}
