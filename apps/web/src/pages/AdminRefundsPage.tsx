/** /admin/refunds?show=: what goes back to brands. */
import { Badge, Text } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Money } from '../ui/Money.tsx';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { open: 'In flight', done: 'Refunded' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = shownOf(request, SHOWN);
  await orFail(data.admin.refunds.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load refunds');
  return input;
}

const KINDS = { refund: 'Full refund', split: 'Part of a split', surplus: 'Payment too many' } as const;

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.refunds.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Refunds"
      description="What goes back to brands. A refund is in flight until Stripe has made it."
      filter={<ShowChoices label="Which refunds" choices={SHOWN} show={input.show} to={paths.adminRefunds} />}
      query={query}
      empty={{ icon: Undo2, title: input.show === 'open' ? 'No refund is in flight' : 'Nothing was refunded yet' }}
    >
      {(refund) => (
        <Entry
          key={refund.id}
          title={refund.packageName}
          to={paths.adminBooking({ id: refund.bookingId })}
          badges={
            <>
              <Badge variant="light" color="gray" tt="none">
                {KINDS[refund.kind]}
              </Badge>
              {refund.isReturned && (
                <Badge variant="light" color="red" tt="none">
                  Sent back by the bank
                </Badge>
              )}
            </>
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
                  <span>
                    Refunded <When at={refund.refundedAt} />
                  </span>
                )}
              </Text>
            </>
          }
        >
          {refund.stripeRefundId !== null && <span>{refund.stripeRefundId}</span>}
        </Entry>
      )}
    </ListScreen>
  );
}
