import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm, schemaResolver } from '@mantine/form';
import { formatDollars, formatDecimal, toPlainAmount } from '@marquee/money';
import { budgetChange, LIMITS, newBudget, type NewBudgetForm } from '@marquee/validation';
import { describeRolesWith, hasPermission } from '@marquee/contracts';
import { useState } from 'react';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useUser } from '../../../session.ts';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { useEditConflict } from '../../../ui/EditConflict.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { describeBudgetUse, PERIOD_LABELS, type Budget } from './budgets.words.ts';
import { StackList } from '../../../ui/StackList.tsx';
import { RowButtons } from '../../../ui/RowButtons.tsx';

/** Lists the budgets of a brand with the amounts left. Members who manage them can add, change and archive them. */
export function BudgetsSection() {
  const user = useUser();
  const canManage = user !== null && hasPermission(user.memberRole, 'budgets.manage');
  const [budgets] = trpc.budgets.list.useSuspenseQuery();
  const [{ timeZone }] = trpc.workspaces.timeZone.useSuspenseQuery();
  const [edited, setEdited] = useState<Budget | 'new' | null>(null);
  return (
    <AnchoredSection
      id="budgets"
      title="Budgets"
      text={`Choose a budget when you order. An order that costs more than the amount left is refused. Months begin in the time zone of the workspace (${timeZone}).`}
    >
      <Stack gap="lg" align="flex-start">
        {budgets.length > 0 && (
          <StackList w="100%">
            {budgets.map((budget) => (
              <BudgetRow key={budget.id} budget={budget} onEdit={canManage ? () => setEdited(budget) : undefined} />
            ))}
          </StackList>
        )}
        {canManage ? (
          <Button variant="default" onClick={() => setEdited('new')}>
            Add budget
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {describeRolesWith('budgets.manage', 'brand')} can add and change budgets.
          </Text>
        )}
      </Stack>
      {edited !== null &&
        (edited === 'new' ? (
          <NewBudgetDialog onClose={() => setEdited(null)} />
        ) : (
          <BudgetDialog budget={edited} onClose={() => setEdited(null)} />
        ))}
    </AnchoredSection>
  );
}

/** Shows a budget. Without `onEdit`, it has no buttons. */
function BudgetRow({ budget, onEdit }: { budget: Budget; onEdit: (() => void) | undefined }) {
  const { id, name, period, clientName, archivedAt } = budget;
  const archive = trpc.budgets.archive.useMutation({
    onSuccess: async (_, { isArchived }) => {
      await queryUtils.budgets.list.invalidate();
      notify(isArchived ? 'Budget archived' : 'Budget restored');
    },
    onError: (error) => notifyFailure(error, 'The budget could not be changed'),
  });
  return (
    <Group component="li" justify="space-between" gap="md">
      <div>
        <RowTitle title={name} badge={archivedAt !== null ? 'Archived' : null} />
        <Text size="sm" c="dimmed">
          {clientName === null ? PERIOD_LABELS[period] : `${PERIOD_LABELS[period]} · for ${clientName}`}
        </Text>
        <Text size="sm">{describeBudgetUse(budget)}</Text>
      </div>
      {onEdit !== undefined && (
        <Group gap="sm">
          <RowButtons
            name={name}
            isArchived={archivedAt !== null}
            loading={archive.isPending}
            onEdit={onEdit}
            onArchive={(isArchived) => archive.mutate({ id, isArchived })}
          />
        </Group>
      )}
    </Group>
  );
}

const refreshBudgets = async () => {
  await queryUtils.budgets.list.invalidate();
  notify('Budget saved');
};
const handleSaveError = (error: unknown) => notifyFailure(error, 'The budget could not be saved');

function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const [clients] = trpc.clients.list.useSuspenseQuery();
  const active = clients.filter(({ archivedAt }) => archivedAt === null);
  const form = useForm<NewBudgetForm>({
    initialValues: { name: '', clientId: null, period: 'month', limit: '' },
    validate: (values) => schemaResolver(newBudget, { sync: true })(toSentBudget(values)),
  });
  const create = trpc.budgets.create.useMutation({
    onSuccess: async () => {
      await refreshBudgets();
      onClose();
    },
    onError: handleSaveError,
  });
  return (
    <Modal opened onClose={onClose} title="New budget" centered>
      <form noValidate onSubmit={form.onSubmit((values) => create.mutate(toSentBudget(values)), focusFirstError)}>
        <Stack gap="md">
          <LimitedTextInput
            label="Name"
            description="For example the name of a campaign."
            withAsterisk
            data-autofocus
            limit={LIMITS.budgetName}
            {...form.getInputProps('name')}
          />
          <TextInput label="Limit" withAsterisk inputMode="decimal" leftSection="$" {...form.getInputProps('limit')} />
          <NativeSelect
            label="Period"
            data={Object.entries(PERIOD_LABELS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('period')}
          />
          {active.length > 0 && (
            <NativeSelect
              label="Client"
              data={[
                { value: '', label: 'Orders for all clients' },
                ...active.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={form.values.clientId ?? ''}
              onChange={({ currentTarget }) => form.setFieldValue('clientId', currentTarget.value || null)}
            />
          )}
          <DialogButtons submitLabel="Save budget" loading={create.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Removes the characters from the limit that people type and `budgetLimit` does not accept, such as commas. */
const toSentBudget = <T extends { limit: string }>(values: T): T => ({ ...values, limit: toPlainAmount(values.limit) });

type BudgetFields = ReturnType<typeof toBudgetFields>;
const toBudgetFields = ({ name, limitCents }: Budget) => ({ name, limit: formatDecimal(limitCents) });

function BudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { id } = budget;
  const form = useForm({
    initialValues: toBudgetFields(budget),
    validate: (values) => schemaResolver(budgetChange, { sync: true })({ ...toSentBudget(values), id }),
  });
  const change = trpc.budgets.change.useMutation({
    onSuccess: async () => {
      await refreshBudgets();
      onClose();
    },
    onError: (error) => {
      handleSaveError(error);
      conflict.onError(error);
    },
  });
  const conflict = useEditConflict(form, { name: 'Name', limit: 'Limit' }, async () => {
    const budgets = await queryUtils.budgets.list.fetch(undefined, ALWAYS_FRESH);
    return toBudgetFields(budgets.find((each) => each.id === id) ?? budget);
  });
  const send = (values: BudgetFields) =>
    change.mutate({ ...toSentBudget(values), id, base: toSentBudget(form.getInitialValues()) });
  const usedCents = budget.requestedCents + budget.committedCents + budget.spentCents;
  return (
    <Modal opened onClose={onClose} title="Edit budget" centered>
      <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
        <Stack gap="md">
          <LimitedTextInput
            label="Name"
            withAsterisk
            data-autofocus
            limit={LIMITS.budgetName}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Limit"
            description={`${formatDollars(usedCents)} is already used.`}
            withAsterisk
            inputMode="decimal"
            leftSection="$"
            {...form.getInputProps('limit')}
          />
          {conflict.notice}
          <DialogButtons submitLabel="Save budget" loading={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
