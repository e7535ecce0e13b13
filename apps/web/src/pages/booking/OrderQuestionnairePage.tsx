/** /order-questionnaire: the order form before checkout (requirements R2.51 to R2.53, R4.14 and R5.11 to R5.15). */
import { Alert, Box, Button, Card, Container, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { hasPermission, isPackageForSale, type WorkspaceId } from '@marquee/contracts';
import { CircleCheck, Eye, Info, PackageX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router-dom';
import { formatAvailability } from '../../features/catalog/availability/availability.words.ts';
import { loadKnownCustomer } from '../../features/booking/orders/orderDraft.ts';
import { OrderForm, createOrderForPackage } from '../../features/booking/orders/OrderForm.tsx';
import { OrderSummary } from '../../features/booking/orders/OrderSummary.tsx';
import { paths } from '../../paths.ts';
import { loadCurrentUser, useUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { createNotFoundResponse, withLoadError } from '../../ui/RouteErrorScreen.tsx';
import classes from './OrderQuestionnairePage.module.css';
import { PACKAGE_FAILURES } from '../../features/catalog/packages/packages.words.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('packageId');
  const pkg = id === null ? null : await withLoadError(findVisiblePackage(id), PACKAGE_FAILURES.loadOne);
  if (pkg === null) return createNotFoundResponse();
  const needed = Promise.all([
    queryUtils.questionnaires.byPackage.ensureData({ packageId: pkg.id }),
    queryUtils.profiles.byId.ensureData({ id: pkg.creatorId }),
    loadCurrentUser().then(loadKnownCustomer),
  ]);
  await withLoadError(needed, PACKAGE_FAILURES.loadOne);
  return { packageId: pkg.id, creatorId: pkg.creatorId };
}

/** Returns null if the package does not exist or the user may not see it. */
const findVisiblePackage = (id: string) =>
  queryUtils.packages.byId.ensureData({ id }).catch((error: unknown) => {
    if (getFailureCode(error) === 'PACKAGE_NOT_FOUND') return null;
    throw error;
  });

export function Page() {
  const order = useLoaderData<typeof loader>();
  // The key creates a new form for each package.
  return order === null ? <PackageNotFound /> : <OrderScreen key={order.packageId} {...order} />;
}

function OrderScreen({ packageId, creatorId }: { packageId: string; creatorId: WorkspaceId }) {
  const user = useUser();
  const [pkg] = trpc.packages.byId.useSuspenseQuery({ id: packageId });
  const [creator] = trpc.profiles.byId.useSuspenseQuery({ id: creatorId });
  const [questionnaire] = trpc.questionnaires.byPackage.useSuspenseQuery({ packageId });
  const [completed, setCompleted] = useState<{ isSignedIn: boolean } | null>(null);
  const isOwner = user?.workspaceId === creatorId;
  const questions = questionnaire?.questions ?? [];
  const [order, setOrder] = useState(() => createOrderForPackage(pkg, isOwner ? null : user));

  return (
    <Container size="lg" py="xl">
      <PageMeta title={`Order ${pkg.name}`} />
      {isOwner && <OwnerCallout packageId={packageId} isForSale={isPackageForSale(pkg)} />}
      <PageHeader
        title="Tell us about your project"
        description={`${creator.fullName} reads this before accepting your booking.`}
      />
      {!isOwner && <NoSlotCallout packageId={packageId} username={creator.username} />}
      <div className={classes.columns}>
        <aside className={classes.summary}>
          <OrderSummary pkg={pkg} creator={creator} questions={questions} order={order} />
        </aside>
        <div className={classes.form}>
          {user?.userType === 'influencer' && !isOwner ? (
            <BrandsOnlyCallout />
          ) : completed !== null ? (
            <OrderReceived packageId={packageId} needsReload={completed.isSignedIn} />
          ) : (
            <OrderForm
              pkg={pkg}
              questions={questions}
              user={user}
              isPreview={isOwner}
              onOrder={setOrder}
              onComplete={(result) => {
                if (isOwner) notify('The form is complete', 'A brand would now continue to checkout.');
                else setCompleted(result);
              }}
            />
          )}
        </div>
      </div>
    </Container>
  );
}

/** Tells the creator that this is a preview. The preview also works for hidden packages. */
function OwnerCallout(props: { packageId: string; isForSale: boolean }) {
  const user = useUser();
  return (
    <Box mb="lg">
      <Callout tone={props.isForSale ? 'info' : 'warning'} icon={<Eye size={20} aria-hidden />}>
        <strong>You are viewing this as a brand.</strong>{' '}
        {props.isForSale
          ? 'Brands fill in this form before checkout. You can try it without placing an order.'
          : 'This package is not for sale, so only you can see it. You can try the form without placing an order.'}
        <Group gap="sm" mt="sm">
          <Button component={Link} to={paths.packages()} variant="default" size="sm">
            Back to Packages
          </Button>
          {user !== null && hasPermission(user.memberRole, 'catalog.edit') && (
            <Button
              component={Link}
              to={paths.questionnaireBuilder({ packageId: props.packageId })}
              variant="default"
              size="sm"
            >
              Manage Order Questions
            </Button>
          )}
        </Group>
      </Callout>
    </Box>
  );
}

/** Warns the brand, above the form, that the creator has no free slot. */
function NoSlotCallout({ packageId, username }: { packageId: string; username: string }) {
  const { data: availability = null } = trpc.availability.byUsername.useQuery({ username });
  if (availability === null || availability.state === 'free') return null;
  return (
    <Box mb="lg">
      <Callout tone="warning" icon={<Info size={20} aria-hidden />}>
        <strong>{formatAvailability(availability)}.</strong> You cannot order this package right now. Join the waiting
        list, and we email you when a slot is free.
        <Group gap="sm" mt="sm">
          <Button component={Link} to={paths.checkout({ packageId })} size="sm">
            Join waiting list
          </Button>
        </Group>
      </Callout>
    </Box>
  );
}

/** Tells creators, above the form, that only brands can place orders. */
function BrandsOnlyCallout() {
  return (
    <Alert variant="light" icon={<Info aria-hidden />} title="Only brands can make bookings">
      Sign in with a brand account to book this package.
    </Alert>
  );
}

function PackageNotFound() {
  const navigate = useNavigate();
  // The history key 'default' means that this is the first page of the visit, so there is no page to go back to.
  const isFirst = useLocation().key === 'default';
  useEffect(() => notify('Error', PACKAGE_FAILURES.loadOne), []);
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Package not found" />
      <EmptyState
        wholeScreen
        icon={<PackageX size={36} strokeWidth={1.5} aria-hidden />}
        title="Package not found"
        text="It was removed, or it cannot be booked right now."
        action={<Button onClick={() => void (isFirst ? navigate(paths.home()) : navigate(-1))}>Go Back</Button>}
      />
    </Container>
  );
}

/** The delay before the checkout opens (requirements R9.7). */
const REDIRECT_MS = 2000;

/**
 * Confirms that the order was received and redirects to the checkout. `needsReload` is true if the visitor has just
 * been signed in, so that the checkout is loaded from the server with the new session.
 */
function OrderReceived({ packageId, needsReload }: { packageId: string; needsReload: boolean }) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const to = paths.checkout({ packageId });

  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    // On a phone, the order summary is above this card.
    title.current?.scrollIntoView({ block: 'center' });
    if (needsReload) return location.assign(to);
    const timer = setTimeout(() => void navigate(to), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, needsReload, to]);

  return (
    <Card component="section" py={48}>
      <Stack align="center" gap="sm" ta="center">
        <CircleCheck size={40} strokeWidth={1.5} className={classes.icon} aria-hidden />
        <Title order={2} fz="xl" ref={title} tabIndex={-1} className={classes.title ?? ''}>
          Your project details are saved
        </Title>
        <Text c="dimmed" component="output" className={classes.status ?? ''}>
          <Loader size={14} aria-hidden /> Taking you to checkout…
        </Text>
        <Button component={Link} to={to} reloadDocument={needsReload} variant="light">
          Go to checkout now
        </Button>
      </Stack>
    </Card>
  );
}
