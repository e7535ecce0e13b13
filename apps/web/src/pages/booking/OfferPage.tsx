/** /offers/:id: the request for an offer, the versions by both parties and the viewer's options. */
import { Badge, Button, Container, Group, Stack, Text } from '@mantine/core';
import { findAgreedVersion, findLiveVersion, findOfferRefusal, SIDES, type OfferAction } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router-dom';
import { RequestApproval } from '../../features/booking/order-requests/RequestApproval.tsx';
import { OrderBudgetFields, type OrderBudget } from '../../features/booking/budgets/OrderBudgetFields.tsx';
import { EndOfferDialog } from '../../features/booking/offers/EndOfferDialog.tsx';
import { OfferVersionForm } from '../../features/booking/offers/OfferVersionForm.tsx';
import { OfferVersions } from '../../features/booking/offers/OfferVersions.tsx';
import {
  describeNextOfferStep,
  getOtherOfferPerson,
  getOfferStatus,
  type OfferDetails,
  type OfferVersion,
} from '../../features/booking/offers/offers.words.ts';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { AsideLayout } from '../../ui/Columns.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useNow } from '../../lib/readerClock.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { DateTime, TimeZoneNote } from '../../ui/DateTime.tsx';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = params['id'] ?? '';
  try {
    await queryUtils.offers.byId.fetch({ id }, ALWAYS_FRESH);
    return { id };
  } catch (error) {
    if (getFailureCode(error) === 'OFFER_NOT_FOUND') return { id: null };
    return withLoadError(Promise.reject(error), 'Failed to load the offer');
  }
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      {id === null ? (
        <>
          <PageMeta title="Offer" />
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
        <OfferThread key={id} id={id} />
      )}
    </Container>
  );
}

function OfferThread({ id }: { id: string }) {
  const [offer] = trpc.offers.byId.useSuspenseQuery({ id });
  const now = new Date(useNow());
  const { viewer } = offer;
  const other = getOtherOfferPerson(offer, viewer);
  const { label, isYours } = getOfferStatus(offer, viewer);
  return (
    <>
      <PageMeta title={`Offer with ${other.fullName}`} />
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
      <AsideLayout main={8} aside={<OfferRequestSection offer={offer} />}>
        <Stack gap="lg">
          <OfferActions offer={offer} now={now} />
          <Text size="sm" c="dimmed">
            <TimeZoneNote />
          </Text>
        </Stack>
      </AsideLayout>
    </>
  );
}

function OfferRequestSection({ offer }: { offer: OfferDetails }) {
  const { viewer, brief, budgetCents, requestedDay, platforms, requestedAt } = offer;
  return (
    <SectionCard title={viewer === 'brand' ? 'Your request' : `Request from ${offer.brandName}`}>
      <DescriptionList
        facts={[
          { label: 'Brief', value: brief },
          {
            label: 'Total budget',
            value: budgetCents === null ? null : `${formatDollars(budgetCents)}, including the platform fee`,
          },
          {
            label: 'Needed by',
            value: requestedDay === null ? null : WANTED_DAY_FORMAT.format(new Date(requestedDay)),
          },
          { label: 'Platforms', value: platforms.map((name) => PLATFORM_LABELS[name]).join(', ') },
          { label: 'Sent', value: <DateTime at={requestedAt} /> },
        ]}
      />
    </SectionCard>
  );
}

/** Calendar days have no time zone. `new Date()` parses them as UTC, so they have to be formatted in UTC, too. */
const WANTED_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Failure codes that mean that this page is out of date. */
const STALE_OFFER_FAILURES: readonly (string | null)[] = [
  'OFFER_CHANGED',
  'OFFER_EXPIRED',
  'OFFER_ENDED',
  'OFFER_BOOKED',
  'OFFER_AGREED',
  'OFFER_TOTAL_CHANGED',
];

function OfferActions({ offer, now }: { offer: OfferDetails; now: Date }) {
  const navigate = useNavigate();
  const [isWriting, setWriting] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [purpose, setPurpose] = useState<OrderBudget>({ clientId: null, budgetId: null });
  const { id, viewer, facts, versions } = offer;
  const isBrand = viewer === 'brand';
  const refusal = (action: OfferAction) => findOfferRefusal(action, facts, viewer, now);

  const adopt = (title: string, text: string) => (changed: OfferDetails) => {
    queryUtils.offers.byId.setData({ id }, changed);
    void queryUtils.offers.list.invalidate();
    void queryUtils.offers.waitingCount.invalidate();
    setWriting(false);
    setEnding(false);
    notify(title, text);
  };
  const failed = (error: unknown) => {
    notifyFailure(error, 'Your change could not be saved');
    // Reloads the offer, so that the page matches the error message.
    if (STALE_OFFER_FAILURES.includes(getFailureCode(error))) void queryUtils.offers.byId.refetch({ id });
  };
  const onSent = adopt('Sent', `We emailed ${getOtherOfferPerson(offer, viewer).fullName}.`);
  const answer = trpc.offers.answer.useMutation({ onSuccess: onSent, onError: failed });
  const counter = trpc.offers.counter.useMutation({ onSuccess: onSent, onError: failed });
  const accept = trpc.offers.accept.useMutation({
    onSuccess: adopt('Accepted', `${offer.brandName} can pay now.`),
    onError: failed,
  });
  const pay = trpc.payments.openOfferCheckout.useMutation({
    onSuccess: ({ bookingId }) => void navigate(paths.checkout({ bookingId })),
    onError: failed,
  });

  // The order of a version that needs an approval. The member can request it.
  const approvalOrder = getFailureCode(pay.error) === 'APPROVAL_REQUIRED' ? pay.variables : undefined;

  const actionsOf = (version: OfferVersion): ReactNode => {
    if (refusal({ do: 'accept', versionId: version.id }) !== null) return null;
    if (isBrand)
      return (
        <Button
          key="brand"
          variant={(findAgreedVersion(versions, now) ?? version) === version ? 'filled' : 'default'}
          loading={pay.isPending || pay.isSuccess}
          onClick={() => pay.mutate({ id, versionId: version.id, totalCents: version.totalCents, ...purpose })}
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

  const hasLiveVersion = SIDES.some((side) => findLiveVersion(versions, side, now) !== undefined);
  const proposal = refusal({ do: 'propose' });
  const isFirst = !isBrand && versions.length === 0;
  // The form is prefilled with the viewer's own latest version, or else with the other party's.
  const from = versions.findLast(({ side }) => side === viewer) ?? versions.at(-1);
  const form = (
    <OfferVersionForm
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
      <SectionCard title="What happens next">
        <Stack gap="sm">
          <Text>{describeNextOfferStep(offer, now)}</Text>
          {offer.endMessage !== '' && (
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>“{offer.endMessage}”</Text>
          )}
          {/* A version that can be accepted has a deadline of its own, which comes first. */}
          {offer.endedAt === null && !facts.isBooked && !hasLiveVersion && (
            <Text size="sm" c="dimmed">
              Expires <DateTime at={offer.endsAt} withDistance />
            </Text>
          )}
          {isBrand && refusal({ do: 'end' }) === null && hasPayableVersion(offer, now) && (
            <Text size="sm" c="dimmed">
              Your card is charged only when {offer.creatorName} confirms the booking.
            </Text>
          )}
          {isBrand && hasPayableVersion(offer, now) && <OrderBudgetFields value={purpose} onChange={setPurpose} />}
          <Group gap="sm">
            {offer.paidBookingId !== null && (
              <Button component={Link} to={paths.bookingDetails({ bookingId: offer.paidBookingId })}>
                View booking
              </Button>
            )}
            {proposal === null && !isFirst && !isWriting && (
              <Button variant="default" onClick={() => setWriting(true)}>
                {isBrand ? 'Suggest changes' : 'Write new version'}
              </Button>
            )}
            {refusal({ do: 'end' }) === null && (
              <Button variant="default" onClick={() => setEnding(true)}>
                {isBrand ? 'Withdraw request' : 'Decline request'}
              </Button>
            )}
          </Group>
          {proposal === 'OFFER_VERSIONS_SPENT' && (
            <Text size="sm" c="dimmed">
              You have used all your versions. Accept the other version or wait for an answer to yours.
            </Text>
          )}
        </Stack>
      </SectionCard>
      {proposal === null && (isFirst || isWriting) && (
        <SectionCard title={isBrand ? 'Your changes' : isFirst ? 'Your offer' : 'Your new version'}>{form}</SectionCard>
      )}
      {approvalOrder !== undefined && <RequestApproval order={approvalOrder} />}
      {versions.length > 0 && <OfferVersions offer={offer} actionsOf={actionsOf} />}
      {isEnding && (
        <EndOfferDialog
          offer={offer}
          onEnded={adopt(isBrand ? 'Request withdrawn' : 'Request declined', 'No card was charged.')}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

const hasPayableVersion = (offer: OfferDetails, now: Date): boolean =>
  findAgreedVersion(offer.versions, now) !== undefined ||
  offer.versions.some(
    ({ id }) => findOfferRefusal({ do: 'accept', versionId: id }, offer.facts, 'brand', now) === null,
  );
