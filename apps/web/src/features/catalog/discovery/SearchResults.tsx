import { Button, Skeleton, Stack } from '@mantine/core';
import type { CreatorSearch } from '@marquee/validation';
import { SearchX, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { listActiveFilters, type ActiveFilter } from './activeFilters.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import classes from './SearchResults.module.css';
import { useCreatorSearch } from './useCreatorSearch.ts';

type SpellingSuggestion = RouterOutputs['discovery']['search']['spelling'];

/** Shows the active filters as chips. Clicking a chip removes the filter. */
export function FilterChips({ search }: { search: CreatorSearch }) {
  const { addressOf } = useCreatorSearch();
  const filters = listActiveFilters(search);
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filters.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={addressOf(without)}
            preventScrollReset
            className={classes.chip}
            aria-label={`Remove the filter ${label}`}
          >
            {label}
            <X size={15} aria-hidden />
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link to={addressOf({ sort: search.sort })} preventScrollReset className={classes.clear}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Suggests a corrected spelling, or explains that the results are for the corrected spelling. */
export function SpellingNote({ search, spelling }: { search: CreatorSearch; spelling: SpellingSuggestion }) {
  const { addressOf } = useCreatorSearch();
  if (spelling === null) return null;
  const meant = addressOf({ ...search, query: spelling.query, isAsTyped: undefined });
  return (
    <p className={classes.spelling}>
      {spelling.isShown ? (
        <span key="corrected">
          Showing results for <strong>{spelling.query}</strong>. Search for{' '}
          <Link to={addressOf({ ...search, isAsTyped: true })}>{search.query}</Link> instead.
        </span>
      ) : (
        <span key="suggested">
          Did you mean <Link to={meant}>{spelling.query}</Link>?
        </span>
      )}
    </p>
  );
}

const MAX_HINTS = 4;

/** Links to popular searches that recently had results. Shown below an empty search field. */
export function SearchHints({ hints }: { hints: RouterOutputs['discovery']['suggest'] }) {
  const { addressOf } = useCreatorSearch();
  const links = hints.flatMap((hint): { name: string; search: CreatorSearch }[] =>
    hint.kind === 'category'
      ? [{ name: hint.category, search: { categories: [hint.category] } }]
      : hint.kind === 'text'
        ? [{ name: hint.text, search: { query: hint.text } }]
        : [],
  );
  if (links.length === 0) return null;
  return (
    <nav aria-label="Popular searches" className={classes.hints}>
      <span>Popular:</span>
      {links.slice(0, MAX_HINTS).map(({ name, search }) => (
        <Link key={name} to={addressOf(search)} preventScrollReset>
          {name}
        </Link>
      ))}
    </nav>
  );
}

interface DroppableFilter extends ActiveFilter {
  total: { count: number; atLeast: boolean } | null;
}

/**
 * Explains why there are no results and suggests filters to remove. Each suggestion shows the number of creators
 * that would then be found.
 */
export function NoCreatorsFound({ search, drops }: { search: CreatorSearch; drops: readonly DroppableFilter[] }) {
  const { addressOf } = useCreatorSearch();
  const icon = <SearchX size={36} strokeWidth={1.5} aria-hidden />;
  if (Object.keys(search).every((key) => key === 'sort')) {
    return (
      <EmptyState
        icon={icon}
        title="No creators yet"
        text="Creators appear here when they publish their first package."
      />
    );
  }
  const [best] = drops;
  return (
    <EmptyState
      icon={icon}
      title="No creators match all your filters"
      text={
        best === undefined
          ? 'Clear the filters and add them again one at a time.'
          : `Without ${best.label}, ${formatHiddenCreators(best)}.`
      }
      action={
        <Stack gap="xs" align="center">
          {drops.slice(0, 3).map((drop, index) => (
            <Button
              key={drop.label}
              component={Link}
              to={addressOf(drop.without)}
              preventScrollReset
              variant={index === 0 ? 'filled' : 'default'}
              className={classes.drop ?? ''}
            >
              {`Remove ${drop.label} (${drop.total?.count}${drop.total?.atLeast === true ? '+' : ''})`}
            </Button>
          ))}
          <Button
            component={Link}
            to={addressOf({ sort: search.sort })}
            preventScrollReset
            variant={best === undefined ? 'filled' : 'subtle'}
          >
            Clear all filters
          </Button>
        </Stack>
      }
    />
  );
}

const formatHiddenCreators = ({ total }: DroppableFilter) =>
  total?.count === 1 && !total.atLeast
    ? 'one creator matches'
    : `${total?.count.toLocaleString('en-US')}${total?.atLeast === true ? ' or more' : ''} creators match`;

export function SkeletonCards({ count }: { count: number }) {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.card}>
          <Skeleton className={classes.cover ?? ''} radius={0} />
          <div className={classes.body}>
            <Skeleton height={22} width="60%" />
            <Skeleton height={14} width="85%" />
            <Skeleton height={14} width="70%" />
            <Skeleton height={40} mt={24} />
          </div>
        </div>
      ))}
    </div>
  );
}
