/** /admin/chargebacks?show=: chargebacks and the responses to them. */
import { Badge } from '@mantine/core';
import { Landmark } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { StaffActionButton } from '../../features/staff/admin/StaffActionButton.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { humanizeName } from '../../features/staff/admin/admin.words.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

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
      description="Payments that a cardholder’s bank reversed. You can respond once to each, before its deadline."
      filter={
        <ListFilter
          label="Filter chargebacks"
          choices={CHARGEBACK_FILTERS}
          show={input.show}
          to={paths.adminChargebacks}
        />
      }
      query={query}
      empty={{ icon: Landmark, title: input.show === 'open' ? 'No open chargebacks' : 'No decided chargebacks yet' }}
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
              {chargeback.brandName} with {chargeback.creatorName} · opened <DateTime at={chargeback.openedAt} />
            </>
          }
          side={
            <>
              <Money cents={chargeback.amountCents} fw={650} />
              <ChargebackResponse chargeback={chargeback} />
            </>
          }
        >
          <span>Reason given by the bank: {humanizeName(chargeback.reason)}</span>
          <ChargebackResponseStatus chargeback={chargeback} />
        </AdminRow>
      )}
    </AdminListScreen>
  );
}

/** Shows that the platform has responded to the bank, or else the deadline for the response. */
function ChargebackResponseStatus({
  chargeback: { outcome, respondBy, responseRequestedAt, respondedAt, responseRefused },
}: {
  chargeback: Chargeback;
}) {
  if (respondedAt !== null)
    return (
      <span key="responded">
        Evidence sent to the bank on <DateTime at={respondedAt} />
      </span>
    );
  if (responseRefused !== null) return <span key="refused">Stripe rejected the evidence: {responseRefused}</span>;
  if (responseRequestedAt !== null) return <span key="asked">The evidence is being sent to the bank.</span>;
  if (outcome !== null) return <span key="no response">No response was sent to the bank.</span>;
  return (
    <strong>
      {respondBy === null ? (
        'No response sent yet'
      ) : (
        <span>
          Respond by <DateTime at={respondBy} />
        </span>
      )}
    </strong>
  );
}

/** Lets staff submit the evidence to the bank, which is possible only once. */
function ChargebackResponse({ chargeback }: { chargeback: Chargeback }) {
  const { id, packageName, outcome, responseRequestedAt, responseRefused } = chargeback;
  if (outcome !== null || (responseRequestedAt !== null && responseRefused === null)) return null;
  return (
    <StaffActionButton
      label="Send evidence"
      subject={packageName}
      title="Send evidence to the bank?"
      field="Note"
      done="The evidence is being sent"
      act={(note) => trpcClient.admin.answerChargeback.mutate({ id, note })}
    >
      Stripe sends the bank your note, the order, the timeline of the booking, and the deliverables with their
      approvals. Private messages are not included. You can respond only once.
    </StaffActionButton>
  );
}
