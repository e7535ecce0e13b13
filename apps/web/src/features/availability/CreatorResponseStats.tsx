import { RESPONSE_STATS_EXPLANATION, formatResponseStats, type ResponseStats as Clock } from '@marquee/booking';
import { Timer } from 'lucide-react';
import classes from './CreatorResponseStats.module.css';

/**
 * Summarizes a creator's response and delivery times in one sentence, which expands to show how each metric is
 * defined. Renders nothing if there is too little data.
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
