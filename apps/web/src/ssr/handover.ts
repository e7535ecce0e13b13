/**
 * The data that the server passes to the browser with a page: the query cache and the hydration data of React
 * Router.
 */
import { dehydrate, hydrate, type DehydratedState } from '@tanstack/react-query';
import type { HydrationState } from 'react-router-dom';
import { rememberPageUser } from '../session.ts';
import { getScope, type ReaderClock, type ClientScope } from '../trpc.ts';

export interface Handover {
  /** The product's address. */
  origin: string;
  /** The answers of all calls that the server made for the page. */
  cache: DehydratedState;
  /** The results of the loaders. Undefined if the page has no markup. */
  hydrationData?: HydrationState;
  /** The clock by which the markup shows times. Absent on pages that are the same for every visitor. */
  clock?: ReaderClock;
  /** True if the markup is the layout with a placeholder instead of the screen. */
  isFrame?: boolean;
}

/** The element that carries the handover. It is data and no script, so the content security policy allows it. */
const ELEMENT_ID = 'handover';

/** When the browser starts the app: at the first touch, or after the first paint (start.ts). Otherwise at once. */
export type StartTrigger = 'touch' | 'paint';

/** Sets the time of all answers. */
const setAnswerTimes = (time: number, cache: DehydratedState): DehydratedState => ({
  ...cache,
  queries: cache.queries.map((query) => ({
    ...query,
    dehydratedAt: time,
    state: { ...query.state, dataUpdatedAt: time },
  })),
});

/** Returns the query cache for the handover, without times: pages with equal answers are equal and have one ETag. */
export const dehydrateCache = ({ queryClient }: ClientScope): DehydratedState =>
  setAnswerTimes(0, dehydrate(queryClient));

/**
 * Returns the element for a page's HTML. `scripts` are those of an app that starts later. The browser fetches them when
 * it starts.
 */
export function renderHandover(
  handover: Handover,
  later?: { start: StartTrigger; scripts: readonly string[] },
): string {
  const when = later === undefined ? '' : ` data-start="${later.start}" data-scripts="${later.scripts.join(' ')}"`;
  // User content cannot end the element early.
  const json = JSON.stringify(handover).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${ELEMENT_ID}"${when}>${json}</script>`;
}

/** Puts the handover of the page into this tab's scope and returns it, or null if there is none (development server). */
export function applyHandover(): Handover | null {
  const element = document.getElementById(ELEMENT_ID);
  if (element === null) return null;
  const handover = JSON.parse(element.textContent) as Handover;
  const tab = getScope();
  tab.origin = handover.origin;
  tab.isDrawn = handover.hydrationData !== undefined;
  tab.isArriving = true;
  tab.clock = handover.clock;
  // The answers count as fetched now, because the clocks of server and browser may differ.
  hydrate(tab.queryClient, setAnswerTimes(Date.now(), handover.cache));
  // Before the loaders run, of which some write.
  rememberPageUser();
  return handover;
}
