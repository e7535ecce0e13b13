/** /find-influencers: browse and search creators. The whole state is in the address. */
import {
  FIND_PARAMETERS,
  findParamsOf,
  findStateOf,
  MAX_PAGES,
  SORT_NAMES,
  SORTS,
  type CreatorSearch,
} from '@marquee/validation';
import { useSuspenseQueries } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router-dom';
import { activeFilters } from '../features/discovery/activeFilters.ts';
import { CompareTray } from '../features/discovery/Compare.tsx';
import { CreatorCard } from '../features/discovery/CreatorCard.tsx';
import { Filters } from '../features/discovery/Filters.tsx';
import { MatchLink } from '../features/discovery/MatchLink.tsx';
import { FilterChips, NoCreators, SkeletonCards } from '../features/discovery/Results.tsx';
import { SearchBox } from '../features/discovery/SearchBox.tsx';
import { useFind } from '../features/discovery/useFind.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { data } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Button, Container } from '../ui/plain.tsx';
import { NativeSelect } from '../ui/plainFields.tsx';
import classes from './FindInfluencersPage.module.css';

const FiltersDrawer = lazy(() =>
  import('../features/discovery/FiltersDrawer.tsx').then((module) => ({ default: module.FiltersDrawer })),
);

export const parameters = FIND_PARAMETERS;

export async function loader({ request }: LoaderFunctionArgs) {
  const { search, pages } = findStateOf(new URL(request.url).searchParams);
  return orFail(load(search, pages), 'Failed to load creators');
}

/**
 * As many pages as the address asks for: each begins where the
 * one before ended, and those that were fetched are at hand.
 */
async function load(search: CreatorSearch, pages: number) {
  const inputs = [inputOf(search, null)];
  let answer = await data.discovery.creators.ensureData(inputOf(search, null));
  const isEmpty = answer.items.length === 0;
  while (inputs.length < pages && answer.nextCursor !== null) {
    const next = inputOf(search, answer.nextCursor);
    inputs.push(next);
    answer = await data.discovery.creators.ensureData(next);
  }
  return { search, inputs, drops: isEmpty ? await dropsOf(search) : [] };
}

const inputOf = (search: CreatorSearch, cursor: string | null) => (cursor === null ? search : { ...search, cursor });

/** Nothing was found: what each filter holds back, the most first. */
async function dropsOf(search: CreatorSearch) {
  // The server takes ten calls at once.
  const filters = activeFilters(search).slice(0, 8);
  const drops = await Promise.all(
    filters.map(async (filter) => ({
      ...filter,
      total: (await data.discovery.creators.ensureData(filter.without)).total,
    })),
  );
  return drops
    .filter(({ total }) => total !== null && total.count > 0)
    .toSorted((one, other) => (other.total?.count ?? 0) - (one.total?.count ?? 0));
}

export function Page() {
  const { search, inputs, drops } = useLoaderData<typeof loader>();
  const user = useUser();
  const find = useFind();
  const answers = useSuspenseQueries({
    queries: inputs.map((input) => data.discovery.creators.queryOptions(input)),
  }).map((query) => query.data);
  // Who gained a booking between two pages can be on both.
  const creators = [...new Map(answers.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
  const total = answers[0]?.total ?? { count: creators.length, atLeast: false };
  const found = wordsOf(total);
  const isSearching = useIsGoingTo((next) => JSON.stringify(next.search) !== JSON.stringify(search));
  const isLoadingMore = useIsGoingTo((next) => next.pages > inputs.length);
  const compare = find.compare.join(',');
  const list = useFocusOnMore(inputs.length, creators.length);

  return (
    <>
      <Head
        title="Find creators"
        description="Browse creators by subject, platform, audience, budget and delivery time, compare their packages side by side and book."
        canonical={paths.findInfluencers()}
      />
      <Container size="lg" py="xl">
        <PageHeader
          title="Find creators"
          description="Search by what you need, compare what it costs, and book a package. Prices are what you pay in total."
          actions={<MatchLink />}
        />
        <SearchBox />
        <div className={classes.layout}>
          <aside className={classes.sidebar} aria-label="Filters">
            <Filters />
          </aside>
          <section aria-label="Creators" className={classes.results}>
            <div className={classes.bar}>
              <output className={classes.found}>{isSearching ? 'Searching…' : found}</output>
              <FiltersButton found={isSearching ? 'creators' : found} count={activeFilters(find.search).length} />
              <NativeSelect
                aria-label="Sort by"
                className={classes.sort ?? ''}
                value={find.search.sort ?? 'match'}
                onChange={(event) => {
                  const sort = SORT_NAMES.find((each) => each === event.currentTarget.value);
                  find.change({ sort: sort === 'match' ? undefined : sort });
                }}
                data={SORT_NAMES.map((value) => ({ value, label: SORTS[value] }))}
              />
            </div>
            <FilterChips search={find.search} />
            {isSearching ? (
              <SkeletonCards count={6} isLate />
            ) : creators.length === 0 ? (
              <NoCreators search={search} drops={drops} />
            ) : (
              <ul ref={list} className={classes.grid}>
                {creators.map((creator, index) => (
                  <li key={creator.id}>
                    <CreatorCard
                      creator={creator}
                      canBook={user?.userType !== 'influencer'}
                      isFirst={index < 3}
                      compare={compare}
                    />
                  </li>
                ))}
              </ul>
            )}
            {isLoadingMore && !isSearching && <SkeletonCards count={3} />}
            {!isSearching && answers.at(-1)?.nextCursor != null && (
              <More
                to={paths.findInfluencers(findParamsOf({ search, pages: inputs.length + 1, compare: find.compare }))}
                pages={inputs.length}
                isLoading={isLoadingMore}
              />
            )}
          </section>
        </div>
      </Container>
      <CompareTray />
    </>
  );
}

/** When the list grows by a page, the focus goes to the first creator that came: the button may be gone. */
function useFocusOnMore(pages: number, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ pages, count });
  useEffect(() => {
    const { pages: hadPages, count: had } = before.current;
    before.current = { pages, count };
    if (pages > hadPages) list.current?.children[had]?.querySelector<HTMLElement>('h2 a')?.focus();
  }, [pages, count]);
  return list;
}

/** Whether this page is on its way to another state that is so. */
function useIsGoingTo(test: (next: ReturnType<typeof findStateOf>) => boolean): boolean {
  const { location } = useNavigation();
  return (
    location !== undefined &&
    location.pathname === paths.findInfluencers() &&
    test(findStateOf(new URLSearchParams(location.search)))
  );
}

const wordsOf = ({ count, atLeast }: { count: number; atLeast: boolean }) =>
  `${count.toLocaleString('en-US')}${atLeast ? '+' : ''} ${count === 1 ? 'creator' : 'creators'}`;

function FiltersButton({ found, count }: { found: string; count: number }) {
  const [opened, setOpened] = useState(false);
  // Fetched at the first press; kept afterwards, so that it can close as it opened.
  const [isNeeded, setIsNeeded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.filtersButton ?? ''}
        leftSection={<SlidersHorizontal size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setIsNeeded(true);
          setOpened(true);
        }}
      >
        Filters{count > 0 && ` (${count})`}
      </Button>
      {isNeeded && (
        <Suspense>
          <FiltersDrawer
            opened={opened}
            found={found}
            onClose={() => setOpened(false)}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </>
  );
}

/** A link: the next page has an address, which works before the page's script does. */
function More({ to, pages, isLoading }: { to: string; pages: number; isLoading: boolean }) {
  if (pages >= MAX_PAGES)
    return <p className={classes.end}>That is as far as one list goes. Narrow the search to see others.</p>;
  return (
    <div className={classes.more}>
      <Button component={Link} to={to} replace preventScrollReset variant="default" size="lg" loading={isLoading}>
        Load more
      </Button>
    </div>
  );
}
