/** /settings/billing: the user's details on receipts, statements and agreements. */
import type { LoaderFunctionArgs } from 'react-router-dom';
import { BillingSection } from '../features/settings/BillingSection.tsx';
import { CsvFormatSection } from '../features/settings/CsvFormatSection.tsx';
import { SettingsSections } from '../features/settings/SettingsSections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser, useUser } from '../session.ts';
import { queryUtils, trpc } from '../trpc.ts';
import { NarrowContainer } from '../ui/NarrowContainer.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await withLoadError(
    Promise.all([queryUtils.receipts.billing.ensureData(), queryUtils.receipts.csvFormat.ensureData()]),
    'Failed to load your billing details',
  );
  return null;
}

export function Page() {
  const [details] = trpc.receipts.billing.useSuspenseQuery();
  const isBrand = useUser()?.userType === 'brand';
  return (
    <NarrowContainer>
      <PageMeta title="Billing" />
      <PageHeader title="Settings" description="Your name and address on receipts, statements and agreements." />
      <SettingsTabs />
      <SettingsSections>
        <BillingSection details={details} isBrand={isBrand} />
        <CsvFormatSection />
      </SettingsSections>
    </NarrowContainer>
  );
}
