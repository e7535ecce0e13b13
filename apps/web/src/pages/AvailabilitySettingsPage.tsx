/** /settings/availability: how much a creator takes on, time off and notice. */
import { Container } from '@mantine/core';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { AvailabilitySection } from '../features/settings/AvailabilitySection.tsx';
import { Sections } from '../features/settings/sections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { userType } = await requireUser(request);
  // Only creators are booked.
  if (userType !== 'influencer') return redirect(paths.settings());
  await orFail(data.availability.own.fetch(undefined, FRESH), 'Failed to load your availability');
  return null;
}

export function Page() {
  const [own] = trpc.availability.own.useSuspenseQuery();
  return (
    <Container size="md" py="xl">
      <Head title="Availability" />
      <PageHeader title="Settings" description="How much you take on at once, and when." />
      <SettingsTabs />
      <Sections>
        <AvailabilitySection own={own} />
      </Sections>
    </Container>
  );
}
