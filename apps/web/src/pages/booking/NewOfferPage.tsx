/**
 * /offers/new?creator={username}: lets a brand request an offer from a creator. The form is prefilled from the
 * brand's brief. `renew` is the id of a booking whose usage rights the brand wants to extend.
 */
import { Button, Container, Stack } from '@mantine/core';
import { parseMatchParams } from '@marquee/validation';
import { UserX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, replace, useLoaderData, useNavigate } from 'react-router-dom';
import { findBriefText } from '../../features/catalog/matching/briefText.ts';
import { getReaderToday } from '../../lib/readerClock.ts';
import { OfferRequestForm, type OfferRequestFields } from '../../features/booking/offers/OfferRequestForm.tsx';
import { findRenewalFields } from '../../features/booking/offers/renewalRequest.ts';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  // Only brands can request offers.
  if (user.userType !== 'brand') throw redirect(paths.offers());
  const parameters = new URL(request.url).searchParams;
  const username = (parameters.get('creator') ?? '').toLowerCase();
  const renewed = parameters.get('renew');
  try {
    const [{ creator, openOfferId }, info, briefs, booking] = await Promise.all([
      queryUtils.offers.recipient.fetch({ username }, ALWAYS_FRESH),
      queryUtils.profiles.customerInfo.ensureData(),
      queryUtils.matching.briefs.ensureData(),
      // If the booking cannot be loaded, for example because it belongs to a different brand, the form starts blank.
      renewed === null ? null : queryUtils.bookings.byId.ensureData({ id: renewed }).catch(() => null),
    ]);
    if (openOfferId !== null) {
      notify('You already have an open offer with this creator');
      throw replace(paths.offer({ id: openOfferId }));
    }
    const { query } = parseMatchParams(parameters);
    const day = query?.neededBy ?? info.date;
    const start: OfferRequestFields = (booking === null ? null : findRenewalFields(booking)) ?? {
      brief: (query === null ? null : findBriefText()) ?? info.description,
      budget: query === null ? '' : String(query.budget),
      requestedDay: day < getReaderToday() ? '' : day,
      platforms: query?.platforms ?? [],
    };
    return { creator, briefs, start };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (getFailureCode(error) === 'USER_NOT_FOUND') return null;
    return withLoadError(Promise.reject(error), 'Failed to load the creator');
  }
}

export function Page() {
  const loaded = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const ask = trpc.offers.request.useMutation({
    onSuccess: ({ id }) => {
      notify('Request sent', 'We email you when the creator answers.');
      void navigate(paths.offer({ id }), { replace: true });
    },
    onError: (error) => notifyFailure(error, 'Your request could not be sent'),
  });
  if (loaded === null)
    return (
      <Container size="sm" py="xl">
        <PageMeta title="Request an offer" />
        <EmptyState
          wholeScreen
          icon={<UserX size={36} strokeWidth={1.5} aria-hidden />}
          title="Creator Not Found"
          text="This creator doesn't exist or no longer accepts requests."
          action={
            <Button component={Link} to={paths.findInfluencers()}>
              Find creators
            </Button>
          }
        />
      </Container>
    );
  const { creator, briefs, start } = loaded;
  return (
    <NarrowContainer>
      <PageMeta title={`Request an offer from ${creator.fullName}`} />
      <BackLink to={paths.profile(creator)}>{creator.fullName}</BackLink>
      <PageHeader
        title={`Request an offer from ${creator.fullName}`}
        description="Describe the work you need. The creator answers with scope, price and delivery time."
      />
      <Stack gap="lg">
        <OfferRequestForm
          key={creator.id}
          creatorId={creator.id}
          start={start}
          briefs={briefs}
          isSending={ask.isPending || ask.isSuccess}
          onAsk={(request) => ask.mutate(request)}
        />
        <Callout tone="info">
          A request is not binding. You can suggest changes, and you pay only if you accept an offer.
        </Callout>
      </Stack>
    </NarrowContainer>
  );
}
