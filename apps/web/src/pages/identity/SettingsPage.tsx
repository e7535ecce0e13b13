/** /settings: edits a creator's public profile, or a brand's name. */
import { Button, Stack } from '@mantine/core';
import { DEFAULT_BIO } from '@marquee/validation';
import { hasPermission, type WorkspaceId } from '@marquee/contracts';
import { ExternalLink } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import type { OwnProfile } from '../../features/catalog/profiles/profileCache.ts';
import { AboutSection, BrandNameSection } from '../../features/identity/settings/AboutSection.tsx';
import { LinksSection } from '../../features/identity/settings/LinksSection.tsx';
import { PhotoSection } from '../../features/identity/settings/PhotoSection.tsx';
import { PlatformsSection } from '../../features/identity/settings/PlatformsSection.tsx';
import { PermittedSections } from '../../features/identity/settings/PermittedSections.tsx';
import { PortfolioSection } from '../../features/identity/settings/PortfolioSection.tsx';
import {
  SetupChecklist,
  listCreatorSteps,
  PROFILE_CHECKLIST_TEXTS,
} from '../../features/identity/settings/SetupChecklist.tsx';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { FollowerProofsSection } from '../../features/identity/settings/FollowerProofsSection.tsx';
import { loadSettingsTabs, SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { TopicsSection } from '../../features/identity/settings/TopicsSection.tsx';
import { UsernameSection } from '../../features/identity/settings/UsernameSection.tsx';
import { paths } from '../../paths.ts';
import { requireUser, useUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { workspaceId, userType } = user;
  const needed = Promise.all([
    queryUtils.profiles.own.ensureData(),
    userType === 'influencer' ? queryUtils.packages.listByCreator.ensureData({ id: workspaceId }) : null,
    userType === 'influencer' ? queryUtils.followerProofs.own.fetch(undefined, ALWAYS_FRESH) : null,
    loadSettingsTabs(user),
  ]);
  await withLoadError(needed, 'Failed to load your settings');
  return { workspaceId, userType };
}

export function Page() {
  const { workspaceId, userType } = useLoaderData<typeof loader>();
  const [profile] = trpc.profiles.own.useSuspenseQuery();
  const isCreator = userType === 'influencer';
  return (
    <NarrowContainer>
      <PageMeta title="Settings" />
      <PageHeader
        title="Settings"
        description={isCreator ? 'Your profile, as brands see it.' : 'Your details, as creators see them.'}
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
      <SettingsSections>
        <Stack gap="lg">
          <PermittedSections permission="workspace.edit">
            {isCreator ? (
              <CreatorSettings profile={profile} creatorId={workspaceId} />
            ) : (
              <BrandSettings profile={profile} />
            )}
          </PermittedSections>
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}

function CreatorSettings({ profile, creatorId }: { profile: OwnProfile; creatorId: WorkspaceId }) {
  const user = useUser();
  const [packages] = trpc.packages.listByCreator.useSuspenseQuery({ id: creatorId });
  const steps = listCreatorSteps({
    hasPhoto: profile.profileImageUrl !== null,
    hasBio: profile.bio !== DEFAULT_BIO,
    hasCategory: profile.categories.length > 0,
    hasPlatform: profile.platforms.length > 0,
    hasPackage: packages.some(({ isActive }) => isActive),
    payoutsEnabled: user?.payoutsEnabled === true,
  });
  return (
    <>
      {user !== null && user.forAgency === null && hasPermission(user.memberRole, 'catalog.edit') && (
        <SetupChecklist steps={steps} words={PROFILE_CHECKLIST_TEXTS} />
      )}
      <PhotoSection profile={profile} />
      <AboutSection profile={profile} />
      <UsernameSection profile={profile} />
      <TopicsSection profile={profile} />
      <PlatformsSection profile={profile} />
      <FollowerProofsSection profile={profile} />
      <PortfolioSection profile={profile} />
      <LinksSection profile={profile} />
    </>
  );
}

const BrandSettings = ({ profile }: { profile: OwnProfile }) => (
  <>
    <PhotoSection profile={profile} />
    <BrandNameSection profile={profile} />
    <UsernameSection profile={profile} />
  </>
);
