/** /admin/disputes?show=: what the two sides of a booking do not agree on. */
import { Badge, Text } from '@mantine/core';
import { Scale } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { DISPUTE_KINDS, OUTCOMES } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Money } from '../ui/Money.tsx';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { open: 'Open', done: 'Closed' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = shownOf(request, SHOWN);
  await orFail(data.admin.disputes.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load disputes');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.disputes.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Disputes"
      description="Problems and refused cancellations. Nothing is paid out or refunded until they are settled."
      filter={<ShowChoices label="Which disputes" choices={SHOWN} show={input.show} to={paths.adminDisputes} />}
      query={query}
      empty={{ icon: Scale, title: input.show === 'open' ? 'No dispute is open' : 'No dispute was closed yet' }}
    >
      {(dispute) => (
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
                {dispute.outcome === null
                  ? dispute.answeredAt === null
                    ? 'Not answered yet'
                    : 'Both have spoken'
                  : OUTCOMES[dispute.outcome]}
              </Text>
            </>
          }
        />
      )}
    </ListScreen>
  );
}
