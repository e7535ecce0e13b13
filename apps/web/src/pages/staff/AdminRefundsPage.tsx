/** /admin/refunds?show=: refunds to brands. */
import { Badge, Text } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

const REFUND_FILTERS = { open: 'In progress', done: 'Refunded' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListFilter(request, REFUND_FILTERS);
  await withLoadError(
    queryUtils.admin.refunds.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load refunds',
  );
  return input;
}

const REFUND_KIND_LABELS = { refund: 'Full refund', split: 'Split', surplus: 'Duplicate payment' } as const;

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.refunds.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Refunds"
      description="Refunds to brands. A refund is in progress until Stripe confirms it."
      filter={<ListFilter label="Filter refunds" choices={REFUND_FILTERS} show={input.show} to={paths.adminRefunds} />}
      query={query}
      empty={{ icon: Undo2, title: input.show === 'open' ? 'No refunds in progress' : 'No refunds yet' }}
    >
      {(refund) => (
        <AdminRow
          key={refund.id}
          title={refund.packageName}
          to={paths.adminBooking({ id: refund.bookingId })}
          badges={
            <>
              <Badge variant="light" color="gray" tt="none">
                {REFUND_KIND_LABELS[refund.kind]}
              </Badge>
              {refund.isReturned && (
                <Badge variant="light" color="red" tt="none">
                  Returned by the bank
                </Badge>
              )}
            </>
          }
          meta={
            <>
              {refund.brandName} · decided <DateTime at={refund.decidedAt} />
            </>
          }
          side={
            <>
              <Money cents={refund.refundCents} fw={650} />
              <Text size="sm" c="dimmed">
                {refund.refundedAt === null ? (
                  'In progress'
                ) : (
                  <span>
                    Refunded <DateTime at={refund.refundedAt} />
                  </span>
                )}
              </Text>
            </>
          }
        >
          {refund.stripeRefundId !== null && <span>{refund.stripeRefundId}</span>}
        </AdminRow>
      )}
    </AdminListScreen>
  );
}
