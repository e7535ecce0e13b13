/**
 * What the server hands to the browser with a page: answers
 * that the first paint needs, and what it has drawn with them.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { HydrationState } from 'react-router-dom';
import { scope, setArriving } from '../trpc.ts';
import { pack, unpack, type Packed } from './pack.ts';

export interface Handover {
  /** The product's address. */
  origin: string;
  /** Answers of calls, by their query key. */
  answers: [key: QueryKey, data: unknown][];
  /** What the routes loaded; absent when the server has drawn nothing. */
  hydrationData?: HydrationState;
  /** Only the frame is drawn, around the shape of a screen. */
  isFrame?: boolean;
}

/** The element that carries it. It is data, not a script that runs: the content security policy needs no exception. */
const ELEMENT_ID = 'handover';

/**
 * The element with what is handed over; nothing in it ends the element early, whatever people have written. `later`:
 * the scripts of an app that starts at the first touch only (start.ts).
 */
export const handoverElement = ({ answers, ...handover }: Handover, later?: readonly string[]): string => {
  const packed: Carried = { ...handover, answers: answers.map(([key, data]) => [key, pack(data)]) };
  return `<script type="application/json" id="${ELEMENT_ID}"${later === undefined ? '' : ` data-later="${later.join(' ')}"`}>${JSON.stringify(packed).replaceAll('<', '\\u003c')}</script>`;
};

/** As it stands in the element. */
type Carried = Omit<Handover, 'answers'> & { answers: [key: QueryKey, data: Packed][] };

/** Takes what came with the page into this tab, and returns it; null when nothing came (the development server). */
export function takeOver(): Omit<Handover, 'answers'> | null {
  const element = document.getElementById(ELEMENT_ID);
  if (element === null) return null;
  const handover = JSON.parse(element.textContent) as Carried;
  const tab = scope();
  tab.origin = handover.origin;
  // Fresh from now on: the server's clock may be another one.
  for (const [key, answer] of handover.answers) tab.queryClient.setQueryData(key, unpack(answer));
  setArriving(true);
  return handover;
}
