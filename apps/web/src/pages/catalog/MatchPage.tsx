/**
 * /match: creators ranked by how well they match a brief, with the calculation of each score. The URL contains all
 * values that affect the scores.
 */
import { Button, Container, Title } from '@mantine/core';
import { placeCandidates, rankCandidates } from '@marquee/matching';
import {
  toBrief,
  toFindParams,
  toMatchParams,
  parseMatchParams,
  type MatchBrief,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useNavigation } from 'react-router-dom';
import { BriefForm } from '../../features/catalog/matching/BriefForm.tsx';
import { findBriefText, storeBriefText } from '../../features/catalog/matching/briefText.ts';
import { RankingExplanation } from '../../features/catalog/matching/RankingExplanation.tsx';
import { MatchCard } from '../../features/catalog/matching/MatchCard.tsx';
import classes from '../../features/catalog/matching/Matching.module.css';
import { SavedBriefs } from '../../features/catalog/matching/SavedBriefs.tsx';
import { getReaderToday } from '../../lib/readerClock.ts';
import { WeightSliders } from '../../features/catalog/matching/WeightSliders.tsx';
import { storeCarriedBrief } from '../../features/booking/orders/orderDraft.ts';
import { paths } from '../../paths.ts';
import { requireUser, type SignedInUser } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { pluralize } from '../../lib/pluralize.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  if (user.userType !== 'brand') return redirect(paths.dashboard());
  const { query, weights } = parseMatchParams(new URL(request.url).searchParams);
  await withLoadError(
    Promise.all([
      queryUtils.matching.briefs.ensureData(),
      queryUtils.profiles.customerInfo.ensureData(),
      query === null ? null : queryUtils.matching.find.ensureData({ ...query, weights }),
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
  const start = toBrief(info, getReaderToday());
  const text = findBriefText() ?? start.text;
  const brief = query === null ? null : { ...query, text, weights };
  const key = JSON.stringify(query);
  const find = ({ text: said, weights: weighed, ...asked }: MatchBrief) => {
    storeBriefText(said);
    void navigate(paths.match(toMatchParams(asked, weighed)), { preventScrollReset: query !== null });
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
      <PageMeta title="Matched for you" />
      <PageHeader
        title="Matched for you"
        description="Creators ranked by how well they fit your brief, with the calculation of each score."
      />
      {query === null ? (
        <div className={classes.start}>
          {form}
          <SavedBriefs brief={null} />
          <RankingExplanation />
        </div>
      ) : (
        <>
          <details key={key} className={classes.brief}>
            <summary>
              Edit or save your brief
              <span>{describeBrief(query)}</span>
            </summary>
            {form}
            <SavedBriefs brief={brief} />
          </details>
          <MatchResults
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

/** Calendar days have no time zone. `new Date()` parses them as UTC, so they have to be formatted in UTC, too. */
const BRIEF_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const describeBrief = ({ categories, budget, neededBy, keywords }: MatchQuery) =>
  [
    categories.join(', '),
    `up to $${budget.toLocaleString('en-US')}`,
    neededBy === '' ? '' : `by ${BRIEF_DAY_FORMAT.format(new Date(neededBy))}`,
    keywords.join(', '),
  ]
    .filter((each) => each !== '')
    .join(' · ');

/**
 * Delay between the last change of a slider and the request for a new ranking. Loaded creators are sorted again
 * immediately.
 */
const SLIDER_DEBOUNCE_MS = 400;

interface MatchResultsProps {
  query: MatchQuery;
  start: MatchWeights;
  brief: MatchBrief;
  user: SignedInUser;
}

function MatchResults({ query, start, brief, user }: MatchResultsProps) {
  const [answer] = trpc.matching.find.useSuspenseQuery({ ...query, weights: start });
  const [weights, setWeights] = useState(start);
  const { day, items, considered } = answer;
  const placedCreators = useMemo(
    () => placeCandidates(rankCandidates({ ...query, day }, items, weights), { day }),
    [query, day, items, weights],
  );
  const navigate = useNavigate();
  const to = paths.match(toMatchParams(query, weights));
  const isAsked = to === paths.match(toMatchParams(query, start));
  useEffect(() => {
    if (isAsked) return undefined;
    const timer = setTimeout(() => void navigate(to, { replace: true, preventScrollReset: true }), SLIDER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [navigate, to, isAsked]);
  const announcement = useOrderAnnouncement(
    placedCreators.slice(0, 3).map(({ fullName, match }) => `${fullName} ${match.score}`),
  );
  const carry = () =>
    storeCarriedBrief(user, {
      projectDescription: brief.text,
      brandTone: query.tone,
      preferredPostDate: query.neededBy,
    });
  return (
    <section aria-labelledby="matches" className={classes.results}>
      <Title order={2} id="matches" fz="lg">
        {placedCreators.length === 0
          ? 'No matches'
          : placedCreators.length < considered
            ? `The best ${placedCreators.length} of ${pluralize(considered, 'creator')}`
            : considered === 1
              ? '1 match'
              : `${considered} matches`}
      </Title>
      {placedCreators.length > 0 && <WeightSliders query={query} weights={weights} onChange={setWeights} />}
      <output className={classes.said}>{announcement}</output>
      {placedCreators.length === 0 ? (
        <EmptyState
          icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
          title="No creators fit this brief"
          text="No package meets your category, platforms, budget and date. Try a later date or a larger budget."
          action={
            <Button
              component={Link}
              to={paths.findInfluencers(toFindParams({ search: { categories: query.categories } }))}
              variant="default"
            >
              Find creators
            </Button>
          }
        />
      ) : (
        <ol className={classes.list}>
          {placedCreators.map((match) => (
            <li key={match.id}>
              <MatchCard match={match} brief={toMatchParams(query, weights)} onBook={carry} />
            </li>
          ))}
        </ol>
      )}
      <RankingExplanation />
    </section>
  );
}

/** Returns an announcement of the highest-ranked creators for screen readers, once they have changed. */
function useOrderAnnouncement(first: readonly string[]): string {
  const words = first.map((each, at) => `${at + 1}. ${each}`).join(', ');
  const [began] = useState(words);
  return words === began ? '' : `Now first: ${words}`;
}
