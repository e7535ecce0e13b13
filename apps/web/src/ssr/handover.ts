/** The data that the server sends along with a page: the query cache and React Router's hydration data. */
import { dehydrate, hydrate, type DehydratedState } from '@tanstack/react-query';
import type { HydrationState } from 'react-router-dom';
import { rememberPageUser } from '../session.ts';
import { getScope, type ReaderClock, type ClientScope } from '../trpc.ts';

export interface Handover {
  /** The site's public URL, without a trailing slash. */
  origin: string;
  /** The responses to all API calls that the server made for the page. */
  cache: DehydratedState;
  /** The results of the loaders, or undefined if the page was not rendered. */
  hydrationData?: HydrationState;
  /**
   * The clock and time zone with which the times in the markup were rendered. Omitted for pages that are the same
   * for all visitors.
   */
  clock?: ReaderClock;
  /** True if only the layout was rendered, with a placeholder for the page. */
  isFrame?: boolean;
}

/**
 * The id of the element that contains the data. Its type is JSON, so the content security policy allows it although
 * it is inline.
 */
const ELEMENT_ID = 'handover';

const setAnswerTimes = (time: number, cache: DehydratedState): DehydratedState => ({
  ...cache,
  queries: cache.queries.map((query) => ({
    ...query,
    dehydratedAt: time,
    state: { ...query.state, dataUpdatedAt: time },
  })),
});

/**
 * Returns the query cache with all fetch times set to 0, so that pages with the same data are identical and have the
 * same ETag.
 */
export const dehydrateCache = ({ queryClient }: ClientScope): DehydratedState =>
  setAnswerTimes(0, dehydrate(queryClient));

/**
 * Returns the HTML element that contains `handover`. `scripts` contains the app's scripts, which start.ts loads after
 * the first paint.
 */
export function renderHandover(handover: Handover, scripts: readonly string[] = []): string {
  // Escapes '<', so that user content cannot end the element.
  const json = JSON.stringify(handover).replaceAll('<', '\\u003c');
  const attributes = scripts.length === 0 ? '' : ` data-scripts="${scripts.join(' ')}"`;
  return `<script type="application/json" id="${ELEMENT_ID}"${attributes}>${json}</script>`;
}

/**
 * Loads the data from the page into this tab's scope and returns it. Returns null on the development server, whose
 * pages contain no data.
 */
export function applyHandover(): Handover | null {
  const element = document.getElementById(ELEMENT_ID);
  if (element === null) return null;
  const handover = JSON.parse(element.textContent) as Handover;
  const tab = getScope();
  tab.origin = handover.origin;
  tab.isDrawn = handover.hydrationData !== undefined;
  tab.isArriving = true;
  tab.clock = handover.clock;
  // The responses count as fetched now, because the clocks of the server and the browser may differ.
  hydrate(tab.queryClient, setAnswerTimes(Date.now(), handover.cache));
  // Must run before the loaders, because some of them send write requests.
  rememberPageUser();
  return handover;
}
