/** /settings/billing: who one is on receipts, statements and agreements. */
import { Container } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { BillingSection } from '../features/settings/BillingSection.tsx';
import { Sections } from '../features/settings/sections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser, useUser } from '../session.ts';
import { data, trpc } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await orFail(data.receipts.billing.ensureData(), 'Failed to load your billing details');
  return null;
}

export function Page() {
  const [details] = trpc.receipts.billing.useSuspenseQuery();
  const isBrand = useUser()?.userType === 'brand';
  return (
    <Container size="md" py="xl">
      <Head title="Billing" />
      <PageHeader title="Settings" description="Who you are on receipts, statements and agreements." />
      <SettingsTabs />
      <Sections>
        <BillingSection details={details} isBrand={isBrand} />
      </Sections>
    </Container>
  );
}
