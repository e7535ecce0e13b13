import { Drawer } from '@mantine/core';
import { Look } from '../../theme/Look.tsx';
import classes from './FiltersDrawer.module.css';
import { Filters } from './Filters.tsx';
import { Button } from '../../ui/plain.tsx';

interface FiltersDrawerProps {
  opened: boolean;
  found: string;
  onClose: () => void;
  /** It is off the screen: the focus belongs to what opened it. */
  onClosed: () => void;
}

/** The filters of a narrow screen. They work while the drawer is open; `found` says what is behind it. */
export function FiltersDrawer({ opened, found, onClose, onClosed }: FiltersDrawerProps) {
  return (
    <Look>
      <Drawer
        opened={opened}
        onClose={onClose}
        onExitTransitionEnd={onClosed}
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
    </Look>
  );
}
