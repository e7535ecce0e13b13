import { Anchor, Box } from '@mantine/core';
import { Landmark, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { PayoutCountryForm } from './PayoutCountryForm.tsx';
import { formatUnpayableTitle } from './payouts.words.ts';

/**
 * If `isAsked`, asks a creator without a payout country to choose one. If payouts to the chosen country are not
 * supported, explains this instead.
 */
export function PayoutCountryCallout({ isAsked }: { isAsked: boolean }) {
  const { data: setup } = trpc.payouts.setup.useQuery(undefined, { retryOnMount: false });
  if (setup === undefined || setup.isPayable === true) return null;
  if (setup.country === null)
    return isAsked ? (
      <Box key="missing" mb="lg">
        <Callout tone="info" icon={<Landmark size={20} aria-hidden />} title="Payout country">
          <PayoutCountryForm country={null} submitLabel="Save country" onSaved={() => undefined} />
        </Callout>
      </Box>
    ) : null;
  return (
    <Box key="unpayable" mb="lg">
      <Callout
        tone="warning"
        icon={<TriangleAlert size={20} aria-hidden />}
        title={formatUnpayableTitle(setup.country)}
      >
        Brands cannot book you until you choose a supported country. You can already prepare your packages.{' '}
        <Anchor component={Link} to={paths.payouts()} inherit underline="always">
          Change country
        </Anchor>
      </Callout>
    </Box>
  );
}
