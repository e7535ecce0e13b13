/** /settings/availability: a creator's capacity, time off and lead time. */
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { AvailabilitySection } from '../../features/identity/settings/AvailabilitySection.tsx';
import { PermittedSections } from '../../features/identity/settings/PermittedSections.tsx';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { userType } = await requireUser(request);
  if (userType !== 'influencer') return redirect(paths.settings());
  await withLoadError(queryUtils.availability.own.fetch(undefined, ALWAYS_FRESH), 'Failed to load your availability');
  return null;
}

export function Page() {
  const [own] = trpc.availability.own.useSuspenseQuery();
  return (
    <NarrowContainer>
      <PageMeta title="Availability" />
      <PageHeader title="Settings" description="When brands can book you, and how many bookings you accept." />
      <SettingsTabs />
      <SettingsSections>
        <PermittedSections permission="catalog.edit">
          <AvailabilitySection own={own} />
        </PermittedSections>
      </SettingsSections>
    </NarrowContainer>
  );
}
