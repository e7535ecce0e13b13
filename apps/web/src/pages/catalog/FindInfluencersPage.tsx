/** /find-influencers: browse and search creators. The URL contains the complete state of the page. */
import { Button, Container, NativeSelect } from '@mantine/core';
import {
  getFindIndexing,
  toFindParams,
  parseFindParams,
  MAX_PAGES,
  MIN_LISTED_CREATORS,
  SORT_NAMES,
  SORT_LABELS,
  type CreatorSearch,
  type FindState,
} from '@marquee/validation';
import { PLATFORM_LABELS, splitWorkspacePath } from '@marquee/contracts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, startTransition, Suspense, useEffect, useRef, useState, type MouseEvent } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
  useNavigationType,
} from 'react-router-dom';
import { listActiveFilters } from '../../features/catalog/discovery/activeFilters.ts';
import { CompareTray } from '../../features/catalog/discovery/Compare.tsx';
import { CreatorCard } from '../../features/catalog/discovery/CreatorCard.tsx';
import { SearchFilters } from '../../features/catalog/discovery/SearchFilters.tsx';
import { MatchLink } from '../../features/catalog/discovery/MatchLink.tsx';
import {
  FilterChips,
  SearchHints,
  NoCreatorsFound,
  SkeletonCards,
  SpellingNote,
} from '../../features/catalog/discovery/SearchResults.tsx';
import { CreatorSearchBox } from '../../features/catalog/discovery/CreatorSearchBox.tsx';
import { useCreatorSearch } from '../../features/catalog/discovery/useCreatorSearch.ts';
import { SaveSearch } from '../../features/catalog/saved-items/SaveSearch.tsx';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { queryUtils } from '../../trpc.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import classes from './FindInfluencersPage.module.css';

const FiltersDrawer = lazy(() =>
  import('../../features/catalog/discovery/FiltersDrawer.tsx').then((module) => ({ default: module.FiltersDrawer })),
);

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadError(loadSearch(parseFindParams(new URL(request.url).searchParams)), 'Failed to load creators');
}

/**
 * Loads as many pages of results as the URL requests. Each page starts at the cursor of the previous one. Pages
 * loaded earlier come from the cache.
 */
async function loadSearch({ search, start, pages }: FindState) {
  const inputs = [createSearchInput(search, start?.after ?? null)];
  const isAnything = Object.keys(search).every((key) => key === 'sort');
  const [first, hints] = await Promise.all([
    queryUtils.discovery.search.ensureData(createSearchInput(search, start?.after ?? null)),
    // Ignores errors, because the hints are optional.
    isAnything ? queryUtils.discovery.suggest.ensureData({ text: '' }).catch(() => []) : [],
  ]);
  const isEmpty = first.items.length === 0;
  // If the results are for a corrected spelling, loads further pages as if the user had typed that spelling.
  const shownSearch: CreatorSearch =
    first.spelling?.isShown === true ? { ...search, query: first.spelling.query, isAsTyped: true } : search;
  let answer = first;
  while (inputs.length < pages && answer.nextCursor !== null) {
    const next = createSearchInput(shownSearch, answer.nextCursor);
    inputs.push(next);
    answer = await queryUtils.discovery.search.ensureData(next);
  }
  return {
    search,
    shown: shownSearch,
    start,
    inputs,
    hints,
    drops: isEmpty && start === null ? await listDroppableFilters(search) : [],
  };
}

const createSearchInput = (search: CreatorSearch, cursor: string | null) =>
  cursor === null ? search : { ...search, cursor };

const RESULTS_ID = 'results';

/** The number of cards that are visible on a wide screen before scrolling. */
const INITIAL_CARD_COUNT = 6;

/**
 * Returns the number of cards to render. After a change of the search, only the visible cards are rendered at first,
 * so that results appear sooner, and the other cards right afterwards. When the user arrives at the page or goes
 * back to it, all cards are rendered at once, so that the scroll position can be restored.
 */
function useDrawnCount(count: number, search: string): number {
  const kind: string = useNavigationType();
  const [whole, setWhole] = useState(search);
  useEffect(() => startTransition(() => setWhole(search)), [search]);
  return whole === search || kind === 'POP' ? count : Math.min(count, INITIAL_CARD_COUNT);
}

/**
 * For a search without results, returns the filters whose removal would lead to results, each with the number of
 * creators found. The filter with the most creators comes first.
 */
async function listDroppableFilters(search: CreatorSearch) {
  // The API accepts at most ten calls per request.
  const filters = listActiveFilters(search).slice(0, 8);
  const drops = await Promise.all(
    filters.map(async (filter) => ({
      ...filter,
      total: (await queryUtils.discovery.search.ensureData(filter.without)).total,
    })),
  );
  return drops
    .filter(({ total }) => total !== null && total.count > 0)
    .toSorted((one, other) => (other.total?.count ?? 0) - (one.total?.count ?? 0));
}

export function Page() {
  const { search, shown, start, inputs, hints, drops } = useLoaderData<typeof loader>();
  const user = useUser();
  const find = useCreatorSearch();
  const answers = useSuspenseQueries({
    queries: inputs.map((input) => queryUtils.discovery.search.queryOptions(input)),
  }).map((query) => query.data);
  // Removes duplicates. A creator whose rank changed between two requests can be on both pages.
  const creators = [...new Map(answers.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
  const total = answers[0]?.total ?? { count: creators.length, atLeast: false };
  const resultCount = start === null ? formatCreatorCount(total) : `Page ${start.page}`;
  const cursor = answers.at(-1)?.nextCursor ?? null;
  const stateOf = (state: { search: CreatorSearch; start: FindState['start'] }) =>
    JSON.stringify([state.search, state.start]);
  const isSearching = useIsGoingTo((next) => stateOf(next) !== stateOf({ search, start }));
  const isLoadingMore = useIsGoingTo((next) => next.pages > inputs.length);
  const drawnCount = useDrawnCount(creators.length, stateOf({ search, start }));
  const compare = find.compare.join(',');
  const { list, focusOnMore } = useFocusOnMore(inputs.length, creators.length);
  // The next page has a URL of its own, so that it can be opened without scripts and by search engines.
  const nextPage =
    cursor === null
      ? undefined
      : paths.findInfluencers(
          toFindParams({
            search: shown,
            start: { page: (start?.page ?? 1) + inputs.length, after: cursor },
            compare: find.compare,
          }),
        );

  return (
    <>
      <FindMeta search={search} start={start} found={creators.length} next={nextPage} />
      <Container size="lg" py="xl">
        <PageHeader
          title="Find creators"
          description="Compare packages and book the one you need. Prices include the platform fee."
          actions={<MatchLink />}
        />
        <CreatorSearchBox resultsId={RESULTS_ID} />
        <SearchHints hints={hints} />
        <div className={classes.layout}>
          <aside className={classes.sidebar} aria-label="Filters">
            <SearchFilters found={shown} />
          </aside>
          <section aria-label="Creators">
            <div className={classes.bar}>
              <output className={classes.found}>{isSearching ? 'Searching…' : resultCount}</output>
              <FiltersButton
                search={shown}
                found={isSearching || start !== null ? 'creators' : resultCount}
                count={listActiveFilters(find.search).length}
              />
              <NativeSelect
                aria-label="Sort by"
                className={classes.sort ?? ''}
                value={find.search.sort ?? 'match'}
                onChange={(event) => {
                  const sort = SORT_NAMES.find((each) => each === event.currentTarget.value);
                  find.change({ sort: sort === 'match' ? undefined : sort });
                }}
                data={SORT_NAMES.map((value) => ({ value, label: SORT_LABELS[value] }))}
              />
            </div>
            <FilterChips search={find.search} />
            <SaveSearch search={find.search} words={listActiveFilters(find.search).map(({ label }) => label)} />
            {!isSearching && <SpellingNote search={search} spelling={answers[0]?.spelling ?? null} />}
            {start !== null && !isSearching && (
              <p className={classes.first}>
                <Link to={paths.findInfluencers(toFindParams({ search, compare: find.compare }))}>
                  Back to the first page
                </Link>
              </p>
            )}
            <div id={RESULTS_ID} tabIndex={-1} className={classes.results}>
              {creators.length === 0 ? (
                <NoCreatorsFound search={search} drops={drops} />
              ) : (
                <ul ref={list} className={classes.grid} inert={isSearching} data-old={isSearching || undefined}>
                  {creators.slice(0, drawnCount).map((creator, index) => (
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
            </div>
            {isLoadingMore && !isSearching && <SkeletonCards count={3} />}
            {!isSearching && nextPage !== undefined && (
              <NextPageLink
                nextPage={nextPage}
                more={paths.findInfluencers(
                  toFindParams({ search, start, pages: inputs.length + 1, compare: find.compare }),
                )}
                pages={inputs.length}
                isLoading={isLoadingMore}
                onPress={focusOnMore}
              />
            )}
          </section>
        </div>
      </Container>
      <CompareTray />
    </>
  );
}

interface FindMetaProps extends Pick<FindState, 'search' | 'start'> {
  /** The number of creators found, or the page number, as text. */
  found: number;
  next: string | undefined;
}

/** Adds the meta tags of the list. The title contains the filter if there is exactly one. */
function FindMeta({ search, start, found, next }: FindMetaProps) {
  const { params, isListed } = getFindIndexing({ search, start, pages: 1, compare: [] });
  const { categories: [category] = [], platforms: [platform] = [], place } = search;
  const about = !isListed
    ? 'creators'
    : category !== undefined
      ? `${category} creators`
      : platform !== undefined
        ? `creators on ${PLATFORM_LABELS[platform]}`
        : place !== undefined
          ? `creators in ${place}`
          : 'creators';
  return (
    <PageMeta
      title={`Find ${about}${start === null ? '' : `, page ${start.page}`}`}
      description={`Browse ${about} by subject, platform, audience, budget and delivery time, compare packages side by side and book.`}
      canonical={paths.findInfluencers(params)}
      isUnlisted={!isListed || (about !== 'creators' && found < MIN_LISTED_CREATORS)}
      next={next}
    />
  );
}

/** Moves the focus to the first added creator, because the clicked button may have been removed. */
function useFocusOnMore(pages: number, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ pages, count });
  const isPressed = useRef(false);
  useEffect(() => {
    const { pages: hadPages, count: had } = before.current;
    before.current = { pages, count };
    if (pages <= hadPages || !isPressed.current) return;
    isPressed.current = false;
    list.current?.children[had]?.querySelector<HTMLElement>('h2 a')?.focus();
  }, [pages, count]);
  return {
    list,
    focusOnMore: () => {
      isPressed.current = true;
    },
  };
}

/** Returns true if the user is navigating to another state of this page, and `test` returns true for that state. */
function useIsGoingTo(test: (next: ReturnType<typeof parseFindParams>) => boolean): boolean {
  const { location } = useNavigation();
  return (
    location !== undefined &&
    splitWorkspacePath(location.pathname).path === paths.findInfluencers() &&
    test(parseFindParams(new URLSearchParams(location.search)))
  );
}

const formatCreatorCount = ({ count, atLeast }: { count: number; atLeast: boolean }) =>
  `${count.toLocaleString('en-US')}${atLeast ? '+' : ''} ${count === 1 ? 'creator' : 'creators'}`;

function FiltersButton({ search, found, count }: { search: CreatorSearch; found: string; count: number }) {
  const [opened, setOpened] = useState(false);
  // Set on the first click. From then on, the drawer stays mounted, so that its closing animation works.
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
        Filters{count > 0 && <span>{` (${count})`}</span>}
      </Button>
      {isNeeded && (
        <Suspense>
          <FiltersDrawer
            opened={opened}
            search={search}
            found={found}
            onClose={() => setOpened(false)}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * The number of pages that load automatically on scrolling. After that, a button loads more, so that users can reach
 * the footer.
 */
const MAX_SCROLLED_PAGES = 4;
const LOAD_MARGIN = '600px';

interface NextPageLinkProps {
  /** The path of a page that contains only the next part of the list. */
  nextPage: string;
  /** The path of the current list including the next page. */
  more: string;
  pages: number;
  isLoading: boolean;
  onPress: () => void;
}

/**
 * Links to the next page, so that the list also works without scripts. With scripts, a click appends the next page
 * to the list.
 */
function NextPageLink({ nextPage, more, pages, isLoading, onPress }: NextPageLinkProps) {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const isFull = pages >= MAX_PAGES;
  useEffect(() => {
    if (place.current === null || isLoading || pages >= MAX_SCROLLED_PAGES) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          void navigate(more, { replace: true, preventScrollReset: true });
      },
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [more, isLoading, pages, navigate]);
  return (
    <div ref={place} className={classes.more}>
      <Button
        component={Link}
        to={nextPage}
        onClick={(event: MouseEvent) => {
          // Follows the link to the next page if it opens in a new tab, or if the list already has its maximum
          // length.
          if (isFull || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onPress();
          void navigate(more, { replace: true, preventScrollReset: true });
        }}
        variant="default"
        size="lg"
        loading={isLoading}
      >
        {isFull ? 'Next page' : 'Load more'}
      </Button>
    </div>
  );
}
