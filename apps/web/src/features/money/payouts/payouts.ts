import { splitWorkspacePath } from '@marquee/contracts';
import { redirectDocument, replace, useNavigate } from 'react-router-dom';
import { openTabStorage } from '../../../lib/storage.ts';
import { paths } from '../../../paths.ts';
import { getFailureCode } from '../../../lib/errors.ts';
import { queryUtils, trpc, trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { getStorageOwner } from '../../../lib/storageOwner.ts';

/** Opens Stripe's onboarding. If the payout country is not set yet, opens the page that asks for it. */
export function useStartPayoutSetup() {
  const navigate = useNavigate();
  return trpc.payouts.startSetup.useMutation({
    onSuccess: ({ url }) => {
      storeReturnPath();
      location.assign(url);
    },
    onError: (error) => {
      const failure = getFailureCode(error);
      if (failure === 'PAYOUT_COUNTRY_MISSING' || failure === 'PAYOUT_COUNTRY_UNPAYABLE')
        void navigate(paths.payouts());
      else notifyFailure(error, 'The payout setup could not be opened');
    },
  });
}

/**
 * Handles the return from Stripe's onboarding (`?payouts=return`, or `?payouts=refresh` if Stripe's link had
 * expired). Returns a redirect to the next page.
 */
export async function resolvePayoutSetupReturn(how: string): Promise<Response> {
  try {
    if (how === 'refresh') return redirectDocument((await trpcClient.payouts.startSetup.mutate()).url);
    const setup = await trpcClient.payouts.refreshSetup.mutate();
    queryUtils.payouts.setup.setData(undefined, setup);
    if (setup.payoutsEnabled) notify('Payout setup finished', 'You can receive payouts now.');
    else notify('Payout setup not finished', 'You can continue at any time. We hold your payouts until then.');
  } catch (error) {
    notifyFailure(error, 'The payout setup could not be checked');
  }
  return replace(consumeReturnPath());
}

const RETURN_PATH_KEY = 'payout setup';

/** Stores the page on which the creator started the onboarding, because Stripe always returns to the dashboard. */
const storeReturnPath = () =>
  openTabStorage(getStorageOwner()).setText(RETURN_PATH_KEY, splitWorkspacePath(location.pathname).path);

function consumeReturnPath(): string {
  const tabStorage = openTabStorage(getStorageOwner());
  const place = tabStorage.getText(RETURN_PATH_KEY);
  tabStorage.remove(RETURN_PATH_KEY);
  return place === paths.payouts() ? place : paths.dashboard();
}

export type PayoutListItem = RouterOutputs['payouts']['list']['items'][number];
export type PayoutListStage = PayoutListItem['stage'];
export type PayoutAccountStatus = RouterOutputs['payouts']['summary']['account'];

export const PAYOUT_STAGE_LABELS: Record<PayoutListStage, string> = {
  on_hold: 'On hold',
  on_the_way: 'On the way',
  blocked: 'Blocked',
  paid_out: 'Paid out',
  reversed: 'Reversed',
};

export const PAYOUT_LIST_STAGES = Object.keys(PAYOUT_STAGE_LABELS) as PayoutListStage[];
