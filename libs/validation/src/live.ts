/**
 * The events of the live stream. They announce that something changed, and pages request the data with the usual
 * calls. The table is closed: the server sends no other kinds, and pages handle each of them.
 */
export const LIVE_KINDS = {
  /** The stream is open. It does not contain earlier events, so the page reloads its data. */
  hello: 'control',
  /** Missed events cannot be replayed, so the page reloads its data. */
  reload: 'control',
  /** The session is over; no stream is opened again. */
  end: 'control',
  /** A conversation has a new message; `number` is the message's. */
  message: 'news',
  /** A participant has read further in a conversation. `number` increases each time. */
  read: 'news',
  /** The other side is writing. Stored nowhere. */
  typing: 'passing',
  /** A booking has changed. */
  booking: 'news',
  /** The user got a notification. `id` is the user's id. */
  notice: 'news',
} as const satisfies Record<string, 'control' | 'news' | 'passing'>;
export type LiveKind = keyof typeof LIVE_KINDS;

/** An event as it is sent. `id` is the conversation or booking. Control events have neither id nor number. */
export interface LiveEvent {
  kind: LiveKind;
  id: string;
  number: number;
}

export const LIVE_PATH = '/api/live';
/** Maximum number of streams per person and process: one for each visible tab. */
export const MAX_STREAMS = 10;
/** How long 'is writing' is shown after the last signal, and the minimum interval between signals. */
export const TYPING_SHOWN_MS = 6_000;
export const TYPING_SIGNAL_INTERVAL_MS = 3_000;
