import { Stack, Text } from '@mantine/core';
import { hasPermission, listRoles, listRolesWith, ROLES, type Permission } from '@marquee/validation';
import type { ReactNode } from 'react';
import { useUser } from '../../session.ts';
import classes from './PermittedSections.module.css';

/**
 * Wraps sections that only members with a permission can change. For other members, all controls are disabled, and a
 * text names the roles with the permission.
 */
export function PermittedSections({ permission, children }: { permission: Permission; children: ReactNode }) {
  const user = useUser();
  if (user === null || hasPermission(user.memberRole, permission)) return children;
  const available = listRoles(user.userType);
  const roles = listRolesWith(permission).filter((role) => available.includes(role));
  const names = roles.map((role) => `${ROLES[role].label.toLowerCase()}s`);
  return (
    <fieldset disabled className={classes.readOnly}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          Only {names.join(' and ')} can change these details.
        </Text>
        {children}
      </Stack>
    </fieldset>
  );
}
