import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { formatDecimal, toPlainAmount } from '@marquee/money';
import { approvalSettings, ORDER_REQUEST_HOURS, type ApprovalSettingsForm } from '@marquee/validation';
import { RULE_LABELS } from '@marquee/contracts';
import { ALWAYS_FRESH, queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { SettingsSectionForm } from '../../identity/settings/SettingsSections.tsx';

const RULE_OPTIONS = Object.entries(RULE_LABELS).map(([value, label]) => ({ value, label }));

type ApprovalFields = Omit<ApprovalSettingsForm, 'base'>;
type SavedSettings = RouterOutputs['approvals']['settings'];

const toApprovalFields = ({ rule, aboveCents, approvers, allowsOwn }: SavedSettings): ApprovalFields => ({
  rule,
  above: formatDecimal(aboveCents),
  approvers: approvers === 2 ? 2 : 1,
  allowsOwn,
});

/** Lets an owner choose which orders of the other members need an approval. */
export function ApprovalRulesSection() {
  const [settings] = trpc.approvals.settings.useSuspenseQuery();
  const form = useForm<ApprovalFields>({
    initialValues: toApprovalFields(settings),
    validate: (values) => schemaResolver(approvalSettings, { sync: true })(toSentSettings(values)),
  });
  const save = trpc.approvals.saveSettings.useMutation({
    onSuccess: (saved) => {
      queryUtils.approvals.settings.setData(undefined, saved);
      notify('Approval rules saved');
    },
    onError: (error) => notifyFailure(error, 'The approval rules could not be saved'),
  });
  return (
    <AnchoredSection
      id="approvals"
      title="Approvals"
      text={`Members request the orders that need an approval. A request expires after ${ORDER_REQUEST_HOURS} hours.`}
    >
      <SettingsSectionForm<ApprovalFields, SavedSettings>
        form={form}
        valuesOf={toApprovalFields}
        isSaving={save.isPending}
        saveLabel="Save approval rules"
        onSave={(values, base, handlers) =>
          save.mutate({ ...toSentSettings(values), base: toSentSettings(base) }, handlers)
        }
        shared={{
          labels: {
            rule: { label: 'Orders that need an approval', format: (rule) => RULE_LABELS[rule] },
            above: 'Total above which an order needs an approval',
            approvers: 'Approvers',
            allowsOwn: 'Members may approve their own orders',
          },
          load: () => queryUtils.approvals.settings.fetch(undefined, ALWAYS_FRESH),
        }}
      >
        <Stack gap="md">
          <NativeSelect label="Orders that need an approval" data={RULE_OPTIONS} {...form.getInputProps('rule')} />
          {form.values.rule === 'above' && (
            <TextInput
              label="Total above which an order needs an approval"
              inputMode="decimal"
              leftSection="$"
              {...form.getInputProps('above')}
            />
          )}
          <NativeSelect
            label="Approvers"
            data={[
              { value: '1', label: 'One approver' },
              { value: '2', label: 'Two approvers' },
            ]}
            value={String(form.values.approvers)}
            onChange={({ currentTarget }) => form.setFieldValue('approvers', currentTarget.value === '2' ? 2 : 1)}
          />
          <Switch
            label="Members may approve their own orders"
            checked={form.getValues().allowsOwn}
            onChange={({ currentTarget }) => form.setFieldValue('allowsOwn', currentTarget.checked)}
          />
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}

const toSentSettings = (values: ApprovalSettingsForm): ApprovalSettingsForm => ({
  ...values,
  above: toPlainAmount(values.above),
});
