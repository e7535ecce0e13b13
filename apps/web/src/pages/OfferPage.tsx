/** /offers/:id: what was asked, the versions of both sides, and what the reader can do now. */
import { Badge, Button, Container, Group, Stack, Text } from '@mantine/core';
import { agreedVersionOf, offerRefusalOf, type OfferAction } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { PLATFORMS } from '@marquee/validation';
import { SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router-dom';
import { EndOffer } from '../features/offers/EndOffer.tsx';
import { VersionForm } from '../features/offers/VersionForm.tsx';
import { Versions } from '../features/offers/Versions.tsx';
import { nextOf, otherOf, standingOf, type Offer, type Version } from '../features/offers/words.ts';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { failureOf } from '../lib/errors.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { WithAside } from '../ui/Columns.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Head } from '../ui/Head.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { useNow } from '../ui/clock.ts';
import { Relative } from '../ui/Relative.tsx';
import { tellFailure } from '../ui/tellFailure.ts';
import { When } from '../ui/When.tsx';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = params['id'] ?? '';
  try {
    await data.offers.byId.fetch({ id }, FRESH);
    return { id };
  } catch (error) {
    if (failureOf(error) === 'OFFER_NOT_FOUND') return { id: null };
    return orFail(Promise.reject(error), 'Failed to load the offer');
  }
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      {id === null ? (
        <>
          <Head title="Offer" />
          <EmptyState
            wholeScreen
            icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
            title="Offer Not Found"
            text="This offer doesn't exist or you don't have access to it."
            action={
              <Button component={Link} to={paths.offers()}>
                All offers
              </Button>
            }
          />
        </>
      ) : (
        <Thread key={id} id={id} />
      )}
    </Container>
  );
}

function Thread({ id }: { id: string }) {
  const [offer] = trpc.offers.byId.useSuspenseQuery({ id });
  const now = new Date(useNow());
  const { viewer } = offer;
  const other = otherOf(offer, viewer);
  const { label, isYours } = standingOf(offer, viewer);
  return (
    <>
      <Head title={`Offer with ${other.fullName}`} />
      <BackLink to={paths.offers()}>All offers</BackLink>
      <PageHeader
        title={`Offer with ${other.fullName}`}
        badge={
          <Badge size="lg" tt="none" variant={isYours ? 'filled' : 'light'}>
            {label}
          </Badge>
        }
        description={
          viewer === 'brand' ? (
            <Link to={paths.profile({ username: offer.creatorUsername })}>View profile</Link>
          ) : undefined
        }
      />
      <WithAside main={8} aside={<Asked offer={offer} />}>
        <Stack gap="lg">
          <Steps offer={offer} now={now} />
        </Stack>
      </WithAside>
    </>
  );
}

function Asked({ offer }: { offer: Offer }) {
  const { viewer, brief, budgetCents, wantedDay, platforms, askedAt } = offer;
  return (
    <Section title={viewer === 'brand' ? 'What you asked' : `What ${offer.brandName} asked`}>
      <Facts
        facts={[
          { label: 'What is needed', value: brief },
          {
            label: 'Budget in total',
            value: budgetCents === null ? null : `${formatDollars(budgetCents)}, with the platform fee`,
          },
          { label: 'Wanted by', value: wantedDay === null ? null : DAY.format(new Date(wantedDay)) },
          { label: 'Platforms', value: platforms.map((name) => PLATFORMS[name]).join(', ') },
          { label: 'Asked', value: <When at={askedAt} /> },
        ]}
      />
    </Section>
  );
}

/** A day has no time zone. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** What a refusal may be overcome by: looking again. */
const STALE: readonly (string | null)[] = [
  'OFFER_CHANGED',
  'OFFER_EXPIRED',
  'OFFER_ENDED',
  'OFFER_BOOKED',
  'OFFER_AGREED',
  'OFFER_TOTAL_CHANGED',
];

function Steps({ offer, now }: { offer: Offer; now: Date }) {
  const navigate = useNavigate();
  const [isWriting, setWriting] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { id, viewer, facts, versions } = offer;
  const isBrand = viewer === 'brand';
  const refusal = (action: OfferAction) => offerRefusalOf(action, facts, viewer, now);

  const adopt = (title: string, text: string) => (changed: Offer) => {
    data.offers.byId.setData({ id }, changed);
    void data.offers.list.invalidate();
    void data.offers.waiting.invalidate();
    setWriting(false);
    setEnding(false);
    notify(title, text);
  };
  const failed = (error: unknown) => {
    tellFailure(error, 'That could not be done');
    // What it says now stands beside the sentence.
    if (STALE.includes(failureOf(error))) void data.offers.byId.refetch({ id });
  };
  const sent = adopt('Sent', `${otherOf(offer, viewer).fullName} is told by mail.`);
  const answer = trpc.offers.answer.useMutation({ onSuccess: sent, onError: failed });
  const counter = trpc.offers.counter.useMutation({ onSuccess: sent, onError: failed });
  const accept = trpc.offers.accept.useMutation({
    onSuccess: adopt('Accepted', `${offer.brandName} can pay it now.`),
    onError: failed,
  });
  const pay = trpc.payments.openOfferCheckout.useMutation({
    onSuccess: ({ bookingId }) => void navigate(paths.checkout({ bookingId })),
    onError: failed,
  });

  const actionsOf = (version: Version): ReactNode => {
    if (refusal({ do: 'accept', versionId: version.id }) !== null) return null;
    if (isBrand)
      return (
        <Button
          key="brand"
          loading={pay.isPending || pay.isSuccess}
          onClick={() => pay.mutate({ id, versionId: version.id, totalCents: version.totalCents })}
        >
          {version.side === 'brand' ? 'Pay' : 'Accept and pay'} {formatDollars(version.totalCents)}
        </Button>
      );
    return (
      <Button key="creator" loading={accept.isPending} onClick={() => accept.mutate({ id, versionId: version.id })}>
        Accept {formatDollars(version.priceCents)}
      </Button>
    );
  };

  const proposal = refusal({ do: 'propose' });
  const isFirst = !isBrand && versions.length === 0;
  // The other side's last words are what one changes.
  const from = versions.findLast(({ side }) => side === viewer) ?? versions.at(-1);
  const form = (
    <VersionForm
      offer={offer}
      from={from}
      isSending={answer.isPending || counter.isPending}
      onAnswer={(said) => answer.mutate(said)}
      onCounter={(said) => counter.mutate(said)}
      {...(!isFirst && { onCancel: () => setWriting(false) })}
    />
  );
  return (
    <>
      <Section title="What happens next">
        <Stack gap="sm">
          <Text>{nextOf(offer, now)}</Text>
          {offer.words !== '' && (
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>“{offer.words}”</Text>
          )}
          {offer.endedAt === null && !facts.isBooked && (
            <Text size="sm" c="dimmed">
              If nobody says anything, it ends by itself <Relative at={offer.endsAt} /> (<When at={offer.endsAt} />
              ).
            </Text>
          )}
          {isBrand && refusal({ do: 'end' }) === null && agreedOrOffered(offer, now) && (
            <Text size="sm" c="dimmed">
              Paying makes a booking that {offer.creatorName} still confirms; your card is charged only then. The total
              is exactly what stands here.
            </Text>
          )}
          <Group gap="sm">
            {offer.paidBookingId !== null && (
              <Button component={Link} to={paths.bookingDetails({ bookingId: offer.paidBookingId })}>
                Go to the booking
              </Button>
            )}
            {proposal === null && !isFirst && !isWriting && (
              <Button variant="default" onClick={() => setWriting(true)}>
                {isBrand ? 'Suggest changes' : 'Make a new version'}
              </Button>
            )}
            {refusal({ do: 'end' }) === null && (
              <Button variant="default" onClick={() => setEnding(true)}>
                {isBrand ? 'Withdraw' : 'Decline'}
              </Button>
            )}
          </Group>
          {proposal === 'OFFER_VERSIONS_SPENT' && (
            <Text size="sm" c="dimmed">
              Your versions are used up. Accept one of the other side’s, or wait for the answer to yours.
            </Text>
          )}
        </Stack>
      </Section>
      {proposal === null && (isFirst || isWriting) && (
        <Section title={isBrand ? 'Your changes' : isFirst ? 'Your offer' : 'Your new version'}>{form}</Section>
      )}
      {versions.length > 0 && <Versions offer={offer} actionsOf={actionsOf} />}
      {isEnding && (
        <EndOffer
          offer={offer}
          onEnded={adopt(isBrand ? 'Withdrawn' : 'Declined', 'The offer has ended.')}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

/** Whether there is something that the brand can pay. */
const agreedOrOffered = (offer: Offer, now: Date): boolean =>
  agreedVersionOf(offer.versions, now) !== undefined ||
  offer.versions.some(({ id }) => offerRefusalOf({ do: 'accept', versionId: id }, offer.facts, 'brand', now) === null);
