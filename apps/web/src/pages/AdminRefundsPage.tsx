/** /admin/refunds?show=: what goes back to brands. */
import { Badge, Text } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Entries, Entry } from '../features/admin/Entry.tsx';
import { openOrDone } from '../features/admin/openOrDone.ts';
import { FRESH } from '../features/bookings/booking.ts';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const input = openOrDone(request);
  await orFail(data.admin.refunds.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load refunds');
  return input;
}

const KINDS = { refund: 'Full refund', split: 'Part of a split', surplus: 'Payment too many' } as const;

export function Page() {
  const input = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.admin.refunds.useSuspenseInfiniteQuery(input, paging);
  const refunds = pages.flatMap((page) => page.items);
  return (
    <>
      <Head title="Refunds" />
      <PageHeader title="Refunds" description="What goes back to brands. A refund is in flight until Stripe has made it." />
      <Choices
        label="Which refunds"
        choices={[
          { label: 'In flight', to: paths.adminRefunds(), chosen: input.show === 'open' },
          { label: 'Refunded', to: paths.adminRefunds({ show: 'done' }), chosen: input.show === 'done' },
        ]}
      />
      {refunds.length === 0 ? (
        <EmptyState icon={<Undo2 size={36} strokeWidth={1.5} aria-hidden />} title={input.show === 'open' ? 'No refund is in flight' : 'Nothing was refunded yet'} />
      ) : (
        <Entries>
          {refunds.map((refund) => (
            <Entry
              key={refund.id}
              title={refund.packageName}
              to={paths.adminBooking({ id: refund.bookingId })}
              badges={
                <Badge variant="light" color="gray" tt="none">
                  {KINDS[refund.kind]}
                </Badge>
              }
              meta={
                <>
                  {refund.brandName} · decided <When at={refund.decidedAt} />
                </>
              }
              side={
                <>
                  <Money cents={refund.refundCents} fw={650} />
                  <Text size="sm" c="dimmed">
                    {refund.refundedAt === null ? (
                      'In flight'
                    ) : (
                      <>
                        Refunded <When at={refund.refundedAt} />
                      </>
                    )}
                  </Text>
                </>
              }
            >
              {refund.stripeRefundId !== null && <span>{refund.stripeRefundId}</span>}
            </Entry>
          ))}
        </Entries>
      )}
      <More list={list} />
    </>
  );
}
