/** /approvals: the orders of the workspace that wait or waited for an approval. */
import { Container, Stack, Title } from '@mantine/core';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { RequestRow } from '../../features/booking/order-requests/RequestRow.tsx';
import { BookingTabs } from '../../features/booking/bookings/BookingTabs.tsx';
import { requireBrand } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { cursorPaging, LoadMore } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireBrand(request);
  await withLoadError(
    Promise.all([
      queryUtils.orderRequests.open.fetch(undefined, ALWAYS_FRESH),
      queryUtils.orderRequests.closed.fetchInfinite({}, { ...ALWAYS_FRESH, ...cursorPaging }),
    ]),
    'Failed to load approvals',
  );
  return null;
}

export function Page() {
  const [open] = trpc.orderRequests.open.useSuspenseQuery();
  const [{ pages }, list] = trpc.orderRequests.closed.useSuspenseInfiniteQuery({}, cursorPaging);
  const closed = pages.flatMap(({ items }) => items);
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Approvals" />
      <PageHeader title="Approvals" description="Orders that members of your workspace requested." />
      <BookingTabs />
      <Stack gap="lg">
        {open.length === 0 ? (
          <EmptyState
            icon={<ClipboardCheck size={36} strokeWidth={1.5} aria-hidden />}
            title="No orders wait for an approval"
            text="Requested orders appear here. We also email you when you can approve one."
          />
        ) : (
          <RowsCard>
            {open.map((request) => (
              <RequestRow key={request.id} request={request} isWaiting={request.canApprove} />
            ))}
          </RowsCard>
        )}
        {closed.length > 0 && (
          <section aria-labelledby="closed">
            <Title order={2} fz="lg" mb="sm" id="closed">
              Earlier requests
            </Title>
            <RowsCard>
              {closed.map((request) => (
                <RequestRow key={request.id} request={request} isWaiting={false} />
              ))}
            </RowsCard>
          </section>
        )}
        <LoadMore list={list} failure="Failed to load approvals" />
      </Stack>
    </Container>
  );
}
