/** /admin/revenue: revenue by month, computed from the ledger. */
import { Button, Table } from '@mantine/core';
import { Download } from 'lucide-react';
import { paths } from '../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../trpc.ts';
import { PageMeta } from '../ui/PageMeta.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';
import { WideTable } from '../ui/WideTable.tsx';

export async function loader() {
  await withLoadError(queryUtils.admin.revenue.fetch(undefined, ALWAYS_FRESH), 'Failed to load the revenue');
  return null;
}

type Month = RouterOutputs['admin']['revenue'][number];

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const REVENUE_COLUMNS: readonly (readonly [string, Exclude<keyof Month, 'month' | 'disputes'>])[] = [
  ['Captured', 'capturedCents'],
  ['Fees recognised', 'feesCents'],
  ['Refunded', 'refundedCents'],
  ['Paid out', 'paidOutCents'],
  ['Reversed', 'reversedCents'],
  ['Charged back', 'chargedBackCents'],
  ['Chargebacks won', 'chargebacksWonCents'],
  ['Held at the end', 'heldCents'],
];

export function Page() {
  const [months] = trpc.admin.revenue.useSuspenseQuery();
  return (
    <>
      <PageMeta title="Revenue" />
      <PageHeader
        title="Revenue"
        description="From the ledger, per month (UTC). Fees count when a booking is released; what is held belongs to brands and creators."
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
