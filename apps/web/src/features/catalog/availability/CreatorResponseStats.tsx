import {
  RESPONSE_STATS_EXPLANATION,
  formatResponseStats,
  formatResponseStatsDetails,
  type ResponseStats as Clock,
} from '@marquee/booking';
import { Timer } from 'lucide-react';
import classes from './CreatorResponseStats.module.css';

/**
 * Summarizes a creator's response and delivery times in a few words, which expand to the counts and their
 * definition. Renders nothing if there is too little data.
 */
export function CreatorResponseStats({ clock }: { clock: Clock | null }) {
  if (clock === null) return null;
  return (
    <details className={classes.clock}>
      <summary>
        <Timer size={16} aria-hidden />
        <span>{formatResponseStats(clock)}</span>
      </summary>
      <p>
        {formatResponseStatsDetails(clock)} {RESPONSE_STATS_EXPLANATION}
      </p>
    </details>
  );
}
