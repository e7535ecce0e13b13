/** /admin/revenue: revenue by month, computed from the ledger. */
import { Box, Button, Table } from '@mantine/core';
import { Download } from 'lucide-react';
import { AdminHeader } from '../../features/staff/admin/AdminHeader.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { StatList } from '../../ui/StatList.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { WideTable } from '../../ui/WideTable.tsx';

export async function loader() {
  await withLoadError(queryUtils.admin.revenue.fetch(undefined, ALWAYS_FRESH), 'Failed to load the revenue');
  return null;
}

type Month = RouterOutputs['admin']['revenue'][number];

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const REVENUE_COLUMNS: readonly (readonly [string, Exclude<keyof Month, 'month' | 'disputes'>])[] = [
  ['Charged', 'capturedCents'],
  ['Fees recognized', 'feesCents'],
  ['Refunded', 'refundedCents'],
  ['Paid out', 'paidOutCents'],
  ['Reversed', 'reversedCents'],
  ['Charged back', 'chargedBackCents'],
  ['Chargebacks won', 'chargebacksWonCents'],
  ['Held at month end', 'heldCents'],
];

export function Page() {
  const [months] = trpc.admin.revenue.useSuspenseQuery();
  const [thisMonth] = months;
  return (
    <>
      <AdminHeader
        title="Revenue"
        description="Monthly totals from the ledger (UTC). Fees count when a payment is released to the creator."
        actions={
          <Button
            component="a"
            href={paths.revenueFile()}
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            Download CSV
          </Button>
        }
      />
      {thisMonth !== undefined && (
        <Box mb="lg">
          <StatList
            label="This month"
            figures={[
              { label: 'Charged to cards this month', value: <Money cents={thisMonth.capturedCents} /> },
              { label: 'Fees earned this month', value: <Money cents={thisMonth.feesCents} /> },
              { label: 'Paid out this month', value: <Money cents={thisMonth.paidOutCents} /> },
              { label: 'Held for brands and creators now', value: <Money cents={thisMonth.heldCents} /> },
            ]}
          />
        </Box>
      )}
      <WideTable label="Revenue per month">
        <Table withRowBorders miw={980}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Month</Table.Th>
              {REVENUE_COLUMNS.map(([label]) => (
                <Table.Th key={label} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="right">
                Disputes
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.map((month) => (
              <Table.Tr key={month.month}>
                <Table.Th scope="row" fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {monthFormat.format(new Date(`${month.month}-01T00:00:00Z`))}
                </Table.Th>
                {REVENUE_COLUMNS.map(([label, name]) => (
                  <Table.Td key={label} ta="right">
                    <Money cents={month[name]} />
                  </Table.Td>
                ))}
                <Table.Td ta="right">{month.disputes}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </>
  );
}
