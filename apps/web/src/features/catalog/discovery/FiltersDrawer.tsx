import { Button, Drawer } from '@mantine/core';
import type { CreatorSearch } from '@marquee/validation';
import classes from './FiltersDrawer.module.css';
import { SearchFilters } from './SearchFilters.tsx';

interface FiltersDrawerProps {
  opened: boolean;
  /** The search whose results are shown behind the drawer. `found` describes the number of its results. */
  search: CreatorSearch;
  found: string;
  onClose: () => void;
  /** Called after the closing animation, when the button that opened the drawer can be focused again. */
  onClosed: () => void;
}

/** Shows the filters in a drawer, for narrow screens. Each change updates the results behind the drawer at once. */
export function FiltersDrawer({ opened, search, found, onClose, onClosed }: FiltersDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Filters"
      position="bottom"
      size="92dvh"
      classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
    >
      <SearchFilters found={search} />
      <div className={classes.foot}>
        <Button fullWidth size="lg" onClick={onClose} aria-live="polite">
          Show {found}
        </Button>
      </div>
    </Drawer>
  );
}
