/** /admin/exceptions?show=: payments and records that need a decision by staff. */
import { Anchor } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { StaffActionButton } from '../../features/staff/admin/StaffActionButton.tsx';
import { RecordedFields } from '../../features/staff/admin/RecordedFields.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { getExceptionTitle } from '../../features/staff/admin/admin.words.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

const EXCEPTION_FILTERS = { open: 'Open', done: 'Resolved' } as const;

const RESOLVE_CONSEQUENCE =
  'This removes the exception from the list and moves no money. Describe what you did. If the cause remains, it is listed again.';
const REBUILD_CONSEQUENCE =
  'This creates the booking again from its payment at Stripe, and the creator can accept it. The order form is lost, so ask the brand for the details.';
const RETURNED_REFUND_CONSEQUENCE =
  'Pay the brand another way first, then describe how. This records the payment in the ledger and notifies the brand, but sends nothing through Stripe. Do not pay if a chargeback for the same payment is open.';

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListFilter(request, EXCEPTION_FILTERS);
  await withLoadError(
    queryUtils.admin.exceptions.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load exceptions',
  );
  return input;
}

/** Names an exception for screen reader users. */
const getSubject = ({ kind, packageName, subject }: { kind: string; packageName: string | null; subject: string }) =>
  `${getExceptionTitle(kind)}, ${packageName ?? subject}`;

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.exceptions.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Exceptions"
      description="Payments that need a manual check. Many resolve automatically. Resolve the others after you have dealt with them."
      filter={
        <ListFilter
          label="Filter exceptions"
          choices={EXCEPTION_FILTERS}
          show={input.show}
          to={paths.adminExceptions}
        />
      }
      query={query}
      empty={{ icon: CircleCheck, title: input.show === 'open' ? 'No open exceptions' : 'No resolved exceptions yet' }}
    >
      {(exception) => (
        <AdminRow
          key={exception.id}
          title={getExceptionTitle(exception.kind)}
          meta={
            <>
              Opened <DateTime at={exception.openedAt} />
              {exception.subject !== exception.bookingId && ` · ${exception.subject}`}
            </>
          }
          side={
            exception.resolvedAt === null ? (
              <>
                {exception.kind === 'lost_booking' && (
                  <StaffActionButton
                    label="Rebuild booking"
                    subject={getSubject(exception)}
                    title="Rebuild this booking?"
                    field="Note"
                    done="Booking rebuilt"
                    act={(note) => trpcClient.admin.rebuildBooking.mutate({ id: exception.id, note })}
                  >
                    {REBUILD_CONSEQUENCE}
                  </StaffActionButton>
                )}
                <StaffActionButton
                  label="Resolve"
                  subject={getSubject(exception)}
                  title="Resolve this exception?"
                  field="Note"
                  done="Exception resolved"
                  act={(note) => trpcClient.admin.resolveException.mutate({ id: exception.id, note })}
                >
                  {exception.kind === 'refund_returned' ? RETURNED_REFUND_CONSEQUENCE : RESOLVE_CONSEQUENCE}
                </StaffActionButton>
              </>
            ) : undefined
          }
        >
          <RecordedFields data={exception.data} />
          {exception.bookingId !== null && (
            <span>
              <Anchor component={Link} to={paths.adminBooking({ id: exception.bookingId })} underline="always" inherit>
                {exception.packageName ?? 'View booking'}
              </Anchor>
            </span>
          )}
          {exception.resolvedAt !== null && (
            <span>
              {exception.resolverName === null ? 'Resolved automatically' : `Resolved by ${exception.resolverName}`} on{' '}
              <DateTime at={exception.resolvedAt} />: {exception.resolution}
            </span>
          )}
        </AdminRow>
      )}
    </AdminListScreen>
  );
}
