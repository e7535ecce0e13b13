/** /admin/exceptions?show=: what the program will not guess about. */
import { Anchor } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { DataFacts } from '../features/admin/DataFacts.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { exceptionTitle } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { open: 'Open', done: 'Resolved' } as const;

/** What resolving means. */
const OTHERS =
  'It leaves the list; no money moves. Say what was done about it. When the cause is still there, it is listed again.';
const RETURNED =
  'Pay the brand another way first, then say here how. The books note that it was paid from elsewhere, and the brand is told; nothing is sent through Stripe. Do not pay while the brand’s bank asks for the same money by a chargeback.';

export async function loader({ request }: LoaderFunctionArgs) {
  const input = shownOf(request, SHOWN);
  await orFail(data.admin.exceptions.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load exceptions');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.exceptions.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Exceptions"
      description="Where our books and Stripe’s differ, or money waits for a person. Most right themselves; resolve what you have dealt with."
      filter={<ShowChoices label="Which exceptions" choices={SHOWN} show={input.show} to={paths.adminExceptions} />}
      query={query}
      empty={{ icon: CircleCheck, title: input.show === 'open' ? 'Nothing needs a look' : 'Nothing resolved yet' }}
    >
      {(exception) => (
        <Entry
          key={exception.id}
          title={exceptionTitle(exception.kind)}
          meta={
            <>
              Since <When at={exception.openedAt} />
              {exception.subject !== exception.bookingId && ` · ${exception.subject}`}
            </>
          }
          side={
            exception.resolvedAt === null ? (
              <Act
                label="Resolve"
                subject={`${exceptionTitle(exception.kind)}, ${exception.packageName ?? exception.subject}`}
                title="Resolve this exception?"
                field="Note"
                done="Exception resolved"
                act={(note) => trpcClient.admin.resolveException.mutate({ id: exception.id, note })}
              >
                {exception.kind === 'refund_returned' ? RETURNED : OTHERS}
              </Act>
            ) : undefined
          }
        >
          <DataFacts data={exception.data} />
          {exception.bookingId !== null && (
            <span>
              <Anchor component={Link} to={paths.adminBooking({ id: exception.bookingId })} underline="always" inherit>
                {exception.packageName ?? 'The booking'}
              </Anchor>
            </span>
          )}
          {exception.resolvedAt !== null && (
            <span>
              {exception.resolverName === null ? 'Righted itself' : `Resolved by ${exception.resolverName}`} on{' '}
              <When at={exception.resolvedAt} />: {exception.resolution}
            </span>
          )}
        </Entry>
      )}
    </ListScreen>
  );
}
