import { Button, Drawer } from '@mantine/core';
import classes from './FiltersDrawer.module.css';
import { Filters } from './Filters.tsx';

/** The filters of a narrow screen. They work while the drawer is open; `found` says what is behind it. */
export function FiltersDrawer({ opened, found, onClose }: { opened: boolean; found: string; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Filters"
      position="bottom"
      size="92dvh"
      classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
    >
      <Filters />
      <div className={classes.foot}>
        <Button fullWidth size="lg" onClick={onClose} aria-live="polite">
          Show {found}
        </Button>
      </div>
    </Drawer>
  );
}
