import { NativeSelect, Stack } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { trpc } from '../../../trpc.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { OwnLimits } from './OwnLimits.tsx';
import { toAvatarPerson } from '../../identity/clients/client.ts';

export interface OrderBudget {
  clientId: string | null;
  budgetId: string | null;
}

/**
 * Lets a brand choose the client and the budget of an order, and shows the member's own limits. Renders nothing unless
 * there are any. Choosing a client removes a budget that is for another one.
 */
export function OrderBudgetFields({ value, onChange }: { value: OrderBudget; onChange: (value: OrderBudget) => void }) {
  const { data: allClients = [] } = trpc.clients.list.useQuery();
  const { data: allBudgets = [] } = trpc.budgets.list.useQuery();
  const clients = allClients.filter(({ archivedAt }) => archivedAt === null);
  const budgets = allBudgets.filter(
    ({ archivedAt, clientId }) => archivedAt === null && (clientId === null || clientId === value.clientId),
  );
  const client = clients.find(({ id }) => id === value.clientId);
  if (clients.length === 0 && budgets.length === 0) return <OwnLimits />;
  const setClient = (clientId: string | null) => {
    const budget = allBudgets.find(({ id }) => id === value.budgetId);
    const isOther = budget !== undefined && budget.clientId !== null && budget.clientId !== clientId;
    onChange({ clientId, budgetId: isOther ? null : value.budgetId });
  };
  return (
    <Stack gap="xs">
      <Columns count={2} from="xs">
        {clients.length > 0 && (
          <NativeSelect
            label="Client"
            data={[{ value: '', label: 'No client' }, ...clients.map(({ id, name }) => ({ value: id, label: name }))]}
            leftSection={client && <PersonAvatar person={toAvatarPerson(client)} size={22} kind="logo" />}
            value={value.clientId ?? ''}
            onChange={({ currentTarget }) => setClient(currentTarget.value || null)}
          />
        )}
        {budgets.length > 0 && (
          <NativeSelect
            label="Budget"
            data={[
              { value: '', label: 'No budget' },
              ...budgets.map((budget) => ({
                value: budget.id,
                label: `${budget.name} (${formatDollars(budget.leftCents)} left)`,
              })),
            ]}
            value={value.budgetId ?? ''}
            onChange={({ currentTarget }) => onChange({ ...value, budgetId: currentTarget.value || null })}
          />
        )}
      </Columns>
      <OwnLimits />
    </Stack>
  );
}
