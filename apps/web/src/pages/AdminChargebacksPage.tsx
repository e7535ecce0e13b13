/** /admin/chargebacks?show=: chargebacks and the responses to them. */
import { Badge } from '@mantine/core';
import { Landmark } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { StaffActionButton } from '../features/admin/StaffActionButton.tsx';
import { AdminRow } from '../features/admin/AdminRow.tsx';
import { AdminListScreen } from '../features/admin/AdminListScreen.tsx';
import { ListFilter, parseListFilter } from '../features/admin/ListFilter.tsx';
import { humanizeName } from '../features/admin/adminLabels.ts';
import { paths } from '../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/Money.tsx';
import { cursorPaging } from '../ui/LoadMore.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';
import { DateTime } from '../ui/DateTime.tsx';

const CHARGEBACK_FILTERS = { open: 'Open', done: 'Decided' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListFilter(request, CHARGEBACK_FILTERS);
  await withLoadError(
    queryUtils.admin.chargebacks.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load chargebacks',
  );
  return input;
}

type Chargeback = RouterOutputs['admin']['chargebacks']['items'][number];

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.chargebacks.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Chargebacks"
      description="The card’s bank took the payment back. It decides alone, and listens once, until the time that it names."
      filter={
        <ListFilter
          label="Which chargebacks"
          choices={CHARGEBACK_FILTERS}
          show={input.show}
          to={paths.adminChargebacks}
        />
      }
      query={query}
      empty={{ icon: Landmark, title: input.show === 'open' ? 'No chargeback is open' : 'None was decided yet' }}
    >
      {(chargeback) => (
        <AdminRow
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
              {chargeback.brandName} with {chargeback.creatorName} · since <DateTime at={chargeback.openedAt} />
            </>
          }
          side={
            <>
              <Money cents={chargeback.amountCents} fw={650} />
              <ChargebackResponse chargeback={chargeback} />
            </>
          }
        >
          <span>The bank’s reason: {humanizeName(chargeback.reason)}</span>
          <ChargebackResponseStatus chargeback={chargeback} />
        </AdminRow>
      )}
    </AdminListScreen>
  );
}

/** Shows that the platform has responded to the bank, or else the deadline for the response. */
function ChargebackResponseStatus({
  chargeback: { outcome, respondBy, responseAskedAt, respondedAt, responseRefused },
}: {
  chargeback: Chargeback;
}) {
  if (respondedAt !== null)
    return (
      <span key="responded">
        The bank was sent the record on <DateTime at={respondedAt} />
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
          To be answered by <DateTime at={respondBy} />
        </span>
      )}
    </strong>
  );
}

/** Lets staff submit the evidence to the bank, which is possible only once. */
function ChargebackResponse({ chargeback }: { chargeback: Chargeback }) {
  const { id, packageName, outcome, responseAskedAt, responseRefused } = chargeback;
  if (outcome !== null || (responseAskedAt !== null && responseRefused === null)) return null;
  return (
    <StaffActionButton
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
    </StaffActionButton>
  );
}
