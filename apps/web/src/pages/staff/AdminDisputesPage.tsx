/** /admin/disputes?show=: disputes between brands and creators. */
import { Badge, Text } from '@mantine/core';
import { Scale } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { DISPUTE_KIND_LABELS, DISPUTE_OUTCOME_LABELS } from '../../features/staff/admin/admin.words.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

const DISPUTE_FILTERS = { open: 'Open', done: 'Closed' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListFilter(request, DISPUTE_FILTERS);
  await withLoadError(
    queryUtils.admin.disputes.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load disputes',
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.disputes.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Disputes"
      description="Reported problems and rejected cancellation requests. Each payment is on hold until its dispute is settled."
      filter={
        <ListFilter label="Filter disputes" choices={DISPUTE_FILTERS} show={input.show} to={paths.adminDisputes} />
      }
      query={query}
      empty={{ icon: Scale, title: input.show === 'open' ? 'No open disputes' : 'No closed disputes yet' }}
    >
      {(dispute) => (
        <AdminRow
          key={dispute.id}
          title={dispute.packageName}
          to={paths.adminDispute({ id: dispute.id })}
          badges={
            <Badge variant="light" color="gray" tt="none">
              {DISPUTE_KIND_LABELS[dispute.kind]}
            </Badge>
          }
          meta={
            <>
              {dispute.brandName} with {dispute.creatorName} · opened <DateTime at={dispute.openedAt} />
            </>
          }
          side={
            <>
              <Money cents={dispute.totalCents} fw={650} />
              <Text size="sm" c="dimmed">
                {dispute.outcome === null
                  ? dispute.answeredAt === null
                    ? 'Waiting for a response'
                    : 'Both parties responded'
                  : DISPUTE_OUTCOME_LABELS[dispute.outcome]}
              </Text>
            </>
          }
        />
      )}
    </AdminListScreen>
  );
}
