/** /settings: what a creator shows of itself, or what a brand is called. */
import { Button, Container, Stack } from '@mantine/core';
import { DEFAULT_BIO } from '@marquee/validation';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router-dom';
import type { OwnProfile } from '../features/profiles/profileCache.ts';
import { AboutSection, BrandSection } from '../features/settings/AboutSection.tsx';
import { LinksSection } from '../features/settings/LinksSection.tsx';
import { PhotoSection } from '../features/settings/PhotoSection.tsx';
import { PlatformsSection } from '../features/settings/PlatformsSection.tsx';
import { PortfolioSection } from '../features/settings/PortfolioSection.tsx';
import { Checklist, creatorSteps, PROFILE_WORDS } from '../features/settings/Checklist.tsx';
import { Sections } from '../features/settings/sections.tsx';
import { ProofsSection } from '../features/settings/ProofsSection.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { TopicsSection } from '../features/settings/TopicsSection.tsx';
import { UsernameSection } from '../features/settings/UsernameSection.tsx';
import { paths } from '../paths.ts';
import { requireUser, useUser } from '../session.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, userType } = await requireUser(request);
  const needed = Promise.all([
    data.profiles.own.ensureData(),
    userType === 'influencer' ? data.packages.ofCreator.ensureData({ id }) : null,
    userType === 'influencer' ? data.evidence.own.fetch(undefined, FRESH) : null,
  ]);
  await orFail(needed, 'Failed to load your settings');
  return { userId: id, userType };
}

export function Page() {
  const { userId, userType } = useLoaderData<typeof loader>();
  const [profile] = trpc.profiles.own.useSuspenseQuery();
  const isCreator = userType === 'influencer';
  useScrollToPart();
  return (
    <Container size="md" py="xl">
      <Head title="Settings" />
      <PageHeader
        title="Settings"
        description={
          isCreator
            ? 'How brands see you. Each part is saved on its own.'
            : 'How creators see you. Each part is saved on its own.'
        }
        actions={
          isCreator && (
            <Button
              component={Link}
              to={paths.profile(profile)}
              variant="default"
              size="sm"
              leftSection={<ExternalLink size={16} aria-hidden />}
            >
              View profile
            </Button>
          )
        }
      />
      <SettingsTabs />
      <Sections>
        <Stack gap="lg">
          {isCreator ? <CreatorParts profile={profile} creatorId={userId} /> : <BrandParts profile={profile} />}
        </Stack>
      </Sections>
    </Container>
  );
}

function CreatorParts({ profile, creatorId }: { profile: OwnProfile; creatorId: string }) {
  const user = useUser();
  const [packages] = trpc.packages.ofCreator.useSuspenseQuery({ id: creatorId });
  const steps = creatorSteps({
    hasPhoto: profile.profileImageUrl !== null,
    hasBio: profile.bio !== DEFAULT_BIO,
    hasCategory: profile.categories.length > 0,
    hasPlatform: profile.platforms.length > 0,
    hasPackage: packages.some(({ isActive }) => isActive),
    payoutsEnabled: user?.payoutsEnabled === true,
  });
  return (
    <>
      <Checklist steps={steps} words={PROFILE_WORDS} />
      <PhotoSection profile={profile} />
      <AboutSection profile={profile} />
      <UsernameSection profile={profile} />
      <TopicsSection profile={profile} />
      <PlatformsSection profile={profile} />
      <ProofsSection profile={profile} />
      <PortfolioSection profile={profile} />
      <LinksSection profile={profile} />
    </>
  );
}

const BrandParts = ({ profile }: { profile: OwnProfile }) => (
  <>
    <PhotoSection profile={profile} />
    <BrandSection profile={profile} />
    <UsernameSection profile={profile} />
  </>
);

/** A link to a part ('#platforms') goes there; the router itself changes the address only. */
function useScrollToPart() {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    if (hash === '') return;
    const part = document.getElementById(hash.slice(1));
    part?.scrollIntoView({ block: 'start' });
    part?.querySelector<HTMLElement>('button, input, textarea, select')?.focus({ preventScroll: true });
    // Also when the same link is pressed again.
  }, [location]);
}
