/** /admin/payouts: blocked payouts. */
import { Anchor } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { StaffActionButton } from '../features/admin/StaffActionButton.tsx';
import { AdminRow } from '../features/admin/AdminRow.tsx';
import { AdminListScreen } from '../features/admin/AdminListScreen.tsx';
import { humanizeName } from '../features/admin/adminLabels.ts';
import { describeDisabledReason, getRequirementLabel } from '../features/payouts/stripeRequirements.ts';
import { paths } from '../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/Money.tsx';
import { cursorPaging } from '../ui/LoadMore.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';
import { DateTime } from '../ui/DateTime.tsx';

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
      description="Decided, and waiting for something. They go out by themselves as soon as they can."
      query={query}
      empty={{ icon: CircleCheck, title: 'No payout is blocked' }}
    >
      {(payout) => (
        <AdminRow
          key={payout.id}
          title={payout.creatorName}
          to={paths.adminUser({ id: payout.creatorId })}
          meta={
            <>
              Blocked since <DateTime at={payout.blockedAt} /> · decided <DateTime at={payout.claimedAt} dateOnly />
            </>
          }
          side={
            <>
              <Money cents={payout.creatorCents} fw={650} />
              <StaffActionButton
                label="Try again"
                subject={`payout to ${payout.creatorName}`}
                title="Try this payout again?"
                field="Reason"
                done="The payout is being tried"
                act={(reason) => trpcClient.admin.retryPayout.mutate({ id: payout.id, reason })}
              >
                The account is read from Stripe anew. If it can receive transfers, <Money cents={payout.creatorCents} />{' '}
                goes out at once; otherwise the payout stays blocked.
              </StaffActionButton>
            </>
          }
        >
          <span>{describeBlockedReason(payout)}</span>
          <span>{describeRemedy(payout)}</span>
          <span>
            <Anchor component={Link} to={paths.adminBooking({ id: payout.id })} underline="always" inherit>
              {payout.packageName}
            </Anchor>
          </span>
        </AdminRow>
      )}
    </AdminListScreen>
  );
}

function describeBlockedReason(payout: BlockedPayout): string {
  if (payout.blockedReason !== 'payout_setup') return `Why: ${humanizeName(payout.blockedReason ?? '')}.`;
  if (payout.stripeAccountId === null) return 'Why: the payout setup was never begun.';
  if (!payout.payoutDetailsSubmitted) return 'Why: the payout setup was begun and not finished.';
  return `Why: ${describeDisabledReason(payout.payoutDisabledReason) ?? 'Stripe does not let the account receive transfers.'}`;
}

function describeRemedy(payout: BlockedPayout): string {
  if (payout.stripeAccountId === null || !payout.payoutDetailsSubmitted)
    return `${payout.creatorName} must finish the payout setup on the payouts page.`;
  const missing = [...new Set(payout.payoutRequirements.map(getRequirementLabel))];
  return missing.length === 0
    ? 'Stripe is checking; nobody has to do anything.'
    : `${payout.creatorName} must give Stripe: ${missing.join(', ')}.`;
}
