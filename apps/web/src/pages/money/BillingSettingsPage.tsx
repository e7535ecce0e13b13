/** /settings/billing: the details on receipts, statements and agreements, and the saved cards of a brand. */
import { Stack } from '@mantine/core';
import { hasPermission } from '@marquee/contracts';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { CardsSection } from '../../features/money/payments/CardsSection.tsx';
import { BillingSection } from '../../features/identity/settings/BillingSection.tsx';
import { CsvFormatSection } from '../../features/identity/settings/CsvFormatSection.tsx';
import { PermittedSections } from '../../features/identity/settings/PermittedSections.tsx';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { loadSettingsTabs, SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { requireUser, type SignedInUser } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

const canSeeBilling = ({ memberRole }: SignedInUser) => hasPermission(memberRole, 'documents.read');

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  await withLoadError(
    Promise.all([
      canSeeBilling(user) && queryUtils.receipts.billing.ensureData(),
      queryUtils.receipts.csvFormat.ensureData(),
      user.userType === 'brand' && queryUtils.payments.cards.ensureData(),
      loadSettingsTabs(user),
    ]),
    'Failed to load your billing details',
  );
  return { user };
}

export function Page() {
  // The user that the loader returned. With it, the form keeps its text when the session ends.
  const { user } = useLoaderData<typeof loader>();
  const isBrand = user.userType === 'brand';
  const hasDetails = canSeeBilling(user);
  return (
    <NarrowContainer>
      <PageMeta title="Billing" />
      <PageHeader
        title="Settings"
        description={
          hasDetails
            ? 'Your name and address on receipts, statements and agreements.'
            : isBrand
              ? 'Saved cards and the format of CSV files.'
              : 'The format of CSV files.'
        }
      />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          {hasDetails && <BillingDetailsSection isBrand={isBrand} />}
          {isBrand && <BrandCards user={user} />}
          <CsvFormatSection />
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}

function BillingDetailsSection({ isBrand }: { isBrand: boolean }) {
  const [details] = trpc.receipts.billing.useSuspenseQuery();
  return (
    <PermittedSections permission="billing.edit">
      <BillingSection details={details} isBrand={isBrand} />
    </PermittedSections>
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
