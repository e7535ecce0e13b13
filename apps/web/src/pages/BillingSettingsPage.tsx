/** /settings/billing: the details on receipts, statements and agreements, and the saved cards of a brand. */
import { Stack } from '@mantine/core';
import { hasPermission } from '@marquee/validation';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { CardsSection } from '../features/payments/CardsSection.tsx';
import { BillingSection } from '../features/settings/BillingSection.tsx';
import { CsvFormatSection } from '../features/settings/CsvFormatSection.tsx';
import { SettingsSections } from '../features/settings/SettingsSections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser, useUser, type SignedInUser } from '../session.ts';
import { queryUtils, trpc } from '../trpc.ts';
import { NarrowContainer } from '../ui/NarrowContainer.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { userType } = await requireUser(request);
  await withLoadError(
    Promise.all([
      queryUtils.receipts.billing.ensureData(),
      queryUtils.receipts.csvFormat.ensureData(),
      userType === 'brand' && queryUtils.payments.cards.ensureData(),
    ]),
    'Failed to load your billing details',
  );
  return null;
}

export function Page() {
  const [details] = trpc.receipts.billing.useSuspenseQuery();
  const user = useUser();
  const isBrand = user?.userType === 'brand';
  return (
    <NarrowContainer>
      <PageMeta title="Billing" />
      <PageHeader title="Settings" description="Your name and address on receipts, statements and agreements." />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          <BillingSection details={details} isBrand={isBrand} />
          {isBrand && <BrandCards user={user} />}
          <CsvFormatSection />
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}

function BrandCards({ user }: { user: SignedInUser }) {
  const [{ cards }] = trpc.payments.cards.useSuspenseQuery();
  return (
    <CardsSection
      cards={cards}
      workspaceName={user.workspaceName}
      isManager={hasPermission(user.memberRole, 'cards.manage')}
    />
  );
}
