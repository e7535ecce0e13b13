/** /order-questionnaire: what a brand tells the creator before checkout (spec §2, §4 and §5 "Order form"). */
import { Alert, Button, Container } from '@mantine/core';
import { Info, PackageX } from 'lucide-react';
import { useState } from 'react';
import { Link, useLoaderData, useLocation, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { OrderForm } from '../features/orders/OrderForm.tsx';
import { OrderReceived } from '../features/orders/OrderReceived.tsx';
import { OrderSummary } from '../features/orders/OrderSummary.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { data, failureOf, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { useTitle } from '../ui/useTitle.ts';
import classes from './OrderQuestionnairePage.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('packageId');
  const pkg = id === null ? null : await orFail(findPackage(id), 'Failed to load package information');
  if (pkg === null) return null;
  const needed = Promise.all([
    data.questionnaires.ofPackage.ensureData({ packageId: pkg.id }),
    data.profiles.creator.ensureData({ id: pkg.creatorId }),
  ]);
  await orFail(needed, 'Failed to load package information');
  return { packageId: pkg.id, creatorId: pkg.creatorId };
}

/** Null when there is no such package, or none that may be seen. */
const findPackage = (id: string) =>
  data.packages.byId.ensureData({ id }).catch((error: unknown) => {
    if (failureOf(error) === 'PACKAGE_NOT_FOUND') return null;
    throw error;
  });

export function Page() {
  const found = useLoaderData<typeof loader>();
  // Another package is another form.
  return found === null ? <NoPackage /> : <Order key={found.packageId} {...found} />;
}

function Order({ packageId, creatorId }: { packageId: string; creatorId: string }) {
  const user = useUser();
  const [pkg] = trpc.packages.byId.useSuspenseQuery({ id: packageId });
  const [creator] = trpc.profiles.creator.useSuspenseQuery({ id: creatorId });
  const [questionnaire] = trpc.questionnaires.ofPackage.useSuspenseQuery({ packageId });
  const [isComplete, setComplete] = useState(false);
  useTitle(`Order ${pkg.name}`);

  return (
    <Container size="lg" py="xl">
      <PageHeader
        title="Tell us about your project"
        description={`${creator.fullName} reads this before accepting your booking.`}
      />
      <div className={classes.columns}>
        <aside className={classes.summary}>
          <OrderSummary pkg={pkg} creator={creator} />
        </aside>
        <div className={classes.form}>
          {user?.userType === 'influencer' ? (
            <CreatorNotice isOwner={user.id === creatorId} packageId={packageId} />
          ) : isComplete ? (
            <OrderReceived packageId={packageId} />
          ) : (
            <OrderForm
              packageId={packageId}
              questions={questionnaire?.questions ?? []}
              user={user}
              onComplete={() => setComplete(true)}
            />
          )}
        </div>
      </div>
    </Container>
  );
}

/** Checkout takes brands only: better said before the form than after it. */
function CreatorNotice({ isOwner, packageId }: { isOwner: boolean; packageId: string }) {
  return (
    <Alert variant="light" icon={<Info aria-hidden />} title="Only brands can make bookings">
      {isOwner
        ? 'This is your own package. Brands fill in the order form here.'
        : 'You are signed in as a creator. To book this package, sign in with a brand account.'}
      {isOwner && (
        <Button component={Link} to={paths.questionnaireBuilder({ packageId })} variant="default" size="sm" mt="md">
          Manage Order Questions
        </Button>
      )}
    </Alert>
  );
}

function NoPackage() {
  useTitle('Package not found');
  const navigate = useNavigate();
  // 'default' is the first screen of this visit: there is nothing to go back to.
  const isFirst = useLocation().key === 'default';
  return (
    <Container size="sm" py="xl">
      <EmptyState
        wholeScreen
        icon={<PackageX size={36} strokeWidth={1.5} aria-hidden />}
        title="Package not found"
        text="It may have been removed, or it cannot be booked at the moment."
        action={<Button onClick={() => void (isFirst ? navigate(paths.home()) : navigate(-1))}>Go Back</Button>}
      />
    </Container>
  );
}
