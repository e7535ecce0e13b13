import { Skeleton } from '@mantine/core';
import classes from './SkeletonCards.module.css';

/**
 * The shape of cards that are on their way. `isLate`: shown only
 * when they take their time, so that quick answers do not flicker.
 */
export function SkeletonCards({ count, isLate = false }: { count: number; isLate?: boolean }) {
  return (
    <div className={classes.grid} data-late={isLate} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.card}>
          <Skeleton className={classes.cover ?? ''} radius={0} />
          <div className={classes.body}>
            <Skeleton height={22} width="60%" />
            <Skeleton height={14} width="85%" />
            <Skeleton height={14} width="70%" />
            <Skeleton height={40} mt={24} />
          </div>
        </div>
      ))}
    </div>
  );
}
