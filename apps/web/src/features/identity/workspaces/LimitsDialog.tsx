import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { formatDecimal, toPlainAmount } from '@marquee/money';
import { memberLimits, type MemberLimitsForm } from '@marquee/validation';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';

interface LimitedMember {
  id: string;
  fullName: string;
  orderLimitCents: number | null;
  monthLimitCents: number | null;
}

const formatLimit = (cents: number | null) => (cents === null ? '' : formatDecimal(cents));

/** Lets an owner limit how much a member may order without an approval. */
export function LimitsDialog({ member, onClose }: { member: LimitedMember; onClose: () => void }) {
  const form = useForm<MemberLimitsForm>({
    initialValues: {
      personId: member.id,
      orderLimit: formatLimit(member.orderLimitCents),
      monthLimit: formatLimit(member.monthLimitCents),
    },
    validate: (values) => schemaResolver(memberLimits, { sync: true })(toSentLimits(values)),
  });
  const save = trpc.workspaces.changeLimits.useMutation({
    onSuccess: (members) => {
      queryUtils.workspaces.members.setData(undefined, members);
      notify('Spending limits saved');
      onClose();
    },
    onError: (error) => notifyFailure(error, 'The spending limits could not be saved'),
  });
  const field = (label: string, name: 'orderLimit' | 'monthLimit') => (
    <TextInput label={label} placeholder="No limit" inputMode="decimal" leftSection="$" {...form.getInputProps(name)} />
  );
  return (
    <Modal opened onClose={onClose} title={`Spending limits of ${member.fullName}`} centered>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(toSentLimits(values)), focusFirstError)}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Orders above these limits need the approval of another member. Leave a field empty for no limit.
          </Text>
          {field('Limit per order', 'orderLimit')}
          {field('Limit per month', 'monthLimit')}
          <DialogButtons submitLabel="Save limits" loading={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

const toSentLimits = ({ personId, orderLimit, monthLimit }: MemberLimitsForm): MemberLimitsForm => ({
  personId,
  orderLimit: toPlainAmount(orderLimit),
  monthLimit: toPlainAmount(monthLimit),
});
