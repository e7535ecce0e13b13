import { redirectDocument, replace, useNavigate } from 'react-router-dom';
import { tabStorage } from '../../lib/storage.ts';
import { paths } from '../../paths.ts';
import { failureOf } from '../../lib/errors.ts';
import { data, trpc, trpcClient, type Outputs } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';

/** Leaves for Stripe's payout setup, or for the page that asks for the country first. */
export function useStartPayoutSetup() {
  const navigate = useNavigate();
  return trpc.payouts.startSetup.useMutation({
    onSuccess: ({ url }) => {
      rememberPlace();
      location.assign(url);
    },
    onError: (error) => {
      const failure = failureOf(error);
      if (failure === 'PAYOUT_COUNTRY_MISSING' || failure === 'PAYOUT_COUNTRY_UNPAYABLE')
        void navigate(paths.payouts());
      else tellFailure(error, 'The payout setup could not be opened');
    },
  });
}

/**
 * For the dashboard's loader: the creator comes back from Stripe (`?payouts=return`), or with a link that had expired
 * (`?payouts=refresh`). Returns where to go now.
 */
export async function backFromPayoutSetup(how: string): Promise<Response> {
  try {
    if (how === 'refresh') return redirectDocument((await trpcClient.payouts.startSetup.mutate()).url);
    const setup = await trpcClient.payouts.refreshSetup.mutate();
    data.payouts.setup.setData(undefined, setup);
    if (setup.payoutsEnabled) notify('Payout setup finished', 'You can receive payouts now.');
    else notify('Payout setup not finished', 'You can continue at any time. Until then your payouts wait.');
  } catch (error) {
    tellFailure(error, 'The payout setup could not be checked');
  }
  return replace(rememberedPlace());
}

const PLACE = 'marquee-payout-setup';

/** Stripe always comes back to the dashboard; whoever left from the payouts page goes on there. */
const rememberPlace = () => tabStorage.setText(PLACE, location.pathname);

function rememberedPlace(): string {
  const place = tabStorage.getText(PLACE);
  tabStorage.remove(PLACE);
  return place === paths.payouts() ? place : paths.dashboard();
}

export type PayoutRow = Outputs['payouts']['page']['items'][number];
export type Stage = PayoutRow['stage'];
export type Account = Outputs['payouts']['summary']['account'];

export const STAGE_LABELS: Record<Stage, string> = {
  on_hold: 'On hold',
  on_the_way: 'On the way',
  blocked: 'Blocked',
  paid_out: 'Paid out',
  reversed: 'Taken back',
};

export const STAGES = Object.keys(STAGE_LABELS) as Stage[];
