/** /admin/disputes?show=: what the two sides of a booking do not agree on. */
import { Badge, Text } from '@mantine/core';
import { Scale } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Entries, Entry } from '../features/admin/Entry.tsx';
import { openOrDone } from '../features/admin/openOrDone.ts';
import { DISPUTE_KINDS, OUTCOMES } from '../features/admin/words.ts';
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
  await orFail(data.admin.disputes.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load disputes');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.admin.disputes.useSuspenseInfiniteQuery(input, paging);
  const disputes = pages.flatMap((page) => page.items);
  return (
    <>
      <Head title="Disputes" />
      <PageHeader title="Disputes" description="Problems and refused cancellations. Nothing is paid out or refunded until they are settled." />
      <Choices
        label="Which disputes"
        choices={[
          { label: 'Open', to: paths.adminDisputes(), chosen: input.show === 'open' },
          { label: 'Closed', to: paths.adminDisputes({ show: 'done' }), chosen: input.show === 'done' },
        ]}
      />
      {disputes.length === 0 ? (
        <EmptyState icon={<Scale size={36} strokeWidth={1.5} aria-hidden />} title={input.show === 'open' ? 'No dispute is open' : 'No dispute was closed yet'} />
      ) : (
        <Entries>
          {disputes.map((dispute) => (
            <Entry
              key={dispute.id}
              title={dispute.packageName}
              to={paths.adminDispute({ id: dispute.id })}
              badges={
                <Badge variant="light" color="gray" tt="none">
                  {DISPUTE_KINDS[dispute.kind]}
                </Badge>
              }
              meta={
                <>
                  {dispute.brandName} with {dispute.creatorName} · since <When at={dispute.openedAt} />
                </>
              }
              side={
                <>
                  <Money cents={dispute.totalCents} fw={650} />
                  <Text size="sm" c="dimmed">
                    {dispute.outcome === null ? (dispute.answeredAt === null ? 'Not answered yet' : 'Both have spoken') : OUTCOMES[dispute.outcome]}
                  </Text>
                </>
              }
            />
          ))}
        </Entries>
      )}
      <More list={list} />
    </>
  );
}
