/** /settings/budgets: a brand's approval rules, budgets and clients. */
import { Stack } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { hasPermission } from '@marquee/contracts';
import { ApprovalRulesSection } from '../../features/booking/approvals/ApprovalRulesSection.tsx';
import { BudgetsSection } from '../../features/booking/budgets/BudgetsSection.tsx';
import { ClientsSection } from '../../features/identity/clients/ClientsSection.tsx';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { requireBrand, useUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireBrand(request);
  await withLoadError(
    Promise.all([
      queryUtils.clients.list.ensureData(),
      queryUtils.budgets.list.ensureData(),
      queryUtils.workspaces.timeZone.ensureData(),
      queryUtils.approvals.settings.ensureData(),
    ]),
    'Failed to load your budgets',
  );
  return null;
}

export function Page() {
  const user = useUser();
  // A workspace with one member has no approvers.
  const hasApprovals = user !== null && !user.isAlone && hasPermission(user.memberRole, 'members.manage');
  return (
    <NarrowContainer>
      <PageMeta title="Budgets" />
      <PageHeader
        title="Settings"
        description={`${hasApprovals ? 'Approval rules, budgets' : 'Budgets'} and the clients you order for.`}
      />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          {hasApprovals && <ApprovalRulesSection />}
          <BudgetsSection />
          <ClientsSection />
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}
