/** /match: creators for a brief, with how each score comes about. All that is scored is in the address. */
import { Button, Container, Title } from '@mantine/core';
import { placed, rank } from '@marquee/matching';
import {
  briefFromInfo,
  findParamsOf,
  matchParamsOf,
  matchStateOf,
  type MatchBrief,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useNavigation } from 'react-router-dom';
import { BriefForm } from '../features/matching/BriefForm.tsx';
import { briefText, keepBriefText } from '../features/matching/briefText.ts';
import { HowRanked } from '../features/matching/HowRanked.tsx';
import { MatchCard } from '../features/matching/MatchCard.tsx';
import classes from '../features/matching/Matching.module.css';
import { SavedBriefs } from '../features/matching/SavedBriefs.tsx';
import { today } from '../ui/clock.ts';
import { Weights } from '../features/matching/Weights.tsx';
import { carryBrief } from '../features/orders/orderDraft.ts';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { data, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { plural } from '../ui/plural.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  // A creator looks for nobody.
  if (user.userType !== 'brand') return redirect(paths.dashboard());
  const { query, weights } = matchStateOf(new URL(request.url).searchParams);
  await orFail(
    Promise.all([
      data.matching.briefs.ensureData(),
      data.profiles.customerInfo.ensureData(),
      query === null ? null : data.matching.find.ensureData({ ...query, weights }),
    ]),
    'Failed to load matches',
  );
  return { user, query, weights };
}

export function Page() {
  const { user, query, weights } = useLoaderData<typeof loader>();
  const [info] = trpc.profiles.customerInfo.useSuspenseQuery();
  const navigate = useNavigate();
  const isLoading = useNavigation().location?.pathname === paths.match();
  const start = briefFromInfo(info, today());
  const text = briefText(user.id) ?? start.text;
  const brief = query === null ? null : { ...query, text, weights };
  const key = JSON.stringify(query);
  const find = ({ text: said, weights: weighed, ...asked }: MatchBrief) => {
    keepBriefText(user.id, said);
    void navigate(paths.match(matchParamsOf(asked, weighed)), { preventScrollReset: query !== null });
  };
  const form = (
    <BriefForm
      key={key}
      brief={brief ?? { ...start, budget: null, text }}
      weights={weights}
      isLoading={isLoading}
      onSubmit={find}
    />
  );
  return (
    <Container size="lg" py="xl">
      <Head title="Matched for you" />
      <PageHeader
        title="Matched for you"
        description="Say what you need, and see who fits, by how many points, and why. You can reckon each score again."
      />
      {query === null ? (
        <div className={classes.start}>
          {form}
          <SavedBriefs userId={user.id} brief={null} />
          <HowRanked />
        </div>
      ) : (
        <>
          <details key={key} className={classes.brief}>
            <summary>
              Change or keep your brief
              <span>{wordsOf(query)}</span>
            </summary>
            {form}
            <SavedBriefs userId={user.id} brief={brief} />
          </details>
          <Matches
            key={`${key} matches`}
            query={query}
            start={weights}
            brief={{ ...query, text, weights }}
            user={user}
          />
        </>
      )}
    </Container>
  );
}

/** A day has no time zone. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const wordsOf = ({ categories, budget, neededBy, keywords }: MatchQuery) =>
  [
    categories.join(', '),
    `up to $${budget.toLocaleString('en-US')}`,
    neededBy === '' ? '' : `by ${DAY.format(new Date(neededBy))}`,
    keywords.join(', '),
  ]
    .filter((each) => each !== '')
    .join(' · ');

/** How long the sliders rest before the server is asked: what is at hand is in the new order at once. */
const REST_MS = 400;

interface MatchesProps {
  query: MatchQuery;
  /** The weights of the address. */
  start: MatchWeights;
  brief: MatchBrief;
  user: User;
}

function Matches({ query, start, brief, user }: MatchesProps) {
  const [answer] = trpc.matching.find.useSuspenseQuery({ ...query, weights: start });
  const [weights, setWeights] = useState(start);
  const { day, items, considered } = answer;
  const places = useMemo(() => placed(rank({ ...query, day }, items, weights), { day }), [query, day, items, weights]);
  const navigate = useNavigate();
  const to = paths.match(matchParamsOf(query, weights));
  const isAsked = to === paths.match(matchParamsOf(query, start));
  useEffect(() => {
    if (isAsked) return undefined;
    const timer = setTimeout(() => void navigate(to, { replace: true, preventScrollReset: true }), REST_MS);
    return () => clearTimeout(timer);
  }, [navigate, to, isAsked]);
  const said = useOrderSaid(places.slice(0, 3).map(({ fullName, match }) => `${fullName} ${match.score}`));
  const carry = () =>
    carryBrief(user, {
      projectDescription: brief.text,
      brandTone: query.tone,
      preferredPostDate: query.neededBy,
    });
  return (
    <div className={places.length === 0 ? undefined : classes.layout}>
      {places.length > 0 && (
        <aside className={classes.aside} aria-label="What counts">
          <Weights query={query} weights={weights} onChange={setWeights} />
        </aside>
      )}
      <section aria-labelledby="matches" className={classes.results}>
        <Title order={2} id="matches" fz="lg">
          {places.length === 0
            ? 'No match'
            : places.length < considered
              ? `The best ${places.length} of ${plural(considered, 'creator')} looked at`
              : considered === 1
                ? '1 match'
                : `${considered} matches`}
        </Title>
        <output className={classes.said}>{said}</output>
        {places.length === 0 ? (
          <EmptyState
            icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
            title="Nobody fits this brief"
            text="No package meets subject, platforms, budget and date together. A later date or a larger budget brings more; or look through everybody of these subjects."
            action={
              <Button
                component={Link}
                to={paths.findInfluencers(findParamsOf({ search: { categories: query.categories } }))}
                variant="default"
              >
                Find creators
              </Button>
            }
          />
        ) : (
          <ol className={classes.list}>
            {places.map((match) => (
              <li key={match.id}>
                <MatchCard match={match} brief={matchParamsOf(query, weights)} onBook={carry} />
              </li>
            ))}
          </ol>
        )}
        <HowRanked />
      </section>
    </div>
  );
}

/** Says who stands first when that has changed; nothing at first. */
function useOrderSaid(first: readonly string[]): string {
  const words = first.map((each, at) => `${at + 1}. ${each}`).join(', ');
  const [began] = useState(words);
  return words === began ? '' : `Now first: ${words}`;
}
