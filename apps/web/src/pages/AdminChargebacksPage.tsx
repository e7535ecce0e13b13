/** /admin/chargebacks?show=: payments that a card's bank took back, and what it is told. */
import { Badge } from '@mantine/core';
import { Landmark } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { spoken } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient, type Outputs } from '../trpc.ts';
import { Money } from '../ui/Money.tsx';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { open: 'Open', done: 'Decided' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = shownOf(request, SHOWN);
  await orFail(data.admin.chargebacks.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load chargebacks');
  return input;
}

type Chargeback = Outputs['admin']['chargebacks']['items'][number];

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.chargebacks.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Chargebacks"
      description="The card’s bank took the payment back. It decides alone, and listens once, until the time that it names."
      filter={<ShowChoices label="Which chargebacks" choices={SHOWN} show={input.show} to={paths.adminChargebacks} />}
      query={query}
      empty={{ icon: Landmark, title: input.show === 'open' ? 'No chargeback is open' : 'None was decided yet' }}
    >
      {(chargeback) => (
        <Entry
          key={chargeback.id}
          title={chargeback.packageName}
          to={paths.adminBooking({ id: chargeback.id })}
          badges={
            chargeback.outcome !== null && (
              <Badge variant="light" color={chargeback.outcome === 'won' ? 'teal' : 'gray'} tt="none">
                {chargeback.outcome === 'won' ? 'Won' : 'Lost'}
              </Badge>
            )
          }
          meta={
            <>
              {chargeback.brandName} with {chargeback.creatorName} · since <When at={chargeback.openedAt} />
            </>
          }
          side={
            <>
              <Money cents={chargeback.amountCents} fw={650} />
              <Answer chargeback={chargeback} />
            </>
          }
        >
          <span>The bank’s reason: {spoken(chargeback.reason)}</span>
          <Heard chargeback={chargeback} />
        </Entry>
      )}
    </ListScreen>
  );
}

/** What the bank was told, or until when it can be. */
function Heard({
  chargeback: { outcome, respondBy, responseAskedAt, respondedAt, responseRefused },
}: {
  chargeback: Chargeback;
}) {
  if (respondedAt !== null)
    return (
      <span key="responded">
        The bank was sent the record on <When at={respondedAt} />
      </span>
    );
  if (responseRefused !== null) return <span key="refused">Stripe did not take the record: {responseRefused}</span>;
  if (responseAskedAt !== null) return <span key="asked">The record is on its way to the bank.</span>;
  if (outcome !== null) return <span key="no response">The bank was told nothing.</span>;
  return (
    <strong>
      {respondBy === null ? (
        'The bank has been told nothing yet'
      ) : (
        <span>
          To be answered by <When at={respondBy} />
        </span>
      )}
    </strong>
  );
}

/** Sends the record, once. */
function Answer({ chargeback }: { chargeback: Chargeback }) {
  const { id, packageName, outcome, responseAskedAt, responseRefused } = chargeback;
  if (outcome !== null || (responseAskedAt !== null && responseRefused === null)) return null;
  return (
    <Act
      label="Send the record"
      subject={packageName}
      title="Send the bank what is known?"
      field="Note"
      done="The record is sent"
      act={(note) => trpcClient.admin.answerChargeback.mutate({ id, note })}
    >
      Your note, what was ordered and shown before paying, everything that happened, and what was sent and approved,
      with times and checksums, go to the bank through Stripe. What the two sides wrote to each other does not. The bank
      listens once: it cannot be added to.
    </Act>
  );
}
