import type { ReactNode } from 'react';
import classes from './Columns.module.css';

interface ColumnsProps {
  /**
   * The number of columns in windows of at least the breakpoint `from`. In narrower windows, the items are stacked.
   */
  count: 1 | 2 | 3;
  from: 'xs' | 'sm' | 'md';
  gap?: 'md' | 'lg';
  children: ReactNode;
}

export const Columns = ({ count, from, gap = 'md', children }: ColumnsProps) => (
  <div className={classes.columns} data-count={count} data-from={from} data-gap={gap}>
    {children}
  </div>
);

interface AsideLayoutProps {
  /** The width of the main column in twelfths. */
  main: 7 | 8;
  aside: ReactNode;
  /** True to show the aside above the main column on narrow screens. */
  asideFirst?: boolean;
  children: ReactNode;
}

/** Lays out a main column and an aside, which are stacked on narrow screens. */
export const AsideLayout = ({ main, aside, asideFirst = false, children }: AsideLayoutProps) => (
  <div className={classes.withAside} data-main={main} data-aside-first={asideFirst || undefined}>
    <div>{children}</div>
    <div>{aside}</div>
  </div>
);
