import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { formatDollars } from '@marquee/money';
import { invitationInput, type InvitationInput } from '@marquee/validation';
import { hasPermission, listRoles, ROLE_PURPOSES, ROLES, type MemberRole } from '@marquee/contracts';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { LIMITS } from '@marquee/validation';
import { LimitsDialog } from './LimitsDialog.tsx';
import { EndMembershipDialog } from './EndMembershipDialog.tsx';
import { notifyChangePending } from './OwnershipChanges.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { StackList } from '../../../ui/StackList.tsx';

type Members = RouterOutputs['workspaces']['members'];
type Member = Members['members'][number];

/** Lists the members of the acting workspace. Owners can invite and remove members and change their roles. */
export function MembersSection() {
  const user = useUser();
  const [{ members, invitations, isReported }] = trpc.workspaces.members.useSuspenseQuery();
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [limited, setLimited] = useState<Member | null>(null);
  if (user === null) return null;
  // The server refuses every change of members while the workspace is reported.
  const canManage = !isReported && hasPermission(user.memberRole, 'members.manage');
  return (
    <AnchoredSection
      id="members"
      title="Members"
      text={`People who work for ${user.workspaceName}. Everyone signs in with their own account.`}
    >
      <Stack gap="lg" align="flex-start">
        {isReported && (
          <Callout tone="warning" icon={<ShieldAlert size={20} aria-hidden />} title="This workspace was reported">
            You cannot change members, approval rules, cards or payouts, or pay with saved cards, until our team has
            reviewed this workspace. We will email its owners. Bookings and messages continue as usual.
          </Callout>
        )}
        <StackList w="100%">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.id === user.id}
              canManage={canManage}
              canLeave={!isReported && members.length > 1}
              onEnd={() => setLeaving(member)}
              onLimit={() => setLimited(member)}
            />
          ))}
        </StackList>
        {invitations.length > 0 && (
          <StackList w="100%" aria-label="Invitations">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} canManage={canManage} />
            ))}
          </StackList>
        )}
        {canManage && (
          <Button variant="default" onClick={() => setInviting(true)}>
            Invite member
          </Button>
        )}
      </Stack>
      {limited !== null && <LimitsDialog member={limited} onClose={() => setLimited(null)} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {leaving !== null && (
        <EndMembershipDialog
          member={leaving}
          others={members.filter(({ id }) => id !== leaving.id)}
          onClose={() => setLeaving(null)}
        />
      )}
    </AnchoredSection>
  );
}

/** Describes how much a member may order, or returns null if there is no limit. */
function describeLimits({ orderLimitCents, monthLimitCents }: Member): string | null {
  const limits = [
    ...(orderLimitCents === null ? [] : [`${formatDollars(orderLimitCents)} per order`]),
    ...(monthLimitCents === null ? [] : [`${formatDollars(monthLimitCents)} per month`]),
  ];
  return limits.length === 0 ? null : `May order up to ${limits.join(' and ')}`;
}

const storeMembers = (members: Members) => queryUtils.workspaces.members.setData(undefined, members);

function MemberRow({
  member,
  isSelf,
  canManage,
  canLeave,
  onEnd,
  onLimit,
}: {
  member: Member;
  isSelf: boolean;
  canManage: boolean;
  canLeave: boolean;
  onEnd: () => void;
  onLimit: () => void;
}) {
  const { id, fullName, email, role } = member;
  const limits = describeLimits(member);
  const change = trpc.workspaces.changeRole.useMutation({
    onSuccess: async (answer, { role: asked }) => {
      storeMembers(answer);
      if (answer.members.find((each) => each.id === id)?.role === asked)
        return notify('Role changed', `We emailed ${fullName}.`);
      return notifyChangePending();
    },
    onError: (error) => notifyFailure(error, 'The role could not be changed'),
  });
  return (
    <Group component="li" justify="space-between" gap="md">
      {/* Breaks long texts instead of moving the buttons to another line, if there is enough room. */}
      <div style={{ flex: '1 1 15rem' }}>
        <RowTitle title={fullName} badge={isSelf ? 'You' : null} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        {limits !== null && <Text size="sm">{limits}</Text>}
      </div>
      <Group gap="xs">
        {canManage && !isSelf && hasPermission(role, 'orders.place') && (
          <Button size="sm" px="sm" variant="default" onClick={onLimit} aria-label={`Edit limits of ${fullName}`}>
            Edit limits
          </Button>
        )}
        {canManage && !isSelf ? (
          <RoleSelect
            label={`Role of ${fullName}`}
            value={role}
            disabled={change.isPending}
            onChange={(next) => change.mutate({ personId: id, role: next })}
          />
        ) : (
          <Text size="sm">{ROLES[role].label}</Text>
        )}
        {(isSelf ? canLeave : canManage) && (
          <Button
            size="sm"
            px="sm"
            variant="default"
            onClick={onEnd}
            aria-label={isSelf ? undefined : `Remove ${fullName}`}
          >
            {isSelf ? 'Leave workspace' : 'Remove'}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function InvitationRow({
  invitation: { id, email, role },
  canManage,
}: {
  invitation: Members['invitations'][number];
  canManage: boolean;
}) {
  const revoke = trpc.workspaces.revokeInvitation.useMutation({
    onSuccess: (members) => {
      storeMembers(members);
      notify('Invitation withdrawn', `${email} can no longer accept it.`);
    },
    onError: (error) => notifyFailure(error, 'The invitation could not be withdrawn'),
  });
  return (
    <Group component="li" justify="space-between" gap="md">
      <div style={{ flex: '1 1 15rem' }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="sm" c="dimmed">{`Invited as ${ROLES[role].label.toLowerCase()}`}</Text>
      </div>
      {canManage && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Withdraw invitation to ${email}`}
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ id })}
        >
          Withdraw invitation
        </Button>
      )}
    </Group>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const userType = useUser()?.userType ?? 'brand';
  const first = listRoles(userType)[1] ?? 'owner';
  const form = useForm<InvitationInput>({
    initialValues: { email: '', role: first },
    validate: schemaResolver(invitationInput, { sync: true }),
  });
  const invite = trpc.workspaces.invite.useMutation({
    onSuccess: (members, { email }) => {
      storeMembers(members);
      notify('Invitation sent', `${email} has seven days to accept it.`);
      onClose();
    },
    onError: (error) => notifyFailure(error, 'The invitation could not be sent'),
  });
  const { role } = form.getValues();
  return (
    <Modal opened onClose={onClose} title="Invite member" centered>
      <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values), focusFirstError)}>
        <Stack gap="md">
          <LimitedTextInput
            label="Email address"
            type="email"
            withAsterisk
            data-autofocus
            limit={LIMITS.email}
            {...form.getInputProps('email')}
          />
          <NativeSelect
            label="Role"
            description={ROLE_PURPOSES[role]}
            data={listRoles(userType).map((value) => ({ value, label: ROLES[value].label }))}
            {...form.getInputProps('role')}
            onChange={({ currentTarget }) => form.setFieldValue('role', currentTarget.value as MemberRole)}
          />
          <DialogButtons submitLabel="Send invitation" loading={invite.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
