/**
 * What the live stream tells a page: that something changed, never what it is now. The page asks for that by the usual
 * calls. A closed table: the server sends no other kind, and the page says for each what it does.
 */
export const LIVE_KINDS = {
  /** The stream is open. What happened before is not in it: the page catches up. */
  hello: 'control',
  /** What was missed is not known here (any more): the page catches up. */
  reload: 'control',
  /** The session is over; no stream is opened again. */
  end: 'control',
  /** A conversation has a new message; `number` is the message's. */
  message: 'news',
  /** Somebody has read on in a conversation; `number` rises with each time. */
  read: 'news',
  /** The other side is writing. Stored nowhere. */
  typing: 'passing',
  /** Something happened to a booking. */
  booking: 'news',
  /** Somebody was told something; `id` is their own. */
  notice: 'news',
} as const satisfies Record<string, 'control' | 'news' | 'passing'>;
export type LiveKind = keyof typeof LIVE_KINDS;

/** One event as it is sent. `id` names the conversation or booking; a control event has neither id nor number. */
export interface LiveEvent {
  kind: LiveKind;
  id: string;
  number: number;
}

/** Where the stream is. */
export const LIVE_PATH = '/api/live';
/** So many streams a person may have open in one process: one for each tab that is in sight. */
export const MAX_STREAMS = 10;
/** How long the words 'is writing' stay after the last sign of it, and how often a page gives one at most. */
export const TYPING_SHOWN_MS = 6_000;
export const TYPING_SIGNAL_INTERVAL_MS = 3_000;
