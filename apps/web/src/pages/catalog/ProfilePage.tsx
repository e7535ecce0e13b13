/** /profile/:username: a creator's public page (requirements R2.55 and R2.56). */
import { Box, Button, Container, Group, Title } from '@mantine/core';
import { hasPermission, isPackageForSale } from '@marquee/contracts';
import { Info, UserX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { NextAvailableSlot } from '../../features/catalog/availability/NextAvailableSlot.tsx';
import { CreatorResponseStats } from '../../features/catalog/availability/CreatorResponseStats.tsx';
import { CompareToggle, CompareTray } from '../../features/catalog/discovery/Compare.tsx';
import { CreatorPlatforms } from '../../features/catalog/profiles/CreatorPlatforms.tsx';
import { PortfolioSectionCard } from '../../features/catalog/profiles/Portfolio.tsx';
import type { CreatorPicture } from '../../features/catalog/profiles/picture.ts';
import { ProfileMeta } from '../../features/catalog/profiles/ProfileMeta.tsx';
import { ProfileHeader, CreatorLinks, ProfileStats } from '../../features/catalog/profiles/ProfileHeader.tsx';
import { ProfileReviews } from '../../features/catalog/reviews/ProfileReviews.tsx';
import { ReportButton } from '../../features/staff/reports/ReportButton.tsx';
import { ServiceCard } from '../../features/catalog/packages/ServiceCard.tsx';
import { SaveButton } from '../../features/catalog/saved-items/SaveButton.tsx';
import { ServicesBar } from '../../features/catalog/profiles/ServicesBar.tsx';
import { paths } from '../../paths.ts';
import { useUser, type SignedInUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { createNotFoundResponse, withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { Callout } from '../../ui/Callout.tsx';
import classes from './ProfilePage.module.css';

export async function loader({ params }: LoaderFunctionArgs) {
  // Usernames are case-insensitive. Cache keys use lower case.
  const username = (params['username'] ?? '').toLowerCase();
  try {
    const [creator] = await Promise.all([
      queryUtils.profiles.byUsername.ensureData({ username }),
      queryUtils.profiles.stats.ensureData({ username }),
      queryUtils.profiles.packages.ensureData({ username }),
      queryUtils.availability.byUsername.ensureData({ username }),
      // If these requests fail, the profile is shown without the price history or the reviews.
      queryUtils.profiles.prices.ensureData({ username }).catch(() => undefined),
      queryUtils.reviews.byCreator.ensureData({ username }).catch(() => undefined),
    ]);
    // The URL contains a former username, so it redirects to the current one.
    if (creator.username !== username) return redirect(paths.profile(creator), 301);
  } catch (error) {
    if (getFailureCode(error) === 'USER_NOT_FOUND') return createNotFoundResponse();
    return withLoadError(Promise.reject(error), 'Failed to load the profile');
  }
  return { username };
}

export function Page() {
  const profile = useLoaderData<typeof loader>();
  return profile === null ? <CreatorNotFound /> : <CreatorProfile key={profile.username} username={profile.username} />;
}

function CreatorProfile({ username }: { username: string }) {
  const user = useUser();
  const [creator] = trpc.profiles.byUsername.useSuspenseQuery({ username });
  const [stats] = trpc.profiles.stats.useSuspenseQuery({ username });
  const [packages] = trpc.profiles.packages.useSuspenseQuery({ username });
  const [availability] = trpc.availability.byUsername.useSuspenseQuery({ username });
  const { data: prices } = trpc.profiles.prices.useQuery({ username });
  const { data: reviews } = trpc.reviews.byCreator.useQuery({ username });
  const isOwner = user?.workspaceId === creator.id;
  // For the owner, the API also returns hidden packages, but the profile shows only the packages that brands see.
  const services = packages.filter(isPackageForSale);
  useRecordView(username);
  const hasAside = creator.platforms.length > 0 || creator.links.length > 0;

  return (
    <>
      <Container size="lg" py="xl">
        <ProfileMeta
          creator={creator}
          services={services}
          availability={availability}
          rated={stats}
          image={paths.profileCard(creator)}
        />
        <ProfileHeader creator={creator} isOwner={isOwner} canWrite={user?.userType !== 'influencer'} />
        <div className={classes.stats}>
          <ProfileStats stats={stats} services={services.length} />
          <CreatorResponseStats clock={stats.clock} />
        </div>
        <div className={classes.columns} data-single={!hasAside || undefined}>
          {hasAside && (
            <aside
              className={classes.aside}
              data-platforms={creator.platforms.length > 0 || undefined}
              aria-label={`More about ${creator.fullName}`}
            >
              {creator.platforms.length > 0 && <CreatorPlatforms creator={creator} />}
              {creator.links.length > 0 && <CreatorLinks links={creator.links} />}
            </aside>
          )}
          <div className={classes.main}>
            <ServicesSection
              pictures={creator.portfolio}
              services={services}
              availability={availability}
              prices={prices}
              fullName={creator.fullName}
              username={creator.username}
              user={user}
              isOwner={isOwner}
            />
            {creator.portfolio.length > 0 && (
              <PortfolioSectionCard pictures={creator.portfolio} fullName={creator.fullName} />
            )}
            <ProfileReviews
              creator={creator}
              stats={stats}
              first={reviews}
              isSignedIn={user !== null}
              isOwner={isOwner}
            />
          </div>
        </div>
        {!isOwner && <ReportButton creator={creator} services={services} isSignedIn={user !== null} />}
      </Container>
      {user?.userType !== 'influencer' && <ServicesBar services={services} />}
      <CompareTray />
    </>
  );
}

/** Pictures of the first cards can be above the fold, so they are not loaded lazily. */
const EAGER_SERVICE_COUNT = 4;

interface ServicesSectionProps {
  pictures: readonly CreatorPicture[];
  services: RouterOutputs['profiles']['packages'];
  availability: RouterOutputs['availability']['byUsername'];
  prices: RouterOutputs['profiles']['prices'] | undefined;
  fullName: string;
  username: string;
  user: SignedInUser | null;
  isOwner: boolean;
}

function ServicesSection({
  services,
  pictures,
  availability,
  prices,
  fullName,
  username,
  user,
  isOwner,
}: ServicesSectionProps) {
  const canBook = user?.userType !== 'influencer';
  const canEdit = isOwner && user !== null && hasPermission(user.memberRole, 'catalog.edit');
  const isFree = availability === null || availability.state === 'free';
  return (
    <section aria-labelledby="services">
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} id="services" tabIndex={-1} className={classes.target ?? ''}>
          Services
        </Title>
        {canBook && (
          <Button component={Link} to={paths.newOffer({ creator: username })} variant="default" size="sm">
            Request an offer
          </Button>
        )}
      </Group>
      {!canBook && services.length > 0 && (
        <Box mb="lg">
          <Callout tone="info" icon={<Info size={20} aria-hidden />}>
            {isOwner
              ? 'This is how brands see your profile. They also see a Book Now button for each service.'
              : 'You are signed in as a creator. To book a service, sign in with a brand account.'}
          </Callout>
        </Box>
      )}
      {services.length === 0 ? (
        <EmptyState
          title="No services yet"
          text={
            isOwner
              ? 'Your packages appear here, and brands can book them.'
              : `${fullName} has not published a service yet.`
          }
          {...(canEdit && {
            action: (
              <Button component={Link} to={paths.packages({ new: '1' })}>
                Create a package
              </Button>
            ),
          })}
        />
      ) : (
        <div className={classes.services}>
          {services.map((pkg, index) => (
            <ServiceCard
              key={pkg.id}
              pkg={pkg}
              priceFact={prices?.find(({ packageId }) => packageId === pkg.id)}
              picture={pictures.find(({ id }) => id === pkg.pictureId)}
              isFirst={index < EAGER_SERVICE_COUNT}
              note={<NextAvailableSlot availability={availability} />}
              tools={
                <>
                  <SaveButton kind="package" id={pkg.id} name={pkg.name} look="icon" />
                  {canBook && <CompareToggle id={pkg.id} name={pkg.name} />}
                </>
              }
              {...(canBook && {
                renderAction: (titleId: string) => (
                  <Button
                    component={Link}
                    to={
                      isFree ? paths.orderQuestionnaire({ packageId: pkg.id }) : paths.checkout({ packageId: pkg.id })
                    }
                    aria-describedby={titleId}
                  >
                    {isFree ? 'Book Now' : 'Join waiting list'}
                  </Button>
                ),
              })}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Records a view of the profile. The server counts each visitor once a day and does not count the owner. */
function useRecordView(username: string) {
  const { mutate } = trpc.profiles.recordView.useMutation();
  useEffect(() => mutate({ username }), [mutate, username]);
}

function CreatorNotFound() {
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Creator Not Found" />
      <EmptyState
        wholeScreen
        icon={<UserX size={36} strokeWidth={1.5} aria-hidden />}
        title="Creator Not Found"
        text="This profile doesn't exist or is no longer available."
        action={
          <Button component={Link} to={paths.home()} variant="light">
            Go to the home page
          </Button>
        }
      />
    </Container>
  );
}
