import { CLOCK_EXPLANATION, clockSentence, type ReplyClock as Clock } from '@marquee/booking';
import { Timer } from 'lucide-react';
import classes from './ReplyClock.module.css';

/**
 * How a creator answers and delivers, in one sentence that opens to how it is counted. Nothing where too little says
 * it.
 */
export function ReplyClock({ clock }: { clock: Clock | null }) {
  if (clock === null) return null;
  return (
    <details className={classes.clock}>
      <summary>
        <Timer size={16} aria-hidden />
        <span>{clockSentence(clock)}</span>
      </summary>
      <p>{CLOCK_EXPLANATION}</p>
    </details>
  );
}
