/**
 * What the server hands to the browser with a page: answers
 * that the first paint needs, and what it has drawn with them.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { HydrationState } from 'react-router-dom';
import { scope, type Clock } from '../trpc.ts';
import { pack, unpack, type Packed } from './pack.ts';

export interface Handover {
  /** The product's address. */
  origin: string;
  /** Answers of calls, by their query key. */
  answers: [key: QueryKey, data: unknown][];
  /** What the routes loaded; absent when the server has drawn nothing. */
  hydrationData?: HydrationState;
  /** By which clock it has drawn; of what everybody sees alike, by none. */
  clock?: Clock;
  /** Only the frame is drawn, around the shape of a screen. */
  isFrame?: boolean;
}

/** The element that carries it. It is data, not a script that runs: the content security policy needs no exception. */
const ELEMENT_ID = 'handover';

/** When the app of a drawn page starts, unless at once: at the first touch, or after the first paint (start.ts). */
export type Start = 'touch' | 'paint';

/** What is handed over as text; nothing in it ends an element early, whatever people have written. */
export function written({ answers, ...handover }: Handover): string {
  const packed: Carried = { ...handover, answers: answers.map(([key, data]) => [key, pack(data)]) };
  return JSON.stringify(packed).replaceAll('<', '\\u003c');
}

/**
 * The element with what is handed over (`written`). `scripts`: those of an app that does not start at once, which
 * nobody has to fetch before.
 */
export function handoverElement(text: string, later?: { start: Start; scripts: readonly string[] }): string {
  const when = later === undefined ? '' : ` data-start="${later.start}" data-scripts="${later.scripts.join(' ')}"`;
  return `<script type="application/json" id="${ELEMENT_ID}"${when}>${text}</script>`;
}

/** As it stands in the element. */
type Carried = Omit<Handover, 'answers'> & { answers: [key: QueryKey, data: Packed][] };

/** Takes what came with the page into this tab, and returns it; null when nothing came (the development server). */
export function takeOver(): Omit<Handover, 'answers'> | null {
  const element = document.getElementById(ELEMENT_ID);
  if (element === null) return null;
  const handover = JSON.parse(element.textContent) as Carried;
  const tab = scope();
  tab.origin = handover.origin;
  tab.isDrawn = handover.hydrationData !== undefined;
  tab.clock = handover.clock;
  // Fresh from now on: the server's clock may be another one.
  for (const [key, answer] of handover.answers) tab.queryClient.setQueryData(key, unpack(answer));
  tab.isArriving = true;
  return handover;
}
