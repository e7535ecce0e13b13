/**
 * /creators/:category, /creators/:category/:platform, /creators/in/:place: the creators and prices of one category
 * or place.
 */
import { Button, Container, Title } from '@mantine/core';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import {
  toFindParams,
  MAX_SLUG_LENGTH,
  slugify,
  formatTopicName,
  getTopicSearch,
  type CreatorSearch,
} from '@marquee/validation';
import { SearchX } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { CompareTray } from '../../features/catalog/discovery/Compare.tsx';
import { CreatorCard } from '../../features/catalog/discovery/CreatorCard.tsx';
import { getTopicLabel, listParentPages, TopicMeta } from '../../features/catalog/discovery/TopicMeta.tsx';
import { TopicLinks } from '../../features/catalog/discovery/TopicLinks.tsx';
import { useComparison } from '../../features/catalog/discovery/useCreatorSearch.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { useOperatorTerms } from '../../operatorTerms.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatList } from '../../ui/StatList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { QuestionAccordion } from '../../ui/QuestionAccordion.tsx';
import { createNotFoundResponse, withLoadError } from '../../ui/RouteErrorScreen.tsx';
import classes from './TopicPage.module.css';

export async function loader({ params }: LoaderFunctionArgs) {
  const { category, platform, place } = params;
  const slugParts = place === undefined ? [category, platform] : ['in', place];
  const requestedSlug = slugParts.filter((part) => part !== undefined).join('/');
  const slug = requestedSlug.split('/').map(slugify).join('/');
  if (slug.length > MAX_SLUG_LENGTH) return createNotFoundResponse();
  const topic = await withLoadError(queryUtils.discovery.topic.ensureData({ slug }), CREATORS_LOAD_FAILED);
  if (topic === null) return createNotFoundResponse();
  // Redirects to the canonical spelling of the URL.
  if (slug !== requestedSlug) return redirect(paths.creators({ slug }), 301);
  const search = getTopicSearch(topic.topic);
  await withLoadError(queryUtils.discovery.search.ensureData(search), CREATORS_LOAD_FAILED);
  return { slug, search };
}

const CREATORS_LOAD_FAILED = 'Failed to load creators';

export function Page() {
  const loaded = useLoaderData<typeof loader>();
  return loaded === null ? <TopicNotFound /> : <TopicScreen key={loaded.slug} {...loaded} />;
}

type LoadedTopic = NonNullable<RouterOutputs['discovery']['topic']>;

function TopicScreen({ slug, search }: { slug: string; search: CreatorSearch }) {
  const [topic] = trpc.discovery.topic.useSuspenseQuery({ slug });
  const [{ items, nextCursor }] = trpc.discovery.search.useSuspenseQuery(search);
  const user = useUser();
  const compare = useComparison().ids.join(',');
  // The topic may have disappeared since the page was opened.
  if (topic === null) return <TopicNotFound />;
  const name = formatTopicName(topic.topic);
  const all = paths.findInfluencers(toFindParams({ search }));
  return (
    <>
      <TopicMeta found={topic} creators={items} />
      <Container size="lg" py="xl">
        <nav aria-label="Breadcrumbs" className={classes.above}>
          <ol>
            {listParentPages(topic.topic).map(([label, to]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            <li aria-current="page">{getTopicLabel(topic.topic)}</li>
          </ol>
        </nav>
        <PageHeader
          title={name}
          description="Typical prices, delivery times and the most booked creators."
          actions={
            <Button component={Link} to={all}>
              Search and filter
            </Button>
          }
        />
        <TopicStats found={topic} />
        <TopicSection title={nextCursor === null ? 'Creators' : 'Most booked creators'}>
          {items.length === 0 ? (
            <EmptyState title="No creators available" text="See the related pages below." />
          ) : (
            <ul className={classes.grid}>
              {items.map((creator, at) => (
                <li key={creator.id}>
                  <CreatorCard
                    creator={creator}
                    canBook={user?.userType !== 'influencer'}
                    isFirst={at < 3}
                    compare={compare}
                  />
                </li>
              ))}
            </ul>
          )}
          <p className={classes.more}>
            <Button component={Link} to={all} variant="default" size="lg">
              {nextCursor === null ? 'Open in search' : `All ${pluralize(topic.creators, 'creator')} in search`}
            </Button>
          </p>
        </TopicSection>
        <RelatedTopics found={topic} />
        <TopicSection title="Frequently asked questions">
          <TopicQuestions found={topic} />
        </TopicSection>
      </Container>
      <CompareTray />
    </>
  );
}

/** Returns a function that formats a creator's price as the total for the brand, in whole dollars. */
function useTotalFormatter() {
  const { feeBps } = useOperatorTerms();
  return (priceCents: number) => formatWholeDollars(computeQuote(toCents(priceCents), feeBps).totalCents);
}

function TopicStats({ found: { creators, packages, typical } }: { found: LoadedTopic }) {
  const { fee } = useOperatorTerms();
  const total = useTotalFormatter();
  return (
    <StatList
      label="At a glance"
      figures={[
        { label: 'Creators', value: creators.toLocaleString('en-US') },
        { label: 'Packages on offer', value: packages.toLocaleString('en-US') },
        {
          label: 'Typical price',
          value: typical === null ? '–' : total(typical.medianCents),
          note: typical === null ? 'Fewer than 5 packages' : `in total, ${fee} fee included`,
        },
        {
          label: 'Typical delivery',
          value: typical === null ? '–' : pluralize(typical.deliveryDays, 'day'),
          note: typical === null ? 'Fewer than 5 packages' : 'half deliver within this time',
        },
      ]}
    />
  );
}

function RelatedTopics({ found: { topic, platforms, categories, places } }: { found: LoadedTopic }) {
  if (platforms.length + categories.length + places.length === 0) return null;
  return (
    <div className={classes.beside}>
      {platforms.length > 0 && (
        <TopicSection title="By platform">
          <TopicLinks label="By platform" links={platforms} />
        </TopicSection>
      )}
      {categories.length > 0 && (
        <TopicSection title={topic.kind === 'place' ? 'Categories' : 'Related categories'}>
          <TopicLinks label="Categories" links={categories} hasCounts={topic.kind !== 'category'} />
        </TopicSection>
      )}
      {places.length > 0 && (
        <TopicSection title={topic.kind === 'place' ? 'Other locations' : 'Locations'}>
          <TopicLinks label="Places" links={places} hasCounts={topic.kind === 'place'} />
        </TopicSection>
      )}
    </div>
  );
}

/** Answers common questions with the topic's statistics. */
function TopicQuestions({ found: { topic, creators, packages, typical, platforms } }: { found: LoadedTopic }) {
  const { fee } = useOperatorTerms();
  const total = useTotalFormatter();
  const whom = formatTopicName(topic).replace(/^Creators/, 'creators');
  const items = [
    ...(typical === null
      ? []
      : [
          {
            question: `What do ${whom} cost?`,
            answer: `A package typically costs ${total(typical.medianCents)} in total, including the ${fee} fee. Half of the ${pluralize(packages, 'package')} cost between ${total(typical.lowCents)} and ${total(typical.highCents)}, and all of them between ${total(typical.minCents)} and ${total(typical.maxCents)}.`,
          },
          {
            question: 'How long does delivery take?',
            answer: `Half of the packages are delivered in ${pluralize(typical.deliveryDays, 'day')} or less. Each package states its own delivery time.`,
          },
        ]),
    {
      question: `How many ${whom} can I book?`,
      answer: `${pluralize(creators, 'creator')} with ${pluralize(packages, 'package')}. ${topic.kind === 'place' ? 'A creator counts in each location of their profile.' : 'A creator counts in up to five categories.'}`,
    },
    ...(platforms.length === 0
      ? []
      : [
          {
            question: 'Which platforms are they on?',
            answer: `${platforms.map(({ name, creators: count }) => `${name}: ${count.toLocaleString('en-US')}`).join(', ')}. The list leaves out platforms with fewer than three of these creators.`,
          },
        ]),
  ];
  return <QuestionAccordion items={items} />;
}

function TopicSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.part}>
      <Title order={2} id={id} mb="md">
        {title}
      </Title>
      {children}
    </section>
  );
}

function TopicNotFound() {
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Not Found" />
      <EmptyState
        wholeScreen
        icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
        title="Page not found"
        text="No creators are listed under this name."
        action={
          <Button component={Link} to={paths.creators()} variant="light">
            Browse by category
          </Button>
        }
      />
    </Container>
  );
}
