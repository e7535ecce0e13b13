/** /profile/:username: a creator's public page (spec §2 "Public profile"). */
import { Alert, Avatar, Button, Container, SimpleGrid, Text, Title } from '@mantine/core';
import { Info, MapPin, UserX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { ProfileStats } from '../features/profiles/ProfileStats.tsx';
import { ServiceCard } from '../features/profiles/ServiceCard.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { data, failureOf, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useTitle } from '../ui/useTitle.ts';
import classes from './ProfilePage.module.css';

export async function loader({ params }: LoaderFunctionArgs) {
  // In any case in the address (usernames compare without it), in one case in the cache.
  const username = (params['username'] ?? '').toLowerCase();
  try {
    await Promise.all([
      data.profiles.byUsername.ensureData({ username }),
      data.profiles.stats.ensureData({ username }),
      data.profiles.packages.ensureData({ username }),
    ]);
  } catch (error) {
    if (failureOf(error) === 'USER_NOT_FOUND') return null;
    throw error;
  }
  return { username };
}

export function Page() {
  const found = useLoaderData<typeof loader>();
  return found === null ? <NoCreator /> : <Profile key={found.username} username={found.username} />;
}

function Profile({ username }: { username: string }) {
  const user = useUser();
  const [creator] = trpc.profiles.byUsername.useSuspenseQuery({ username });
  const [stats] = trpc.profiles.stats.useSuspenseQuery({ username });
  const [packages] = trpc.profiles.packages.useSuspenseQuery({ username });
  const isOwner = user?.id === creator.id;
  // The owner is sent the hidden ones too; a profile is what brands see.
  const services = packages.filter((pkg) => pkg.isActive);
  useTitle(creator.fullName);
  useRecordView(username);

  return (
    <Container size="lg" py="xl">
      <header className={classes.head}>
        <Avatar src={creator.profileImageUrl} name={creator.fullName} color="initials" size={104} alt="" />
        <div className={classes.about}>
          <PageHeader
            title={creator.fullName}
            description={`@${creator.username}`}
            actions={
              isOwner && (
                <Button component={Link} to={paths.packages()} variant="default">
                  Edit packages
                </Button>
              )
            }
          />
          <Text className={classes.bio ?? ''}>{creator.bio}</Text>
          <Text size="sm" c="dimmed" mt="sm" className={classes.location ?? ''}>
            <MapPin size={16} aria-hidden />
            {creator.location}
          </Text>
        </div>
      </header>
      <ProfileStats stats={stats} services={services.length} />
      <section aria-labelledby="services">
        <Title order={2} id="services" fz="xl" mt={40} mb="md">
          Services
        </Title>
        {user?.userType === 'influencer' && services.length > 0 && (
          <Alert variant="light" icon={<Info aria-hidden />} mb="lg">
            {isOwner
              ? 'This is your profile as brands see it. They book a service with the Book Now button.'
              : 'You are signed in as a creator. Booking a service takes a brand account.'}
          </Alert>
        )}
        {services.length === 0 ? (
          <EmptyState
            title="No services yet"
            text={
              isOwner
                ? 'Publish a package, and brands can book it here.'
                : `${creator.fullName} has not published a service yet.`
            }
          />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
            {services.map((pkg) => (
              <ServiceCard key={pkg.id} pkg={pkg} canBook={user?.userType !== 'influencer'} />
            ))}
          </SimpleGrid>
        )}
      </section>
    </Container>
  );
}

/** Tells the server that the profile was looked at; it counts a person once a day, and never the owner. */
function useRecordView(username: string) {
  const { mutate } = trpc.profiles.recordView.useMutation();
  useEffect(() => mutate({ username }), [mutate, username]);
}

function NoCreator() {
  useTitle('Creator Not Found');
  return (
    <Container size="sm" py="xl">
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
