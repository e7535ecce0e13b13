import { isDay } from './day.ts';
import { cursor, search } from './text.ts';
import { z } from './zod.ts';

const day = z.string().refine(isDay, 'A day looks like 2026-03-14');

/**
 * What a list of receipts or payouts is narrowed down to. `from` and `to`: days of the operator's time zone, as on the
 * papers, both included. `search`: what is on the paper.
 */
export const papersWanted = z.object({ from: day.optional(), to: day.optional(), search: search.optional() });
export type PapersWanted = z.infer<typeof papersWanted>;

/** The same as a list's page is asked for. */
export const papersPage = papersWanted.extend({ cursor });

/** How many receipts or movements one table has room for. */
export const MOST_ROWS = 5_000;
/** How many papers one archive has room for: each has to be drawn. */
export const MOST_PAPERS = 100;
