/**
 * /offers/new?creator={username}: a brand asks a creator for an offer. What is known of the brief is filled in; with
 * `renew`, a booking's id, the question is whether its usage rights go on.
 */
import { Button, Container, Stack } from '@mantine/core';
import { matchStateOf } from '@marquee/validation';
import { UserX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, replace, useLoaderData, useNavigate } from 'react-router-dom';
import { briefText } from '../features/matching/briefText.ts';
import { today } from '../ui/clock.ts';
import { AskForm, type AskFields } from '../features/offers/AskForm.tsx';
import { renewalOf } from '../features/offers/renewal.ts';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { failureOf } from '../lib/errors.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { Notice } from '../ui/Notice.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { tellFailure } from '../ui/tellFailure.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  // A creator asks nobody.
  if (user.userType !== 'brand') throw redirect(paths.offers());
  const parameters = new URL(request.url).searchParams;
  const username = (parameters.get('creator') ?? '').toLowerCase();
  const renewed = parameters.get('renew');
  try {
    const [{ creator, openOfferId }, info, briefs, booking] = await Promise.all([
      data.offers.addressee.fetch({ username }, FRESH),
      data.profiles.customerInfo.ensureData(),
      data.matching.briefs.ensureData(),
      // An address that names no booking of the reader's asks for nothing in particular.
      renewed === null ? null : data.bookings.byId.ensureData({ id: renewed }).catch(() => null),
    ]);
    if (openOfferId !== null) {
      notify('You have an open offer with this creator already', 'Here it is.');
      throw replace(paths.offer({ id: openOfferId }));
    }
    const { query } = matchStateOf(parameters);
    const day = query?.neededBy ?? info.date;
    const start: AskFields = (booking === null ? null : renewalOf(booking)) ?? {
      brief: (query === null ? null : briefText(user.id)) ?? info.description,
      budget: query === null ? '' : String(query.budget),
      wantedDay: day < today() ? '' : day,
      platforms: query?.platforms ?? [],
    };
    return { creator, briefs, start };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (failureOf(error) === 'USER_NOT_FOUND') return null;
    return orFail(Promise.reject(error), 'Failed to load the creator');
  }
}

export function Page() {
  const found = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const ask = trpc.offers.ask.useMutation({
    onSuccess: ({ id }) => {
      notify('Asked', 'You are told by mail when there is an answer.');
      void navigate(paths.offer({ id }), { replace: true });
    },
    onError: (error) => tellFailure(error, 'Your question could not be sent'),
  });
  if (found === null)
    return (
      <Container size="sm" py="xl">
        <Head title="Ask for an offer" />
        <EmptyState
          wholeScreen
          icon={<UserX size={36} strokeWidth={1.5} aria-hidden />}
          title="Creator Not Found"
          text="This creator doesn't exist or cannot be asked any more."
          action={
            <Button component={Link} to={paths.findInfluencers()}>
              Find creators
            </Button>
          }
        />
      </Container>
    );
  const { creator, briefs, start } = found;
  return (
    <Container size="md" py="xl">
      <Head title={`Ask ${creator.fullName} for an offer`} />
      <BackLink to={paths.profile(creator)}>{creator.fullName}</BackLink>
      <PageHeader
        title={`Ask ${creator.fullName} for an offer`}
        description="For work that no package describes. You say what you need; the creator answers with scope, price and days."
      />
      <Stack gap="lg">
        <AskForm
          key={creator.id}
          creatorId={creator.id}
          start={start}
          briefs={briefs}
          isSending={ask.isPending || ask.isSuccess}
          onAsk={(asked) => ask.mutate(asked)}
        />
        <Notice tone="info">
          Asking binds nobody. You can suggest changes to the answer, and you pay only what you accept.
        </Notice>
      </Stack>
    </Container>
  );
}
