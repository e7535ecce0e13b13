import { RESPONSE_STATS_EXPLANATION, formatResponseStats, type ResponseStats as Clock } from '@marquee/booking';
import { Timer } from 'lucide-react';
import classes from './CreatorResponseStats.module.css';

/**
 * How a creator answers and delivers, in one sentence that opens to how it is counted. Nothing where too little says
 * it.
 */
export function CreatorResponseStats({ clock }: { clock: Clock | null }) {
  if (clock === null) return null;
  return (
    <details className={classes.clock}>
      <summary>
        <Timer size={16} aria-hidden />
        <span>{formatResponseStats(clock)}</span>
      </summary>
      <p>{RESPONSE_STATS_EXPLANATION}</p>
    </details>
  );
}
