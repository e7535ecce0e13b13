import { Anchor, Box } from '@mantine/core';
import { Landmark, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { Callout } from '../../ui/Callout.tsx';
import { PayoutCountryForm } from './PayoutCountryForm.tsx';
import { formatUnpayableTitle } from './payoutCountryText.ts';

/**
 * Asks a creator for the payout country before they publish a package. If payouts to that country are not supported,
 * explains this instead.
 */
export function PayoutCountryCallout({ unpayableOnly = false }: { unpayableOnly?: boolean }) {
  const { data: setup } = trpc.payouts.setup.useQuery(undefined, { retryOnMount: false });
  if (setup === undefined || setup.isPayable === true) return null;
  if (setup.country === null)
    return unpayableOnly ? null : (
      <Box key="missing" mb="lg">
        <Callout tone="info" icon={<Landmark size={20} aria-hidden />} title="Where are you paid?">
          <PayoutCountryForm country={null} submitLabel="Save country" onSaved={() => undefined} />
        </Callout>
      </Box>
    );
  return (
    <Box key="unpayable" mb="lg">
      <Callout
        tone="warning"
        icon={<TriangleAlert size={20} aria-hidden />}
        title={formatUnpayableTitle(setup.country)}
      >
        Nothing of yours goes on sale. You can prepare everything, or write to us.{' '}
        <Anchor component={Link} to={paths.payouts()} inherit underline="always">
          Change the country
        </Anchor>
      </Callout>
    </Box>
  );
}
