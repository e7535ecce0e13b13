/**
 * /creators/:category, /creators/:category/:platform, /creators/in/:place: who is in a part of the market, and for
 * what.
 */
import { Button, Container, Title } from '@mantine/core';
import { cents, formatWholeDollars, quote } from '@marquee/money';
import { findParamsOf, MAX_SLUG, slugOf, topicName, topicSearchOf, type CreatorSearch } from '@marquee/validation';
import { SearchX } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { CompareTray } from '../features/discovery/Compare.tsx';
import { CreatorCard } from '../features/discovery/CreatorCard.tsx';
import { nameAt, placesAbove, TopicHead } from '../features/discovery/TopicHead.tsx';
import { TopicLinks } from '../features/discovery/TopicLinks.tsx';
import { useCompare } from '../features/discovery/useFind.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useTerms } from '../terms.ts';
import { data, trpc, type Outputs } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { plural } from '../ui/plural.ts';
import { Questions } from '../ui/Questions.tsx';
import { notFound, orFail } from '../ui/RouteError.tsx';
import classes from './TopicPage.module.css';

export async function loader({ params }: LoaderFunctionArgs) {
  const { category, platform, place } = params;
  const asked = place === undefined ? [category, platform] : ['in', place];
  const given = asked.filter((part) => part !== undefined).join('/');
  const slug = given.split('/').map(slugOf).join('/');
  if (slug.length > MAX_SLUG) return notFound();
  const found = await orFail(data.discovery.topic.ensureData({ slug }), FAILED);
  if (found === null) return notFound();
  // One address each: the letters' case and signs are as they are written here.
  if (slug !== given) return redirect(paths.creators({ slug }), 301);
  const search = topicSearchOf(found.topic);
  await orFail(data.discovery.creators.ensureData(search), FAILED);
  return { slug, search };
}

const FAILED = 'Failed to load creators';

export function Page() {
  const asked = useLoaderData<typeof loader>();
  return asked === null ? <NoTopic /> : <TopicScreen key={asked.slug} {...asked} />;
}

type Found = NonNullable<Outputs['discovery']['topic']>;

function TopicScreen({ slug, search }: { slug: string; search: CreatorSearch }) {
  const [found] = trpc.discovery.topic.useSuspenseQuery({ slug });
  const [{ items, nextCursor }] = trpc.discovery.creators.useSuspenseQuery(search);
  const user = useUser();
  const compare = useCompare().ids.join(',');
  // Gone since the page was opened.
  if (found === null) return <NoTopic />;
  const name = topicName(found.topic);
  const all = paths.findInfluencers(findParamsOf({ search }));
  return (
    <>
      <TopicHead found={found} creators={items} />
      <Container size="lg" py="xl">
        <nav aria-label="Where this page stands" className={classes.above}>
          <ol>
            {placesAbove(found.topic).map(([label, to]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            <li aria-current="page">{nameAt(found.topic)}</li>
          </ol>
        </nav>
        <PageHeader
          title={name}
          description="What they charge, how soon they deliver, and who has the most completed bookings. Counted from the packages on offer."
          actions={
            <Button component={Link} to={all}>
              Search and filter
            </Button>
          }
        />
        <TopicFigures found={found} />
        <Part title={nextCursor === null ? 'Who to book' : 'Who to book: the most booked first'}>
          {items.length === 0 ? (
            <EmptyState title="Nobody here at the moment" text="Look at what is beside this page." />
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
              {nextCursor === null ? 'Open in search' : `All ${plural(found.creators, 'creator')} in search`}
            </Button>
          </p>
        </Part>
        <Neighbours found={found} />
        <Part title="Questions, answered from the numbers">
          <TopicQuestions found={found} />
        </Part>
      </Container>
      <CompareTray />
    </>
  );
}

/** A price of creators as what a brand pays, in whole dollars. */
function useTotal() {
  const { feeBps } = useTerms();
  return (priceCents: number) => formatWholeDollars(quote(cents(priceCents), feeBps).totalCents);
}

function TopicFigures({ found: { creators, packages, typical } }: { found: Found }) {
  const { fee } = useTerms();
  const total = useTotal();
  return (
    <Figures
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
          value: typical === null ? '–' : plural(typical.deliveryDays, 'day'),
          note: typical === null ? 'Fewer than 5 packages' : 'half take no longer',
        },
      ]}
    />
  );
}

function Neighbours({ found: { topic, platforms, categories, places } }: { found: Found }) {
  if (platforms.length + categories.length + places.length === 0) return null;
  return (
    <div className={classes.beside}>
      {platforms.length > 0 && (
        <Part title="By platform">
          <TopicLinks label="By platform" links={platforms} />
        </Part>
      )}
      {categories.length > 0 && (
        <Part title={topic.kind === 'place' ? 'What they do' : 'Related categories'}>
          <TopicLinks label="Categories" links={categories} hasCounts={topic.kind !== 'category'} />
        </Part>
      )}
      {places.length > 0 && (
        <Part title={topic.kind === 'place' ? 'Other places' : 'Where they are'}>
          <TopicLinks label="Places" links={places} hasCounts={topic.kind === 'place'} />
        </Part>
      )}
    </div>
  );
}

/** What people ask, as far as the figures answer it. */
function TopicQuestions({ found: { topic, creators, packages, typical, platforms } }: { found: Found }) {
  const { fee } = useTerms();
  const total = useTotal();
  const whom = topicName(topic).replace(/^Creators/, 'creators');
  const items = [
    ...(typical === null
      ? []
      : [
          {
            question: `What do ${whom} cost?`,
            answer: `A package typically costs ${total(typical.medianCents)} in total, the ${fee} fee included: half of the ${plural(packages, 'package')} cost less, half cost more. The middle half is between ${total(typical.lowCents)} and ${total(typical.highCents)}, and all of them between ${total(typical.minCents)} and ${total(typical.maxCents)}.`,
          },
          {
            question: 'How long does delivery take?',
            answer: `Half of the packages are delivered in ${plural(typical.deliveryDays, 'day')} or less. Each package names its own delivery time.`,
          },
        ]),
    {
      question: `How many ${whom} can I book?`,
      answer: `${plural(creators, 'creator')} with ${plural(packages, 'package')} on offer when this was counted. ${topic.kind === 'place' ? 'A creator counts in each place that their profile names.' : 'A creator counts in each category that they name, at most five.'}`,
    },
    ...(platforms.length === 0
      ? []
      : [
          {
            question: 'Which platforms are they on?',
            answer: `${platforms.map(({ name, creators: count }) => `${name}: ${count.toLocaleString('en-US')}`).join(', ')}. Platforms with fewer than three of these creators are left out.`,
          },
        ]),
  ];
  return <Questions items={items} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
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

function NoTopic() {
  return (
    <Container size="sm" py="xl">
      <Head title="Not Found" />
      <EmptyState
        wholeScreen
        icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
        title="There is no such page"
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
