/** /settings/agency: a creator's agency, and the creators that the creator represents. */
import { Stack } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { OwnAgencySection } from '../../features/identity/agencies/OwnAgencySection.tsx';
import { RepresentedCreatorsSection } from '../../features/identity/agencies/RepresentedCreatorsSection.tsx';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { requireCreator } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCreator(request);
  await withLoadError(
    Promise.all([
      queryUtils.agencies.overview.fetch(undefined, ALWAYS_FRESH),
      queryUtils.agencies.creators.fetchInfinite({}, { ...ALWAYS_FRESH, ...cursorPaging }),
    ]),
    'Failed to load your agency',
  );
  return null;
}

export function Page() {
  return (
    <NarrowContainer>
      <PageMeta title="Agency" />
      <PageHeader
        title="Settings"
        description="Manage the agency that represents you and the creators you represent."
      />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          <OwnAgencySection />
          <RepresentedCreatorsSection />
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}
