import { Button, Drawer } from '@mantine/core';
import type { CreatorSearch } from '@marquee/validation';
import classes from './FiltersDrawer.module.css';
import { SearchFilters } from './SearchFilters.tsx';

interface FiltersDrawerProps {
  opened: boolean;
  /** The search that is shown behind it, and what it found in words. */
  search: CreatorSearch;
  found: string;
  onClose: () => void;
  /** It is off the screen: the focus belongs to what opened it. */
  onClosed: () => void;
}

/** The filters of a narrow screen. They work while the drawer is open. */
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
