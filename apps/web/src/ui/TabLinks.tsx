import { NavLink } from 'react-router-dom';
import { CountBadge } from './CountBadge.tsx';
import classes from './TabLinks.module.css';

interface TabLink {
  to: string;
  label: string;
  /** The number of entries that need action, for example '3' or '100+'. Left out if there are none. */
  count?: string | undefined;
}

/** Renders tabs below the title of a page. Every tab is a link to a page of its own. */
export const TabLinks = ({ label, tabs }: { label: string; tabs: readonly TabLink[] }) => (
  <nav aria-label={label} className={classes.tabs}>
    {tabs.map(({ to, label: name, count }) => (
      <NavLink key={to} to={to} end className={classes.tab ?? ''}>
        {name}
        {count !== undefined && <CountBadge className={classes.count ?? ''}>{count}</CountBadge>}
      </NavLink>
    ))}
  </nav>
);
