import type { ReactNode } from 'react';
import classes from './Columns.module.css';

interface ColumnsProps {
  /** How many, side by side from this width on; below they stand one under the other. */
  count: 1 | 2 | 3;
  from: 'xs' | 'sm' | 'md';
  gap?: 'md' | 'lg';
  children: ReactNode;
}

/** Columns of one width. */
export const Columns = ({ count, from, gap = 'md', children }: ColumnsProps) => (
  <div className={classes.columns} data-count={count} data-from={from} data-gap={gap}>
    {children}
  </div>
);

interface AsideLayoutProps {
  /** The larger part, in twelfths of the width. */
  main: 7 | 8;
  aside: ReactNode;
  /** On narrow screens the aside stands above. */
  asideFirst?: boolean;
  children: ReactNode;
}

/** A wide column with a narrow one beside it; on narrow screens one under the other. */
export const AsideLayout = ({ main, aside, asideFirst = false, children }: AsideLayoutProps) => (
  <div className={classes.withAside} data-main={main} data-aside-first={asideFirst || undefined}>
    <div>{children}</div>
    <div>{aside}</div>
  </div>
);
