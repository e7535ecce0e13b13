import { MAX_COMPARED } from '@marquee/validation';
import { Check, Plus } from 'lucide-react';
import { notify } from '../../ui/notify.ts';
import classes from './CompareToggle.module.css';
import { useCompare } from './useFind.ts';

/** Chooses a package for comparison, or takes it back. `name` tells screen readers which. */
export function CompareToggle({ id, name }: { id: string; name: string }) {
  const { ids, isFull, toggle } = useCompare();
  const isChosen = ids.includes(id);
  const press = () => {
    if (isFull && !isChosen)
      notify('Four packages are chosen', `Take one away first: ${MAX_COMPARED} fit side by side.`);
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
      {isChosen ? <Check size={15} aria-hidden /> : <Plus size={15} aria-hidden />}
      Compare
    </button>
  );
}
