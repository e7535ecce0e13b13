import { NativeSelect } from '@mantine/core';
import { listRoles, ROLES, type MemberRole } from '@marquee/contracts';
import { useUser } from '../../../session.ts';

/** Chooses one of the roles that members of the acting workspace can have. */
export function RoleSelect(props: {
  label: string;
  value: MemberRole;
  disabled: boolean;
  onChange: (role: MemberRole) => void;
}) {
  const userType = useUser()?.userType ?? 'brand';
  return (
    <NativeSelect
      aria-label={props.label}
      size="sm"
      value={props.value}
      disabled={props.disabled}
      data={listRoles(userType).map((role) => ({ value: role, label: ROLES[role].label }))}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value as MemberRole)}
    />
  );
}
