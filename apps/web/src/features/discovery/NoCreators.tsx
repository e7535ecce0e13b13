import type { CreatorSearch } from '@marquee/validation';
import { Button, Stack } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ActiveFilter } from './activeFilters.ts';
import { useFind } from './useFind.ts';

interface Drop extends ActiveFilter {
  total: { count: number; atLeast: boolean } | null;
}

/** Nothing was found: which one filter stands in the way, and how many creators are behind it. */
export function NoCreators({ search, drops }: { search: CreatorSearch; drops: readonly Drop[] }) {
  const { addressOf } = useFind();
  const icon = <SearchX size={36} strokeWidth={1.5} aria-hidden />;
  if (Object.keys(search).every((key) => key === 'sort')) {
    return (
      <EmptyState icon={icon} title="No creators yet" text="Creators show up here as soon as they publish a package." />
    );
  }
  const [best] = drops;
  return (
    <EmptyState
      icon={icon}
      title="No creators match all of this"
      text={
        best === undefined
          ? 'No single filter is the reason. Start over, and add them one by one.'
          : `Without ${best.label} there ${areCreators(best)}.`
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
              h="auto"
              mih={44}
              styles={{ label: { whiteSpace: 'normal' } }}
            >
              Drop {drop.label} ({drop.total?.count}
              {drop.total?.atLeast === true && '+'})
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

const areCreators = ({ total }: Drop) =>
  total?.count === 1 && !total.atLeast
    ? 'is one creator'
    : `are ${total?.count.toLocaleString('en-US')}${total?.atLeast === true ? ' or more' : ''} creators`;
