/** /payouts/statements: a creator's monthly statements, one for each month with income. */
import { Card, Container, Group, Text } from '@mantine/core';
import { ReceiptText } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { MoneyTabs } from '../../features/money/payouts/MoneyTabs.tsx';
import { DocumentFileLinks } from '../../features/money/receipts/DocumentFileLinks.tsx';
import { paths } from '../../paths.ts';
import { requireCreator } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCreator(request);
  await withLoadError(queryUtils.payouts.summary.fetch(undefined, ALWAYS_FRESH), 'Failed to load statements');
  return null;
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function Page() {
  const [{ months }] = trpc.payouts.summary.useSuspenseQuery();
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Statements" />
      <PageHeader
        title="Statements"
        description="One document a month for your books, with every payout and reversal."
      />
      <MoneyTabs />
      {months.length === 0 ? (
        <EmptyState
          icon={<ReceiptText size={36} strokeWidth={1.5} aria-hidden />}
          title="No statements yet"
          text="Your first statement appears here after your first payout."
        />
      ) : (
        <RowsCard>
          {months.map((month) => {
            const name = monthFormat.format(new Date(`${month}-01T00:00:00Z`));
            return (
              <Card component="li" key={month} p="md">
                <Group justify="space-between" gap="sm">
                  <Text fw={600}>{name}</Text>
                  <DocumentFileLinks
                    of={`statement for ${name}`}
                    pdf={paths.monthlyStatementFile({ month, form: 'pdf' })}
                    csv={paths.monthlyStatementFile({ month, form: 'csv' })}
                  />
                </Group>
              </Card>
            );
          })}
        </RowsCard>
      )}
    </Container>
  );
}
