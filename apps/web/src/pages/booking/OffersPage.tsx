/** /offers?show=: the user's offers. Offers that need action from the user are at the top. */
import { Button, Container } from '@mantine/core';
import { OFFER_LISTS, type OfferList } from '@marquee/validation';
import { Handshake } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { BookingTabs } from '../../features/booking/bookings/BookingTabs.tsx';
import { OfferCard } from '../../features/booking/offers/OfferCard.tsx';
import { paths } from '../../paths.ts';
import { requireUser, type SignedInUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const requestedList = new URL(request.url).searchParams.get('show');
  const show = OFFER_LISTS.find((each) => each === requestedList) ?? 'waiting';
  await withLoadError(
    Promise.all([
      queryUtils.offers.list.fetchInfinite({ show }, { ...ALWAYS_FRESH, ...cursorPaging }),
      queryUtils.offers.waitingCount.fetch(undefined, ALWAYS_FRESH),
    ]),
    'Failed to load offers',
  );
  return { user, show };
}

const OFFER_LIST_LABELS: Record<OfferList, string> = { waiting: 'Waiting for you', open: 'Open', ended: 'Ended' };

export function Page() {
  const { user, show } = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.offers.list.useSuspenseInfiniteQuery({ show }, cursorPaging);
  const [{ count, most }] = trpc.offers.waitingCount.useSuspenseQuery();
  const offers = pages.flatMap((page) => page.items);
  const isBrand = user.userType === 'brand';
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Offers" />
      <PageHeader
        title="Offers"
        description={isBrand ? 'Custom work that you asked creators for.' : 'Custom work that brands asked you for.'}
      />
      <BookingTabs />
      <ChoiceLinks
        label="Offers"
        choices={OFFER_LISTS.map((each) => ({
          label: OFFER_LIST_LABELS[each],
          to: paths.offers(each === 'waiting' ? {} : { show: each }),
          chosen: each === show,
          ...(each === 'waiting' && { count: count > most ? `${most}+` : String(count) }),
        }))}
      />
      {offers.length === 0 ? (
        <NoOffers user={user} show={show} />
      ) : (
        <RowsCard>
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} side={isBrand ? 'brand' : 'creator'} />
          ))}
        </RowsCard>
      )}
      <LoadMore list={list} failure="Failed to load offers" />
    </Container>
  );
}

function NoOffers({ user, show }: { user: SignedInUser; show: OfferList }) {
  const icon = <Handshake size={36} strokeWidth={1.5} aria-hidden />;
  if (show === 'waiting')
    return (
      <EmptyState
        icon={icon}
        title="No offers are waiting for you"
        text="Offers that need your answer appear here. We also email you."
        action={
          <Button component={Link} to={paths.offers({ show: 'open' })} variant="default">
            Show open offers
          </Button>
        }
      />
    );
  if (user.userType === 'brand')
    return (
      <EmptyState
        icon={icon}
        title={show === 'open' ? 'No open offers' : 'No offers have ended'}
        text="If no package fits, ask a creator for an offer on their profile."
        action={
          <Button component={Link} to={paths.findInfluencers()}>
            Find creators
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={icon}
      title={show === 'open' ? 'No open offers' : 'No offers have ended'}
      text="Brands can ask you for an offer on your profile if no package fits."
      action={
        <Button component={Link} to={paths.profile(user)}>
          View Profile
        </Button>
      }
    />
  );
}
