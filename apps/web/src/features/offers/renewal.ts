/** What a brand asks when it wants usage rights for longer. */
import { rightsEnd } from '@marquee/booking';
import { rightsLabel, type Rights } from '@marquee/money';
import { printer, today } from '../../ui/clock.ts';
import type { AskFields } from './AskForm.tsx';

/** What is known of the booking whose rights are asked for again. */
interface Licensed {
  packageName: string;
  completedAt: string | null;
  chosen: { rights: Rights | null } | null;
}

/**
 * The question for an offer that goes on where the rights of a booking end: no part of them has to be said again. Null:
 * the booking has none that end.
 */
export function renewalOf({ packageName, completedAt, chosen }: Licensed): AskFields | null {
  const rights = chosen?.rights ?? null;
  const ends = rightsEnd(completedAt === null ? null : new Date(completedAt), rights?.termDays);
  if (rights === null || ends === null) return null;
  const day = ends.toISOString().slice(0, 10);
  return {
    brief: [
      `We would like to go on using “${packageName}”, which you completed for us.`,
      `The usage rights are: ${rightsLabel(rights)}. They end on ${DAY(ends)}.`,
      'Please offer the same rights for another term from that day on. No new work is needed.',
    ].join('\n'),
    budget: '',
    wantedDay: day < today() ? '' : day,
    platforms: [],
  };
}

const DAY = printer({ dateStyle: 'long' });
