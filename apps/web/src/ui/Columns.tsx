import type { ReactNode } from 'react';
import classes from './Columns.module.css';

interface ColumnsProps {
  /** Number of columns from this width on. Below it, they are stacked. */
  count: 1 | 2 | 3;
  from: 'xs' | 'sm' | 'md';
  gap?: 'md' | 'lg';
  children: ReactNode;
}

/** Columns of equal width. */
export const Columns = ({ count, from, gap = 'md', children }: ColumnsProps) => (
  <div className={classes.columns} data-count={count} data-from={from} data-gap={gap}>
    {children}
  </div>
);

interface AsideLayoutProps {
  /** Width of the main column in twelfths. */
  main: 7 | 8;
  aside: ReactNode;
  /** Whether the aside comes first on narrow screens. */
  asideFirst?: boolean;
  children: ReactNode;
}

/** A main column and an aside, stacked on narrow screens. */
export const AsideLayout = ({ main, aside, asideFirst = false, children }: AsideLayoutProps) => (
  <div className={classes.withAside} data-main={main} data-aside-first={asideFirst || undefined}>
    <div>{children}</div>
    <div>{aside}</div>
  </div>
);
