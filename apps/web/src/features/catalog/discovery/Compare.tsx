import { Button, Text } from '@mantine/core';
import { MAX_COMPARED_PACKAGES } from '@marquee/validation';
import { keepPreviousData } from '@tanstack/react-query';
import { Check, Plus, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import classes from './Compare.module.css';
import { useComparison } from './useCreatorSearch.ts';

/** Renders a button that adds a package to the comparison or removes it. `name` is the button's accessible name. */
export function CompareToggle({ id, name }: { id: string; name: string }) {
  const { ids, isFull, toggle } = useComparison();
  const isChosen = ids.includes(id);
  const press = () => {
    if (isFull && !isChosen) notify(`You can compare ${MAX_COMPARED_PACKAGES} packages`, 'Remove one to add another.');
    else toggle(id);
  };
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={isChosen}
      aria-label={`Compare ${name}`}
      onClick={press}
    >
      {isChosen ? <Check size={16} aria-hidden /> : <Plus size={16} aria-hidden />}
      <span>Compare</span>
    </button>
  );
}

/** Shows the packages chosen for comparison at the bottom of the window. Renders nothing if there are none. */
export function CompareTray() {
  const comparing = useComparison();
  return comparing.ids.length > 0 && <CompareTrayContent {...comparing} />;
}

function CompareTrayContent({ ids, toggle, clear }: ReturnType<typeof useComparison>) {
  const { data = [] } = trpc.discovery.compare.useQuery({ ids }, { placeholderData: keepPreviousData });
  const chosenItems = data.filter((item) => ids.includes(item.package.id));
  return (
    <section className={classes.tray} aria-label="Packages to compare">
      <div className={classes.bar}>
        <ul className={classes.chosen}>
          {chosenItems.map((item) => (
            <li key={item.package.id}>
              <PersonAvatar person={item} size={36} />
              <span className={classes.words}>
                <strong>{item.package.name}</strong>
                <span>{item.fullName}</span>
              </span>
              <button
                type="button"
                onClick={() => toggle(item.package.id)}
                aria-label={`Remove ${item.package.name} by ${item.fullName} from the comparison`}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        <div className={classes.actions}>
          <Text component="output" size="sm" c="dimmed" className={classes.hint ?? ''}>
            {ids.length === 1
              ? 'Select one more package to compare'
              : `${ids.length} of ${MAX_COMPARED_PACKAGES} selected`}
          </Text>
          <Button variant="subtle" size="sm" onClick={clear}>
            Clear
          </Button>
          {ids.length > 1 && (
            <Button component={Link} to={paths.compare({ packages: ids.join(',') })} size="sm">
              Compare {pluralize(ids.length, 'package')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
