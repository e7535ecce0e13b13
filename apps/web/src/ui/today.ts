import { useNow } from './Relative.tsx';

const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });

/** The day ('2026-03-14') that a moment is on the reader's clock. */
export const dayOf = (moment: Date): string => DAY.format(moment);

/** The reader's day, also when it becomes another one meanwhile. */
export const useToday = (): string => dayOf(new Date(useNow()));
