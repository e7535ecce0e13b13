/** /settings/budgets: a brand's clients and budgets. */
import type { LoaderFunctionArgs } from 'react-router-dom';
import { BudgetsSection } from '../features/budgets/BudgetsSection.tsx';
import { ClientsSection } from '../features/budgets/ClientsSection.tsx';
import { SettingsSections } from '../features/settings/SettingsSections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireBrand } from '../session.ts';
import { queryUtils } from '../trpc.ts';
import { NarrowContainer } from '../ui/NarrowContainer.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireBrand(request);
  await withLoadError(
    Promise.all([queryUtils.clients.list.ensureData(), queryUtils.budgets.list.ensureData()]),
    'Failed to load your budgets',
  );
  return null;
}

export function Page() {
  return (
    <NarrowContainer>
      <PageMeta title="Budgets" />
      <PageHeader title="Settings" description="Whom you order for, and how much you spend." />
      <SettingsTabs />
      <SettingsSections>
        <BudgetsSection />
        <ClientsSection />
      </SettingsSections>
    </NarrowContainer>
  );
}
