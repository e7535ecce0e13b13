/**
 * The events of the live stream. They only announce that data has changed, and pages then request the data. The
 * server sends no other kinds, and pages handle each of them.
 */
export const LIVE_KINDS = {
  /** The stream is open. Earlier events are not sent, so the page reloads its data. */
  hello: 'control',
  /** The server cannot replay missed events, so the page reloads its data. */
  reload: 'control',
  /** The session has ended, so the page does not reconnect. */
  end: 'control',
  /** A conversation has a new message with this `number`. */
  message: 'news',
  /** A participant has read more messages of a conversation. `number` increases each time. */
  read: 'news',
  /** The other party is typing. This event is not stored. */
  typing: 'passing',
  booking: 'news',
  /** The user has a new notification. `id` is the user's id. */
  notification: 'news',
} as const satisfies Record<string, 'control' | 'news' | 'passing'>;
export type LiveKind = keyof typeof LIVE_KINDS;

/**
 * An event as sent to pages. `id` is the id of the conversation or booking, except for `notification`. Control events have
 * an empty `id` and `number` 0.
 */
export interface LiveEvent {
  kind: LiveKind;
  id: string;
  number: number;
}

export const LIVE_PATH = '/api/live';
/** Maximum number of streams per user and server process. Each visible tab opens one. */
export const MAX_STREAMS = 10;
/**
 * The page shows 'is writing' for `TYPING_SHOWN_MS` after the last signal. While a user types, the page sends a
 * signal at most every `TYPING_SIGNAL_INTERVAL_MS`.
 */
export const TYPING_SHOWN_MS = 6_000;
export const TYPING_SIGNAL_INTERVAL_MS = 3_000;
