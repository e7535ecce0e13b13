/** /settings/billing: the user's details on receipts, statements and agreements. */
import { Container } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { BillingSection } from '../features/settings/BillingSection.tsx';
import { SettingsSections } from '../features/settings/SettingsSections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser, useUser } from '../session.ts';
import { queryUtils, trpc } from '../trpc.ts';
import { PageMeta } from '../ui/PageMeta.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await withLoadError(queryUtils.receipts.billing.ensureData(), 'Failed to load your billing details');
  return null;
}

export function Page() {
  const [details] = trpc.receipts.billing.useSuspenseQuery();
  const isBrand = useUser()?.userType === 'brand';
  return (
    <Container size="md" py="xl">
      <PageMeta title="Billing" />
      <PageHeader title="Settings" description="Who you are on receipts, statements and agreements." />
      <SettingsTabs />
      <SettingsSections>
        <BillingSection details={details} isBrand={isBrand} />
      </SettingsSections>
    </Container>
  );
}
