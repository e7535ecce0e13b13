/** /admin/payouts: blocked payouts. */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { Anchor } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { StaffActionButton } from '../../features/staff/admin/StaffActionButton.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';

import { describeDisabledReason, getRequirementLabel } from '../../features/money/payouts/stripeRequirements.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

export async function loader() {
  await withLoadError(
    queryUtils.admin.blockedPayouts.fetchInfinite({}, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load blocked payouts',
  );
  return null;
}

type BlockedPayout = RouterOutputs['admin']['blockedPayouts']['items'][number];

export function Page() {
  const query = trpc.admin.blockedPayouts.useSuspenseInfiniteQuery({}, cursorPaging);
  return (
    <AdminListScreen
      title="Blocked payouts"
      description="Payouts that cannot be sent yet. Each is sent automatically as soon as its problem is solved."
      query={query}
      empty={{ icon: CircleCheck, title: 'No blocked payouts' }}
    >
      {(payout) => (
        <AdminRow
          key={payout.id}
          title={payout.creatorName}
          to={paths.adminUser({ id: payout.creatorId })}
          meta={
            <>
              Blocked since <DateTime at={payout.blockedAt} />
            </>
          }
          side={
            <>
              <Money cents={payout.creatorCents} fw={650} />
              <StaffActionButton
                label="Retry"
                subject={`payout to ${payout.creatorName}`}
                title="Retry this payout?"
                field="Reason"
                done="Retrying the payout"
                act={(reason) => trpcClient.admin.retryPayout.mutate({ id: payout.bookingId, reason })}
              >
                We check the account at Stripe again. If it can receive transfers, <Money cents={payout.creatorCents} />{' '}
                is sent immediately. Otherwise, the payout stays blocked.
              </StaffActionButton>
            </>
          }
        >
          <span>{describeBlockedReason(payout)}</span>
          {describeRemedy(payout) !== null && <span>{describeRemedy(payout)}</span>}
          <span>
            <Anchor component={Link} to={paths.adminBooking({ id: payout.bookingId })} underline="always" inherit>
              {payout.packageName}
            </Anchor>
          </span>
        </AdminRow>
      )}
    </AdminListScreen>
  );
}

function describeBlockedReason(payout: BlockedPayout): string {
  if (payout.blockedReason === 'payout_change')
    return `The payout account was changed less than ${PAYOUT_HOLD_HOURS} hours ago. The payout is sent automatically.`;
  if (payout.blockedReason === 'payment_check')
    return `A saved card paid from a new device less than ${PAYOUT_HOLD_HOURS} hours ago. The payout is sent automatically.`;
  if (payout.blockedReason === 'payouts_frozen')
    return 'The workspace of the creator, the brand or the agency is locked. The payout is sent after you unlock it.';
  if (payout.stripeAccountId === null) return `${payout.creatorName} has not started the payout setup.`;
  if (!payout.payoutDetailsSubmitted) return `${payout.creatorName} has not finished the payout setup.`;
  return describeDisabledReason(payout.payoutDisabledReason) ?? 'Stripe does not let the account receive transfers.';
}

function describeRemedy(payout: BlockedPayout): string | null {
  if (payout.stripeAccountId === null || !payout.payoutDetailsSubmitted) return null;
  const missing = [...new Set(payout.payoutRequirements.map(getRequirementLabel))];
  return missing.length === 0
    ? 'Stripe is reviewing the account. No action is needed.'
    : `${payout.creatorName} must send Stripe the following: ${missing.join(', ')}.`;
}
