import type { CreatorSearch } from '@marquee/validation';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { activeFilters } from './activeFilters.ts';
import classes from './FilterChips.module.css';
import { useFind } from './useFind.ts';

/** What the search asks for; each is removed by a click. */
export function FilterChips({ search }: { search: CreatorSearch }) {
  const { addressOf } = useFind();
  const filters = activeFilters(search);
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
