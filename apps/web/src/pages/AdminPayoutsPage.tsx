/** /admin/payouts: payouts that wait for something. */
import { Anchor } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { spoken } from '../features/admin/words.ts';
import { reasonWords, requirementWords } from '../features/payouts/requirements.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient, type Outputs } from '../trpc.ts';
import { Money } from '../ui/Money.tsx';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

export async function loader() {
  await orFail(data.admin.blockedPayouts.fetchInfinite({}, { ...FRESH, ...paging }), 'Failed to load blocked payouts');
  return null;
}

type Payout = Outputs['admin']['blockedPayouts']['items'][number];

export function Page() {
  const query = trpc.admin.blockedPayouts.useSuspenseInfiniteQuery({}, paging);
  return (
    <ListScreen
      title="Blocked payouts"
      description="Decided, and waiting for something. They go out by themselves as soon as they can."
      query={query}
      empty={{ icon: CircleCheck, title: 'No payout is blocked' }}
    >
      {(payout) => (
        <Entry
          key={payout.id}
          title={payout.creatorName}
          to={paths.adminUser({ id: payout.creatorId })}
          meta={
            <>
              Blocked since <When at={payout.blockedAt} /> · decided <When at={payout.claimedAt} dateOnly />
            </>
          }
          side={
            <>
              <Money cents={payout.creatorCents} fw={650} />
              <Act
                label="Try again"
                subject={`payout to ${payout.creatorName}`}
                title="Try this payout again?"
                field="Reason"
                done="The payout is being tried"
                act={(reason) => trpcClient.admin.retryPayout.mutate({ id: payout.id, reason })}
              >
                The account is read from Stripe anew. If it can receive transfers, <Money cents={payout.creatorCents} />{' '}
                goes out at once; otherwise the payout stays blocked.
              </Act>
            </>
          }
        >
          <span>{whyOf(payout)}</span>
          <span>{todoOf(payout)}</span>
          <span>
            <Anchor component={Link} to={paths.adminBooking({ id: payout.id })} underline="always" inherit>
              {payout.packageName}
            </Anchor>
          </span>
        </Entry>
      )}
    </ListScreen>
  );
}

function whyOf(payout: Payout): string {
  if (payout.blockedReason !== 'payout_setup') return `Why: ${spoken(payout.blockedReason ?? '')}.`;
  if (payout.stripeAccountId === null) return 'Why: the payout setup was never begun.';
  if (!payout.payoutDetailsSubmitted) return 'Why: the payout setup was begun and not finished.';
  return `Why: ${reasonWords(payout.payoutDisabledReason) ?? 'Stripe does not let the account receive transfers.'}`;
}

function todoOf(payout: Payout): string {
  if (payout.stripeAccountId === null || !payout.payoutDetailsSubmitted)
    return `${payout.creatorName} must finish the payout setup on the payouts page.`;
  const missing = [...new Set(payout.payoutRequirements.map(requirementWords))];
  return missing.length === 0
    ? 'Stripe is checking; nobody has to do anything.'
    : `${payout.creatorName} must give Stripe: ${missing.join(', ')}.`;
}
