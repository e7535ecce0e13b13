import type { ReactNode } from 'react';
import classes from './CountBadge.module.css';

/** Shows a number next to the name of a link, such as the number of entries that need action. */
export const CountBadge = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <span className={`${classes.count} ${className}`}>{children}</span>
);
