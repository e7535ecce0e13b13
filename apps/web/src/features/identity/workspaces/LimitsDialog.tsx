import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { formatDecimal, toPlainAmount } from '@marquee/money';
import { memberLimits, type MemberLimitsForm } from '@marquee/validation';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../../trpc.ts';
import { useEditConflict } from '../../../ui/EditConflict.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';

interface LimitedMember {
  id: string;
  fullName: string;
  orderLimitCents: number | null;
  monthLimitCents: number | null;
}

const formatLimit = (cents: number | null) => (cents === null ? '' : formatDecimal(cents));

type LimitFields = Pick<MemberLimitsForm, 'orderLimit' | 'monthLimit'>;

const LIMIT_LABELS: Record<keyof LimitFields, string> = {
  orderLimit: 'Limit per order',
  monthLimit: 'Limit per month',
};

const toLimitFields = (member: LimitedMember): LimitFields => ({
  orderLimit: formatLimit(member.orderLimitCents),
  monthLimit: formatLimit(member.monthLimitCents),
});

/** Lets an owner limit how much a member may order without an approval. */
export function LimitsDialog({ member, onClose }: { member: LimitedMember; onClose: () => void }) {
  const personId = member.id;
  const form = useForm<LimitFields>({
    initialValues: toLimitFields(member),
    validate: (values) => schemaResolver(memberLimits, { sync: true })({ ...toSentLimits(values), personId }),
  });
  const save = trpc.workspaces.changeLimits.useMutation({
    onSuccess: (members) => {
      queryUtils.workspaces.members.setData(undefined, members);
      notify('Spending limits saved');
      onClose();
    },
    onError: (error) => {
      notifyFailure(error, 'The spending limits could not be saved');
      conflict.onError(error);
    },
  });
  const conflict = useEditConflict(form, LIMIT_LABELS, async () => {
    const { members } = await queryUtils.workspaces.members.fetch(undefined, ALWAYS_FRESH);
    return toLimitFields(members.find(({ id }) => id === personId) ?? member);
  });
  const send = (values: LimitFields) =>
    save.mutate({ ...toSentLimits(values), personId, base: toSentLimits(form.getInitialValues()) });
  const field = (name: keyof LimitFields) => (
    <TextInput
      label={LIMIT_LABELS[name]}
      placeholder="No limit"
      inputMode="decimal"
      leftSection="$"
      {...form.getInputProps(name)}
    />
  );
  return (
    <Modal opened onClose={onClose} title={`Spending limits of ${member.fullName}`} centered>
      <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Orders above these limits need the approval of another member. Leave a field empty for no limit.
          </Text>
          {field('orderLimit')}
          {field('monthLimit')}
          {conflict.notice}
          <DialogButtons submitLabel="Save limits" loading={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

const toSentLimits = ({ orderLimit, monthLimit }: LimitFields): LimitFields => ({
  orderLimit: toPlainAmount(orderLimit),
  monthLimit: toPlainAmount(monthLimit),
});
