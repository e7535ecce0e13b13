import { Button, Drawer } from '@mantine/core';
import type { CreatorSearch } from '@marquee/validation';
import classes from './FiltersDrawer.module.css';
import { SearchFilters } from './SearchFilters.tsx';

interface FiltersDrawerProps {
  opened: boolean;
  /** The search behind the drawer, and a text with the number of its results. */
  search: CreatorSearch;
  found: string;
  onClose: () => void;
  /** Called after the closing animation, so that the button that opened the drawer can take the focus. */
  onClosed: () => void;
}

/** The filters on narrow screens. They apply while the drawer is open. */
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
